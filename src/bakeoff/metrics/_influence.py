"""Metrics that are no mean over items as the mean of one value for each item."""

import math

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Matrices
from bakeoff.core.metric import Metric

STEP = 1e-4  # of a count: errors of order STEP^2 by truncation and 1e-16 / STEP by rounding


def cell_values(metric: Metric, counts: Matrices, place: int | None = None) -> Floats:
    """The value of an item in each cell of a confusion matrix [predicted, true], NaN in empty cells.

    ``v[p, t] = m + n dm/dc[p, t]``: the metric and the infinitesimal jackknife's influence of one item. The
    metric depends on the shares of the cells alone, so that the mean of v over all items is the metric.
    All NaN where the metric is 0/0.

    References
    ----------
    Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans, SIAM, chapter 6.

    Examples
    --------
    >>> from bakeoff.metrics import METRICS
    >>> cell_values(METRICS["precision"], [[55, 5], [10, 30]], place=1).round(3).tolist()
    [[0.75, 0.75], [-1.125, 1.375]]
    """
    whole = np.asarray(counts, dtype=np.float64)
    found = np.full(whole.shape, np.nan)
    value = _of_class(metric, whole, place) if whole.any() else np.nan
    if not np.isfinite(value):
        return found
    cells = np.argwhere(whole > 0)
    steps = np.zeros((len(cells), *whole.shape))
    for step, cell in zip(steps, cells, strict=True):
        step[tuple(cell)] = STEP * whole[tuple(cell)]
    more, less = _of_class(metric, np.stack([whole + steps, whole - steps]), place)
    found[whole > 0] = (more - less) / (2 * steps.sum(axis=(1, 2))) * whole.sum()
    held = whole > 0
    found[held] += value - np.average(found[held], weights=whole[held])
    return found


def one_answer(metric: Metric, counts: Matrices, place: int | None = None) -> float:
    """How far another answer to one item moves a metric: the root mean square over the items.

    The answer to an item is taken to be the most common one in its class, and the other one that moves the
    metric most.

    Examples
    --------
    >>> from bakeoff.metrics import METRICS
    >>> round(one_answer(METRICS["accuracy"], [[55, 5], [10, 30]]), 12)
    0.01
    """
    whole = np.asarray(counts, dtype=np.float64)
    classes = np.arange(len(whole))
    moved = np.tile(whole, (len(whole), len(whole), 1, 1))  # [true class, other answer]
    for true, common in enumerate(whole.argmax(axis=0)):
        moved[true, :, common, true] -= 1
        moved[true, classes, classes, true] += 1
    apart = np.abs(_of_class(metric, np.maximum(moved, 0), place) - _of_class(metric, whole, place))
    most = np.nan_to_num(apart).max(axis=1)
    return float(np.sqrt(np.average(most**2, weights=whole.sum(axis=0))))


def _of_class(metric: Metric, matrices: Floats, place: int | None) -> Floats:
    values = np.asarray(metric.compute(matrices))
    return values if place is None else values[..., place]


def rank_values(positive: Bools, placed: Floats) -> Floats:
    """The value of each item whose mean is the area under the ROC curve, from the placements of all.

    ``placed`` is the share of the other class that an item is ranked right against, ties counted half;
    ``v = area + n / n_class (placed - area)`` with the size of the item's own class.

    Examples
    --------
    >>> rank_values(np.array([True, True, False]), np.array([1.0, 0.5, 0.75])).tolist()
    [1.125, 0.375, 0.75]
    """
    area = math.fsum(placed[positive].tolist()) / np.sum(positive)  # the same in any order of the items
    share = np.where(positive, positive.mean(), 1 - positive.mean())
    return np.asarray(area + (placed - area) / share)
