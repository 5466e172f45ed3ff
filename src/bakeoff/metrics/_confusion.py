"""The four counts of each class out of confusion matrices (MET-1).

Orientation, here and everywhere in this room: ``matrix[predicted, true]``. A row is what the
classifier predicted, a column the truth, as on Honavar's slide. scikit-learn has it the other way
round.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import numpy as np

from bakeoff.core.arrays import Floats, Ints, Matrices
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric

Undefined = Literal["nan", "zero", "exclude"]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ClassCounts:
    """Each class against the rest: arrays [..., class] with tp + fp + fn + tn = n."""

    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats

    def pooled(self) -> "ClassCounts":
        """The counts summed over classes, from which micro averages are made (MET-8)."""
        return ClassCounts(
            tp=self.tp.sum(axis=-1), fp=self.fp.sum(axis=-1), fn=self.fn.sum(axis=-1), tn=self.tn.sum(axis=-1)
        )

    @classmethod
    def of_sums(cls, said: Floats, true: Floats, right: Floats) -> "ClassCounts":
        """From how many items are called each class, are of it, and are rightly called it."""
        fp, fn = said - right, true - right
        return cls(tp=right, fp=fp, fn=fn, tn=true.sum(axis=-1, keepdims=True) - right - fp - fn)


def class_counts(matrices: Matrices | ClassCounts) -> ClassCounts:
    """TP, FP, FN and TN of every class from confusion matrices [..., predicted, true].

    Counts that are known already are given back as they are: every metric of matrices takes them, too.

    Examples
    --------
    >>> counts = class_counts([[55, 5], [10, 30]])
    >>> [each.tolist() for each in (counts.tp, counts.fp, counts.fn, counts.tn)]
    [[55.0, 30.0], [5.0, 10.0], [10.0, 5.0], [30.0, 55.0]]
    """
    if isinstance(matrices, ClassCounts):
        return matrices
    counts, totals = _checked(matrices)
    tp = np.diagonal(counts, axis1=-2, axis2=-1)
    fp = counts.sum(axis=-1) - tp
    fn = counts.sum(axis=-2) - tp
    return ClassCounts(tp=tp, fp=fp, fn=fn, tn=totals[..., np.newaxis] - tp - fp - fn)


def moved_counts(metric: Callable[[Any], Any], matrix: Floats, cells: Ints, step: float) -> list[Floats]:
    """A metric of a confusion matrix, and where each of these cells in turn has a little more or less.

    By counts of each class, which grow with their number and not with its square: a cell adds to the items
    said, true, and right. ``step`` is the part of its count by which a cell is changed.

    >>> matrix = np.array([[55.0, 5.0], [10.0, 30.0]])
    >>> def accuracy(c): return c.tp.sum(axis=-1) / (c.tp + c.fn).sum(axis=-1)
    >>> [part.round(4).tolist() for part in moved_counts(accuracy, matrix, np.array([0, 1]), 0.1)]
    [[0.85], [0.8578, 0.8458], [0.8413, 0.8543]]
    """
    sums = np.stack([matrix.sum(axis=1), matrix.sum(axis=0), np.diag(matrix)])
    moved = np.tile(sums, (1 + 2 * cells.size, 1, 1))
    (said, true), more = np.divmod(cells, len(matrix)), step * matrix.ravel()[cells]
    for first, sign in ((1, 1), (1 + cells.size, -1)):
        row = first + np.arange(cells.size)
        moved[row, 0, said] += sign * more
        moved[row, 1, true] += sign * more
        moved[row, 2, said] += np.where(said == true, sign * more, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.asarray(metric(ClassCounts.of_sums(*np.moveaxis(moved, 1, 0))), dtype=np.float64)
    return np.split(found, [1, 1 + cells.size])


def _checked(matrices: Matrices) -> tuple[Floats, Floats]:
    try:
        counts = np.asarray(matrices, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("a confusion matrix has a value that is not a number; expected counts") from None
    if counts.ndim < 2 or counts.shape[-1] != counts.shape[-2]:
        raise InputError(
            f"a confusion matrix of shape {counts.shape} was given; expected [..., predicted, true] "
            f"with as many rows as columns"
        )
    totals = counts.sum(axis=(-2, -1))
    if not (np.all(counts >= 0) and np.all(np.isfinite(totals))):
        raise InputError("a confusion matrix holds a negative or missing number; expected counts")
    if not np.all(totals > 0):
        raise InputError("a confusion matrix holds no items; expected at least one")
    return counts, totals


def signed(metric: Metric, place: int | None) -> Callable[[Matrices], Any]:
    """The metric of confusion matrices in units where higher is better, for one class if asked."""
    if place is None:
        return lambda matrices: metric.sign * metric.compute(matrices)
    return lambda matrices: metric.sign * metric.compute(matrices)[..., place]


def parse_undefined(text: object) -> Undefined:
    """Accept ``"nan"`` (0/0 is NaN), ``"zero"`` (it counts as 0) or ``"exclude"`` (means skip it)."""
    if text not in get_args(Undefined):
        raise InputError(
            f'undefined is {text!r}; expected "nan" (0/0 is NaN), "zero" (it counts as 0) or '
            f'"exclude" (averages over classes leave it out)'
        )
    return cast(Undefined, text)


def ratio(top: Floats, bottom: Floats, undefined: Undefined) -> Floats:
    """``top / bottom``; where bottom is 0, NaN or, if asked for, 0.

    >>> ratio([1.0, 0.0], [2.0, 0.0], "nan").tolist()
    [0.5, nan]
    """
    fill = 0.0 if parse_undefined(undefined) == "zero" else np.nan
    top, bottom = np.broadcast_arrays(np.asarray(top, float), np.asarray(bottom, float))
    out = np.full(top.shape, fill)
    np.divide(top, bottom, out=out, where=bottom != 0)
    return out[()]


def macro_mean(values: Floats, undefined: Undefined) -> Floats:
    """The unweighted mean over classes (the last axis); NaN where a class has none, unless excluded."""
    if undefined != "exclude":
        return np.asarray(np.mean(values, axis=-1))[()]
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1), undefined)


def weighted_mean(values: Floats, matrices: Matrices, undefined: Undefined) -> Floats:
    """The mean over classes (the last axis) by how many items truly are of each.

    >>> weighted_mean(np.array([0.5, np.nan]), [[3, 0], [1, 0]], "nan").tolist()
    0.5
    """
    if isinstance(matrices, ClassCounts):
        true = matrices.tp + matrices.fn
    else:
        true = np.asarray(matrices, dtype=np.float64).sum(axis=-2)
    if undefined == "exclude":
        true = np.where(np.isnan(values), 0.0, true)
    return ratio((np.where(true > 0, values, 0.0) * true).sum(axis=-1), true.sum(axis=-1), undefined)
