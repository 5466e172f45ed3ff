"""What `items-folds-t` makes its variance of, for many data sets and several metrics.

The parts are written out here a second time, for arrays (runs, n) rather than for splits of a run; a test
holds them against the method.
"""

import numpy as np
from numba import njit
from studies._cv_learners import Array
from studies._cv_worlds import KEYS, LABELS, RUNS, World

from bakeoff.core.metric import Metric
from bakeoff.experiment.omission import leaves_out
from bakeoff.metrics import METRICS
from bakeoff.metrics._influence import one_answer

FIELDS = ("gap", "it", "nb", "models", "it2", "nb2", "models2", "flip", "omits")
STEP = 1e-4


@njit(cache=True)  # type: ignore[untyped-decorator]
def spread(apart: Array, folds: Array) -> Array:
    """The mean difference, and its variance by items, by folds and between models."""
    runs, n = apart.shape
    count = folds.max() + 1
    items = np.zeros(n)
    for run in range(runs):
        items += apart[run] / runs
    sums, within = np.zeros(runs * count), np.zeros(runs * count)
    sizes = np.zeros(runs * count)
    squares = 0.0
    for run in range(runs):
        for item in range(n):
            at, own = run * count + folds[run, item], apart[run, item] - items[item]
            sizes[at] += 1
            sums[at] += apart[run, item]
            within[at] += own
            squares += own**2
    means, ratio = sums / sizes, np.mean(sizes / (n - sizes))
    models = (np.sum(within**2) - squares) / np.sum(sizes**2 - sizes)
    models *= runs**2 / ((runs - 1) * (runs - 1 + 1 / count))
    cells = len(means)
    nb = (1 / cells + ratio) * np.var(means) * cells / (cells - 1)
    return np.array([means.mean(), np.var(items) / (n - 1), nb, models / ratio])


@njit(cache=True)  # type: ignore[untyped-decorator]
def rank_apart(scores: Array, positive: Array, folds: Array) -> Array:
    """The differences of items (runs, n) by the area under the ROC curve of two scores (2, runs, n)."""
    _, runs, n = scores.shape
    found = np.zeros((runs, n))
    for run in range(runs):
        for fold in range(folds.max() + 1):
            held = folds[run] == fold
            high, low = np.flatnonzero(held & positive), np.flatnonzero(held & ~positive)
            above, below = len(high), len(low)
            for side in range(2):
                score, sign, area = scores[side, run], 1 - 2 * side, 0.0
                right = np.zeros(n)
                for i in high:
                    for j in low:
                        won = 1.0 if score[i] > score[j] else 0.5 if score[i] == score[j] else 0.0
                        right[i] += won / below
                        right[j] += won / above
                        area += won / (above * below)
                for i in high:
                    found[run, i] += sign * (area + (right[i] - area) * (above + below) / above)
                for j in low:
                    found[run, j] += sign * (area + (right[j] - area) * (above + below) / below)
    return found


def cells(metric: Metric, counts: Array) -> Array:
    """`bakeoff.metrics._influence.cell_values` of many matrices; empty cells have a value without meaning."""
    classes = counts.shape[-1]
    shares = counts / counts.sum(axis=(-2, -1), keepdims=True)
    steps = STEP * np.eye(classes**2).reshape(-1, classes, classes) * shares[:, None]
    up, down = (_of(metric, shares[:, None] + sign * steps) for sign in (1, -1))
    sizes = 2 * STEP * shares
    slopes = np.divide((up - down).reshape(counts.shape), sizes, out=np.zeros(sizes.shape), where=shares > 0)
    return slopes + (_of(metric, shares) - (shares * slopes).sum(axis=(-2, -1)))[:, None, None]


def _of(metric: Metric, matrices: Array) -> Array:
    found = np.asarray(metric.compute(np.maximum(matrices, 0.0)))
    return found[..., 1] if metric.per_class else found


def label_parts(key: str, y: Array, said: Array, folds: Array) -> Array:
    """All parts (sets, fields) by a metric of labels: (sets, n), (sets, 2, runs, n) and (sets, runs, n).

    NaN where the metric is 0/0.
    """
    metric, sets, runs = METRICS[key], len(y), said.shape[2]
    classes = int(y.max()) + 1
    counts = np.zeros((sets, 2, classes, classes))
    for at in range(sets):
        for side in (0, 1):
            pairs = (said[at, side] * classes + y[at]).ravel()
            counts[at, side] = np.bincount(pairs, minlength=classes**2).reshape(classes, classes)
    by_cell = [cells(metric, counts[:, 0]), cells(metric, counts[:, 1]), cells(metric, counts.sum(axis=1))]
    found = np.full((sets, len(FIELDS)), np.nan)
    place = 1 if metric.per_class else None
    for at in range(sets):
        found[at, 7] = one_answer(metric, counts[at].sum(axis=0) / (2 * runs), place)
        (a, b), true = said[at], y[at]
        found[at, :4] = spread(by_cell[0][at][a, true] - by_cell[1][at][b, true], folds[at])
        found[at, 4:7] = spread(by_cell[2][at][a, true] - by_cell[2][at][b, true], folds[at])[1:]
        found[at, 8] = place is not None and classes > 2 and _omits(true, said[at], folds[at])
    return found


def _omits(y: Array, said: Array, folds: Array) -> bool:
    """Whether either learner leaves out classes, by predictions (2, runs, n)."""
    runs, sizes = len(folds), np.bincount(y)
    model = np.arange(runs)[:, None] * (folds.max() + 1) + folds
    shape = (runs * (folds.max() + 1), len(sizes))
    pairs = (np.ravel(model * len(sizes) + each) for each in said)
    counts = (np.bincount(each, minlength=shape[0] * shape[1]).reshape(shape) for each in pairs)
    return any(leaves_out(each, sizes, 1) for each in counts)


def rank_parts(y: Array, scores: Array, folds: Array) -> Array:
    """All parts of one data set by the area under the ROC curve of scores (2, runs, n)."""
    found = spread(rank_apart(scores, y == 1, folds), folds)
    return np.array([*found, 0.0, 0.0, 0.0, 0.0, 0.0])


def parts_of(world: World, draws: range, runs: int = RUNS) -> Array:
    """All parts (data sets, metrics, fields) by `KEYS`; no area under the ROC curve with three classes."""
    found = np.full((len(draws), len(KEYS), len(FIELDS)), np.nan)
    y, folds = (np.empty((len(draws), *shape), dtype=int) for shape in ((world.n,), (runs, world.n)))
    said = np.empty((len(draws), 2, runs, world.n), dtype=np.int8)
    for at, draw in enumerate(draws):
        y[at], folds[at], scores = world.drawn(draw, runs)
        said[at] = scores.argmax(axis=-1)
        if scores.shape[-1] == 2:
            found[at, -1] = rank_parts(y[at], scores[..., 1] - scores[..., 0], folds[at])
    for place, key in enumerate(LABELS):
        found[:, place] = label_parts(key, y, said, folds)
    return found
