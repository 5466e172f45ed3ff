"""Two models read as most comparisons read them."""

from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels


def read_tally(first, second=None, *, a=None, b=None, **more):
    """The joint counts of truth, a and b in one source or two."""
    sources = [first] if second is None else [first, second]
    return read_labels(sources, {"a": a, "b": b}, Wanted(**more)).pair("a", "b")


def read_rows(first, second=None, *, a=None, b=None, scored=False, **more):
    """The rows of one source or two, for scores."""
    sources = [first] if second is None else [first, second]
    return read_items(sources, {"a": a, "b": b}, Wanted(**more), scored=scored).pair("a", "b")
