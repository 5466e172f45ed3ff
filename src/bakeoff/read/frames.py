"""Tables in memory: data frames of any library, and plain dicts of columns."""

from collections.abc import Mapping
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.read.table import Table, build_table


def named_columns(values: object) -> dict[str, Any] | None:
    """The columns of a dict or a data frame by name, or None where it is something else."""
    if isinstance(values, Mapping):
        return {str(name): column for name, column in values.items()}
    # asked of the class: asking a lazy frame itself for its columns would compute them
    if not hasattr(type(values), "columns"):
        return None
    from bakeoff.read.columns import is_frame, wrap

    frame = wrap(values, "the table")
    if not is_frame(frame):
        return None
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the table has two columns called {twice!r}; rename one of them")
    # get_column takes a number for a name, where frame[0] would be a row
    return {str(name): frame.get_column(name) for name in frame.columns}


def table_of(columns: Mapping[str, Any], source: str) -> Table:
    """A table out of named columns of equal length.

    >>> table_of({"fold": [0, 1], "score": [0.5, None]}, "the table").names
    ['fold', 'score']
    """
    lengths: dict[str, int] = {}
    for name, column in columns.items():
        if isinstance(column, str | bytes | Mapping) or not hasattr(column, "__len__"):
            raise InputError(f"column {name!r} of {source} is {column!r}; expected a list or an array")
        lengths[name] = len(column)
    if not lengths or not max(lengths.values()):
        raise InputError(f"{source} has no items at all; expected one row for each score")
    first, rows = next(iter(lengths.items()))
    for name, length in lengths.items():
        if length != rows:
            raise InputError(
                f"column {first!r} of {source} has {rows} rows and column {name!r} has {length}; "
                f"expected as many"
            )
    return build_table(columns, rows=rows, source=source, in_memory=True)
