"""``bakeoff methods``: everything that has a key."""

from bakeoff.cli.asked import Json


def methods(key: str | None = None, /, *, json: Json = False) -> None:
    """List the methods, intervals and metrics, or show the page of one.

    Parameters
    ----------
    key
        A key such as mcnemar, wilson or f1.
    """
    from bakeoff.report.words.catalogue import show_list, show_page

    if key is None:
        show_list(as_json=json)
    else:
        show_page(key, as_json=json)
