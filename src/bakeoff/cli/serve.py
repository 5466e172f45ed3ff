"""``bakeoff serve``: the page."""

from bakeoff.cli.asked import Flag, whole_number


def serve(
    *,
    port: str = "8765",
    host: str = "localhost",
    limit: str = "50",
    open: Flag = False,  # noqa: A002 - the word of the command line
    json: Flag = False,
) -> None:
    """Serve a page on this machine alone: upload a file and get the verdict, explore, ask for advice.

    Parameters
    ----------
    port
        The port; 0 takes any free port.
    host
        localhost, 127.0.0.1 or ::1.
    limit
        Largest upload in megabytes.
    open
        Open the page in the browser.
    json
        Print the address as one JSON object and nothing else.
    """
    from bakeoff.web.serving import serve as run
    from bakeoff.web.settings import MEGABYTE, Settings

    settings = Settings(
        port=whole_number(port, "--port", example=8765),
        limit=whole_number(limit, "--limit", example=50) * MEGABYTE,
    )
    run(settings, host=host, open_browser=open, as_json=json)
