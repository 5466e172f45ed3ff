"""Numbers that users give: one column of them, or a table with a column for each class."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, finite
from bakeoff.read.cells import as_number
from bakeoff.read.columns import to_array
from bakeoff.read.values import Column, shown

MOST_CLASSES = 20  # that are named by fractions
Values = npt.ArrayLike | Sequence[float | None]


def number_column(values: Values, name: str) -> Floats:
    """One column of finite numbers; an error names the position and the value of anything else.

    >>> number_column([0.5, "high"], "a")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: a has 'high' at position 1; expected a number
    """
    array = to_array(values, name)
    if array.dtype.kind in "OU":
        for at, value in enumerate(array.tolist()):
            if isinstance(value, str) and as_number(value) is None:
                raise InputError(
                    f"{name} has {shown(value)} at position {at}; expected a number",
                    role=name,
                    position=at,
                    value=value,
                    expected="a number",
                )
    return finite(array, name, ndim=1)


def refuse_fractions(columns: dict[str, Column], *, items: int | None = None) -> None:
    """Refuse predictions such as 0.62 where the truth has whole numbers or words: scores, not labels.

    The columns may hold each value once; ``items`` then says how many there are in all.
    """
    if _fraction(columns["truth"]) is not None:
        _refuse_measurements(columns["truth"], items or len(columns["truth"]))
        return
    for name in ("a", "b"):
        value = _fraction(columns[name])
        if value is not None:
            raise InputError(
                f"{name} holds fractions such as {value:g} where labels are expected; compare probabilities "
                f"by the metric auc, log-loss or brier, and predicted numbers by squared-error",
                role=name,
                value=value,
                expected="labels",
            )


def _refuse_measurements(truth: Column, items: int) -> None:
    """Refuse a truth of numbers that hardly ever repeat: nobody names classes so."""
    different = len(np.unique(truth))
    if different > max(MOST_CLASSES, items / 2):
        raise InputError(
            f"truth holds {different} different numbers such as {_fraction(truth):g} where labels are "
            f"expected; compare predicted numbers by the metric squared-error",
            role="truth",
            expected="labels",
        )


def _fraction(column: Column) -> float | None:
    """The first number that is not whole."""
    if column.dtype.kind != "f":
        return None
    at = np.flatnonzero(column != np.floor(column))
    return float(column[at[0]]) if len(at) else None


def column_or_table(values: npt.ArrayLike, name: str) -> Floats:
    """One column of numbers, or a table (items, classes) of them."""
    if _is_table(values):
        return finite(values, name, ndim=2)
    return number_column(values, name)


def _is_table(values: npt.ArrayLike) -> bool:
    if isinstance(values, list | tuple):
        return bool(values) and isinstance(values[0], list | tuple | np.ndarray)
    shape: tuple[int, ...] = getattr(values, "shape", ())
    return len(shape) == 2 and shape[1] != 1
