"""Predicted probabilities, checked: what the log loss and the Brier score share."""

from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.written import plural

SUM_TOLERANCE = 1e-6
ROUNDING = 1e-9


def checked(truth: ArrayLike, prediction: ArrayLike) -> tuple[Ints, Floats]:
    """Class indices and probabilities: of class 1, shape (n,), or of all classes, shape (n, classes).

    Rows of several classes must sum to 1 within 1e-6. What rounding alone carries beyond 0 or 1
    (1e-9) is brought back.
    """
    chances = finite(prediction, "prediction", ndim=_dimensions(prediction))
    _within_bounds(chances)
    if chances.ndim == 2:
        _sum_to_one(chances)
    classes = chances.shape[1] if chances.ndim == 2 else 2
    return _indices(truth, len(chances), classes), np.clip(chances, 0.0, 1.0)


def _dimensions(prediction: ArrayLike) -> int:
    try:
        return 2 if np.ndim(prediction) == 2 else 1
    except ValueError:  # rows of different lengths, which `finite` complains about
        return 2


def _within_bounds(chances: Floats) -> None:
    bad = np.argwhere((chances < -ROUNDING) | (chances > 1 + ROUNDING))
    if len(bad):
        place = tuple(bad[0])
        raise InputError(
            f"prediction is {float(chances[place])!r} at row {place[0]}, counting from 0 "
            f"({plural(len(bad), 'such value')} in all); expected probabilities from 0 to 1",
            role="prediction",
            position=int(place[0]),
            value=float(chances[place]),
            expected="probabilities from 0 to 1",
        )


def _sum_to_one(chances: Floats) -> None:
    sums = chances.sum(axis=1)
    rows = np.flatnonzero(np.abs(sums - 1) > SUM_TOLERANCE)
    if len(rows):
        raise InputError(
            f"prediction sums to {float(sums[rows[0]])!r} over the classes at row {rows[0]}, counting from 0 "
            f"({plural(len(rows), 'such row')} in all); expected 1: divide each row by its sum",
            role="prediction",
            position=int(rows[0]),
            value=float(sums[rows[0]]),
            expected="1",
        )


def _indices(truth: ArrayLike, n: int, classes: int) -> Ints:
    try:
        array: npt.NDArray[Any] = np.asarray(truth)
        if array.dtype.kind == "O":  # columns with several number types, or with missing values
            array = array.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "truth holds something that is not the number of a class; expected 0, 1, ...",
            role="truth",
            expected="the number of a class",
        ) from None
    if array.shape != (n,):
        raise InputError(
            f"truth has shape {array.shape} and prediction has {n} rows; "
            f"expected one true class for each item"
        )
    if array.dtype.kind not in "biuf":
        raise InputError(
            f"truth holds {array.tolist()[0]!r}; expected the number of the true class, 0 to {classes - 1}, "
            f"or True for the positive class",
            role="truth",
            value=array.tolist()[0],
            expected="the number of a class",
        )
    rows = np.flatnonzero(~np.isin(array, np.arange(classes)))
    if len(rows):
        raise InputError(
            f"truth is {array[rows[0]].item()!r} at row {rows[0]}, counting from 0; "
            f"expected the number of one of the {classes} classes, 0 to {classes - 1}",
            role="truth",
            position=int(rows[0]),
            value=array[rows[0]].item(),
            expected="the number of a class",
        )
    return array.astype(np.int64)
