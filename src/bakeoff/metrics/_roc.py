"""ROC curves with ties (MET-10) and their dominance (MET-11)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints

Corners = tuple[Ints, Ints]
SOME = 500  # places at which curves are compared first
PART = 2**19  # places that are compared at once


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RocCurve:
    """Points from (0, 0) to (1, 1); at ``thresholds[i]`` an item is positive iff score > threshold.

    Items with equal scores form one straight segment. ``thresholds`` are the distinct scores in descending
    order and then -infinity, where all items are positive.
    """

    false_alarm: Floats
    sensitivity: Floats
    thresholds: Floats
    auc: float
    positives: int
    negatives: int


def roc(positive: ArrayLike, score: ArrayLike) -> RocCurve:
    """The ROC curve of a score: sensitivity against false-positive rate at every threshold.

    Parameters
    ----------
    positive
        For each item, whether it belongs to the positive class: booleans, or 0 and 1.
    score
        For each item, a number that increases with the evidence for the positive class; only its order
        matters. Infinite scores are allowed (such as odds at probability 1).

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27, 861-874.

    Examples
    --------
    >>> curve = roc([True, True, False, False], [0.9, 0.4, 0.4, 0.1])
    >>> curve.false_alarm.tolist(), curve.sensitivity.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    >>> curve.auc
    0.875
    """
    thresholds, tp, fp = cumulative_counts(positive, score)
    return RocCurve(
        false_alarm=fp / fp[-1],
        sensitivity=tp / tp[-1],
        thresholds=np.append(thresholds, -np.inf),
        auc=area(tp, fp),
        positives=int(tp[-1]),
        negatives=int(fp[-1]),
    )


def cumulative_counts(positive: ArrayLike, score: ArrayLike) -> tuple[Floats, Ints, Ints]:
    """Different scores from the highest down; true and false positives above each, then all of them."""
    is_positive, scores = _ranking(positive, score)
    order = np.argsort(scores)[::-1]
    scores = scores[order]
    # comparing neighbours, not subtracting them: inf - inf is not a number
    first = np.flatnonzero(np.concatenate([[True], scores[1:] != scores[:-1]]))
    above = np.append(first, len(scores))
    tp = np.concatenate([[0], np.cumsum(is_positive[order])])[above]
    return scores[first], tp, above - tp


def area(tp: Ints, fp: Ints) -> float:
    """The area under the curve by trapezoids, in whole numbers until the last division."""
    twice = int(np.sum((fp[1:] - fp[:-1]) * (tp[1:] + tp[:-1])))
    return twice / (2 * int(tp[-1]) * int(fp[-1]))


def dominates(first: RocCurve, second: RocCurve) -> bool:
    """Whether the first curve is nowhere below the second and somewhere above it (MET-11).

    The curves are compared as piecewise linear functions of the false-positive rate at each corner of both,
    at both ends of vertical segments, with exact integer arithmetic: curves that share a segment are exactly
    equal there. A curve that dominates another has at least its area (Honavar's slide says a larger one; for
    arbitrary curves that differ only in single points it may be equal, E-H11).

    Examples
    --------
    >>> good = roc([1, 1, 0, 0], [4, 3, 2, 1])
    >>> poor = roc([1, 1, 0, 0], [4, 2, 3, 1])
    >>> dominates(good, poor), dominates(poor, good), dominates(good, good)
    (True, False, False)
    """
    return in_front(*(_corners(curve) for curve in (first, second))) == "a"


def in_front(first: Corners, second: Corners) -> Literal["a", "b", ""]:
    """Which of two curves dominates the other, by false and true positives at their corners.

    Curves that cross mostly do so at a few hundred places already, which are tried first.
    """
    width, height = (math.lcm(int(a[-1]), int(b[-1])) for a, b in zip(first, second, strict=True))
    # Python's own whole numbers are slow but never overflow
    kind: type = np.int64 if width * height < 2**62 else object
    corners: list[Corners] = [
        (x.astype(kind) * (width // int(x[-1])), y.astype(kind) * (height // int(y[-1])))
        for x, y in (first, second)
    ]
    grid = np.sort(np.concatenate([x for x, _ in corners]), kind="stable")
    below = above = False
    step = max(1, grid.size // SOME)
    for at in (slice(None, None, step), *_parts(grid.size)):
        for side in ("left", "right"):
            (top_1, bottom_1), (top_2, bottom_2) = (_heights(x, y, grid[at], side) for x, y in corners)
            below = below or bool(np.any(top_1 * bottom_2 < top_2 * bottom_1))
            above = above or bool(np.any(top_1 * bottom_2 > top_2 * bottom_1))
        if below and above:
            return ""
    return "a" if above else "b" if below else ""


def _parts(size: int) -> Iterator[slice]:
    """All of a long array, part by part."""
    return (slice(at, at + PART) for at in range(0, size, PART))


def _corners(curve: RocCurve) -> Corners:
    """False and true positives at the curve's points."""
    x: Ints = np.rint(curve.false_alarm * curve.negatives).astype(np.int64)
    y: Ints = np.rint(curve.sensitivity * curve.positives).astype(np.int64)
    return x, y


def _heights(x: Ints, y: Ints, grid: Ints, side: str) -> tuple[Ints, Ints]:
    """The curve over each grid point as (numerator, denominator).

    On a vertical segment ``"left"`` gives its lower end, the limit from the left, and ``"right"``
    its upper one.
    """
    if side == "left":
        after = np.searchsorted(x, grid, side="left")
        before = np.where(x[after] == grid, after, after - 1)
    else:
        before = np.searchsorted(x, grid, side="right") - 1
        after = np.where(x[before] == grid, before, before + 1)
    run = x[after] - x[before]
    rise = y[after] - y[before]
    return y[before] * np.maximum(run, 1) + rise * (grid - x[before]), np.maximum(run, 1)


def _ranking(positive: ArrayLike, score: ArrayLike) -> tuple[npt.NDArray[np.bool_], Floats]:
    is_positive = _booleans(positive)
    try:
        scores = np.asarray(score, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "score holds something that is not a number; expected one number for each item"
        ) from None
    if scores.shape != is_positive.shape:
        raise InputError(
            f"positive has shape {is_positive.shape} and score {scores.shape}; "
            f"expected one of each for every item"
        )
    rows = np.flatnonzero(np.isnan(scores))
    if len(rows):
        raise InputError(
            f"score is missing (nan) at row {rows[0]}, counting from 0 ({len(rows)} missing in all); "
            f"remove these items or fill them in"
        )
    count = int(is_positive.sum())
    if count in (0, len(scores)):
        raise InputError(
            f"{count} of {len(scores)} items are positive; a ROC curve needs items of both classes"
        )
    return is_positive, scores


def _booleans(positive: ArrayLike) -> npt.NDArray[np.bool_]:
    try:
        array = np.asarray(positive)
    except ValueError:
        raise InputError(
            "positive has rows of different lengths; expected one True or False an item"
        ) from None
    if array.ndim != 1 or array.size == 0:
        raise InputError(
            f"positive has shape {array.shape}; expected True or False for each item, at least one"
        )
    if array.dtype == bool:
        return array
    numeric = array.dtype.kind in "iuf"
    fits = np.isin(array, (0, 1)) if numeric else np.array([v in (0, 1) for v in array.tolist()])
    if not fits.all():
        row = int(np.argmin(fits))
        raise InputError(
            f"positive is {array.tolist()[row]!r} at row {row}, counting from 0; "
            f"expected True or False (or 1 and 0): compare the truth with the positive class first"
        )
    return array.astype(bool)
