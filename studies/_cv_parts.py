"""What `items-folds-t` makes its variance of, for many data sets and several metrics.

The parts are written out here a second time, for arrays (runs, n) rather than for splits of a run; a test
holds them against `bakeoff.methods.items_folds_t`.
"""

import numpy as np
from numba import njit
from studies._cv_learners import Array

from bakeoff.core.metric import Metric
from bakeoff.metrics import METRICS
from bakeoff.metrics._influence import cell_values

FIELDS = ("gap", "it", "nb", "models", "it2", "nb2", "models2", "flip", "flips")


def spread(apart: Array, folds: Array) -> list[float]:
    """The mean difference, and its variance by items, by folds and between models."""
    runs, n = apart.shape
    count = int(folds.max()) + 1
    place = (folds + count * np.arange(runs)[:, None]).ravel()
    sizes = np.bincount(place)
    means = np.bincount(place, weights=apart.ravel()) / sizes
    ratio = float(np.mean(sizes / (n - sizes)))
    items = apart.mean(axis=0)
    within = (apart - items).ravel()
    shared = np.sum(np.bincount(place, weights=within) ** 2) - np.sum(within**2)
    models = shared / np.sum(sizes**2 - sizes) * runs**2 / ((runs - 1) * (runs - 1 + 1 / count))
    nb = (1 / len(means) + ratio) * np.var(means, ddof=1)
    return [means.mean(), np.var(items, ddof=1) / n, nb, models / ratio]


def label_parts(metric: Metric, y: Array, said: Array, folds: Array) -> list[float]:
    """All parts by a metric of the labels (2, runs, n) of two learners; NaN where it is 0/0."""
    place, classes = (1 if metric.per_class else None), int(y.max()) + 1
    counts = [
        np.bincount((each * classes + y).ravel(), minlength=classes**2).reshape(classes, -1) for each in said
    ]
    by_cell = [cell_values(metric, each, place) for each in counts]
    if any(np.isnan(each).all() for each in by_cell):
        return [np.nan] * len(FIELDS)
    both = cell_values(metric, sum(counts), place)
    own = spread(by_cell[0][said[0], y] - by_cell[1][said[1], y], folds)
    common = spread(both[said[0], y] - both[said[1], y], folds)
    return [*own, *common[1:], *flips(metric, sum(counts) / (2 * len(folds)), place)]


def flips(metric: Metric, counts: Array, place: int | None) -> list[float]:
    """How far one other answer moves the metric: at most, and the root mean square over items."""
    classes = len(counts)
    steps = np.zeros((classes, classes, classes, classes))  # true class, other answer, matrix
    for true, said in enumerate(counts.argmax(axis=0)):
        for other in range(classes):
            steps[true, other, other, true] += 1
            steps[true, other, said, true] -= 1
    changed = np.abs(metric.compute(np.maximum(counts + steps, 0)) - metric.compute(counts))
    most = np.fmax.reduce(changed if place is None else changed[..., place], axis=1)
    return [np.fmax.reduce(most), np.sqrt(np.nansum(counts.sum(axis=0) * most**2) / counts.sum())]


def rank_parts(y: Array, scores: Array, folds: Array) -> list[float]:
    """All parts by the area under the ROC curve of scores (2, runs, n)."""
    values = np.empty(scores.shape)
    for value, score in zip(values, scores, strict=True):
        for run, fold in enumerate(folds):
            value[run] = _rank_values(_placed(score[run], y == 1, fold), y == 1, fold)
    return [*spread(values[0] - values[1], folds), 0.0, 0.0, 0.0, 1 / np.sum(y == 1), 1 / len(y)]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _placed(score: Array, positive: Array, fold: Array) -> Array:
    """The share of the other class in its fold that each item is ranked right against, ties counted half."""
    right, met = np.zeros(len(score)), np.zeros(len(score))
    for i in np.flatnonzero(positive):
        for j in np.flatnonzero(~positive):
            if fold[i] == fold[j]:
                won = (score[i] > score[j]) + 0.5 * (score[i] == score[j])
                right[i] += won
                right[j] += won
                met[i] += 1
                met[j] += 1
    return right / met


def _rank_values(placed: Array, positive: Array, fold: Array) -> Array:
    """`bakeoff.metrics._influence.rank_values` of all folds of a run."""
    sizes, highs = np.bincount(fold), np.bincount(fold, weights=positive)
    area = (np.bincount(fold, weights=placed * positive) / highs)[fold]
    share = (highs / sizes)[fold]
    return area + (placed - area) / np.where(positive, share, 1 - share)


def all_parts(keys: tuple[str, ...], y: Array, scores: Array, folds: Array) -> Array:
    """The parts by each metric (metrics, fields) of class scores (2, runs, n, classes)."""
    said = scores.argmax(axis=-1)
    return np.array(
        [
            rank_parts(y, scores[..., 1] - scores[..., 0], folds)
            if key == "auc"
            else label_parts(METRICS[key], y, said, folds)
            for key in keys
        ]
    )
