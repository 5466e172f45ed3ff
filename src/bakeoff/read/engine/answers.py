"""What a database answers, as arrays: one for each column, the same from whatever driver."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from bakeoff.read.values import Column

BATCH = 50_000  # rows that are held as Python objects at a time


def from_rows(names: Sequence[str], batches: Iterable[Sequence[Sequence[Any]]]) -> dict[str, Column]:
    """Columns out of rows that come in batches.

    >>> from_rows(["label", "count"], [[("cat", 2), ("dog", 1)], [("eel", 5)]])
    {'label': array(['cat', 'dog', 'eel'], dtype=object), 'count': array([2, 1, 5])}
    """
    pieces: dict[str, list[Column]] = {name: [] for name in names}
    for rows in batches:
        for name, values in zip(names, zip(*rows, strict=True), strict=True):
            pieces[name].append(from_objects(values))
    return {name: _joined(parts) for name, parts in pieces.items()}


def from_arrow(table: Any) -> dict[str, Column]:
    """Columns out of an Arrow table."""
    return {name: _from_arrow(table.column(at)) for at, name in enumerate(table.column_names)}


def from_objects(values: Sequence[Any]) -> Column:
    """One column out of Python's own values.

    Decimals become floats, unless they are whole and too long for them; times with a zone are told in UTC.

    >>> from_objects([1, None]), from_objects([0.5, None]), from_objects([Decimal("2"), Decimal("3.5")])
    (array([1, None], dtype=object), array([0.5, nan]), array([2. , 3.5]))
    """
    kinds = {type(value) for value in values} - {type(None)}
    if Decimal in kinds:
        values = _numbers(values)
        kinds = {type(value) for value in values} - {type(None)}
    if float in kinds and kinds <= {int, float}:
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    if None not in values and values and (kinds == {bool} or (kinds == {int} and _narrow(values))):
        return np.array(values)
    if any(issubclass(kind, datetime.datetime | uuid.UUID | bytes | memoryview) for kind in kinds):
        values = [_plain(value) for value in values]
    return np.fromiter(values, dtype=object, count=len(values))


def _joined(parts: list[Column]) -> Column:
    if len({part.dtype for part in parts}) == 1:
        return np.concatenate(parts)
    return from_objects([value for part in parts for value in _with_gaps(part)])


def _with_gaps(part: Column) -> list[Any]:
    """The values of one batch; NaN is a gap again, so that it can stand among whole numbers."""
    return [None if value != value else value for value in part.tolist()]


def _from_arrow(column: Any) -> Column:
    import pyarrow as pa

    kind = column.type
    if not column.null_count and (pa.types.is_floating(kind) or pa.types.is_integer(kind)):
        return np.asarray(column.to_numpy())
    return from_objects(column.to_pylist())


def _numbers(values: Sequence[Any]) -> list[Any]:
    whole = all(value is None or value == int(value) for value in values if value == value)
    long = whole and any(value is not None and float(value) != value for value in values if value == value)
    return [value if value is None else int(value) if long else float(value) for value in values]


def _narrow(values: Sequence[int]) -> bool:
    return min(values) >= -(2**63) and max(values) < 2**63


def _plain(value: object) -> object:
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.UTC).replace(tzinfo=None)
    return str(value) if isinstance(value, uuid.UUID) else value
