"""A judge's scores of all items combined with people's scores of some (JUDGE-1)."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.influences import influence_degrees
from bakeoff.core.judged import Use
from bakeoff.core.outcomes import Floats, Ints, JudgedItems
from bakeoff.methods._kinds import bell_mccaffrey
from bakeoff.methods._reference import noise_of, student_quantile, welch_degrees

# Of the square of the largest deviation: added to the variance, and the least of it. With both, intervals
# cover from 20 labels on; how they were chosen is in docs/judged.md. An error of the judge that is not among
# the labels is assumed to be two steps of people's scores.
ADDED, LEAST, UNSEEN = 0.25, 1.0, 2.0
# The judge is used where it leaves less than this part of the variance of labels alone, or with clusters of
# the squared width of an interval.
GAIN, TAIL = 0.95, 0.025


class Spread(NamedTuple):
    """An estimate of A minus B, its variance, and the degrees of freedom of that."""

    estimate: float
    variance: float
    df: float


class Powered(NamedTuple):
    """The estimate from judge and labels, the one from the labels alone, and which of the two to use.

    ``weight`` is lambda.
    """

    use: Use
    weight: float
    together: Spread
    alone: Spread

    @property
    def used(self) -> Spread:
        """The estimate to report."""
        return self.together if self.use == "judge" else self.alone


class _Units(NamedTuple):
    """Labelled items: differences by people and by the judge, and the unit of each (item or cluster)."""

    y: Floats
    f: Floats
    unit: Ints
    size: Ints

    def sums(self, values: Floats) -> Floats:
        return np.bincount(self.unit, weights=values, minlength=self.size.size).astype(np.float64)


def powered(items: JudgedItems) -> Powered:
    """A minus B by people's scores, with a judge's scores where these reduce its variance.

    Examples
    --------
    >>> human = np.where(np.arange(60) < 20, np.arange(60) % 5.0, np.nan)
    >>> items = JudgedItems(a=np.arange(60) % 5, b=[0] * 60, human_a=human, human_b=0 * human)
    >>> powered(items).use
    'judge'
    """
    labels, others = _units(items), ~items.labelled
    rest = (items.a - items.b)[others]
    n, unlabelled = len(labels.y), len(rest)
    alone = _alone(labels, items)
    nothing = Powered("all-labelled", 0.0, alone, alone)
    if not unlabelled:
        return nothing
    if len(labels.size) < 3:
        return nothing._replace(use="few-labels")
    weights = _weights(labels, n / unlabelled)
    weight = float(np.mean(weights[labels.unit]))
    if not weight or np.ptp(labels.f) == 0:
        return nothing._replace(use="constant-judge" if np.ptp(labels.f) == 0 else "no-gain")
    together = _together(labels, weights, weight, rest, items)
    clustered = items.clusters is not None
    used, only = (_reach(each, clustered=clustered) for each in (together, alone))
    use: Use = "judge" if used < GAIN * only else "no-gain"
    return Powered(use, weight, together, alone)


def _reach(spread: Spread, *, clustered: bool) -> float:
    """The variance, or of clusters, whose degrees of freedom differ, the square of half an interval."""
    return spread.variance * (student_quantile(spread.df, TAIL) ** 2 if clustered else 1.0)


def _units(items: JudgedItems) -> _Units:
    """Labelled items in an order that does not depend on that of the rows."""
    known = items.labelled
    y, f = (items.human_a - items.human_b)[known], (items.a - items.b)[known]
    clusters = np.arange(len(y)) if items.clusters is None else items.clusters[known]
    order = np.lexsort((f, y)) if items.clusters is None else np.lexsort((f, y, clusters))
    unit = np.unique(clusters if items.clusters is None else clusters[order], return_inverse=True)[1]
    return _Units(y[order], f[order], unit, np.bincount(unit))


def _weights(labels: _Units, ratio: float) -> Floats:
    """For each unit ``cov(Y, f) / ((1 + n / N) var f)`` of the labels outside it, and not below 0."""
    y, f = labels.y, labels.f
    left = len(y) - labels.size
    sums = (float(np.sum(each)) - labels.sums(each) for each in (y, f, f * f, f * y))
    of_y, of_f, squares, products = sums
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = squares - of_f**2 / left
        slopes = (products - of_f * of_y / left) / spread / (1 + ratio)
    varies = (left > 1) & (spread > 1e-9 * np.maximum(squares, 1e-300))
    return np.where(varies, np.maximum(slopes, 0.0), 0.0)


def _alone(labels: _Units, items: JudgedItems) -> Spread:
    mean = float(np.mean(labels.y))
    share = labels.size / len(labels.y)
    if len(share) < 2:
        return Spread(mean, 0.0, 1.0)
    moved = labels.sums(labels.y - mean) / len(labels.y)
    least = _least(labels, _largest(labels, items))
    variance = max(_variance(moved, share) + ADDED * _farthest(moved, share), least)
    return Spread(mean, variance, bell_mccaffrey(share, np.ones(share.size, dtype=np.int64)))


def _together(labels: _Units, weights: Floats, weight: float, rest: Floats, items: JudgedItems) -> Spread:
    """The estimate with the judge."""
    n, share = len(labels.y), labels.size / len(labels.y)
    left = labels.y - weights[labels.unit] * labels.f
    mean, beyond = float(np.mean(left)), float(np.mean(np.sort(rest)))
    moved = labels.sums(left - mean) / n
    unseen = max(float(np.max(np.abs(n * moved))), UNSEEN * _step(items))
    least = _least(labels, min(_largest(labels, items), unseen))
    first = max(_variance(moved, share) + ADDED * _farthest(moved, share), least)
    second = weight**2 * float(np.var(rest, ddof=1)) / len(rest) if len(rest) > 1 else 0.0
    variance = first + second
    both = None
    if items.clusters is not None:
        both, shared = _shared(labels, moved, weight, rest - beyond, items)
        variance = max(variance, first + shared)
    own = bell_mccaffrey(share, np.ones(share.size, dtype=np.int64))
    df = welch_degrees((first, variance - first), (own, _degrees_of_rest(items)))
    if items.clusters is not None and both is not None:  # both parts have the same clusters
        df = min(df, _degrees_of(items.clusters))
        if both.any() and both.size < len(items.a):  # items that are their own clusters are independent
            df = min(df, influence_degrees(both, np.ones(both.size, dtype=np.int64)))
    return Spread(mean + weight * beyond, variance, df)


def _degrees_of_rest(items: JudgedItems) -> float:
    """The degrees of freedom of the unlabelled items, or of the clusters that hold them."""
    rest = ~items.labelled
    if items.clusters is None:
        return max(1.0, float(np.sum(rest)) - 1)
    return _degrees_of(items.clusters[rest])


def _degrees_of(clusters: Ints) -> float:
    """Bell and McCaffrey's degrees of freedom of these items' clusters."""
    sizes = np.unique(clusters, return_counts=True)[1]
    if sizes.size < 2:
        return 1.0
    return bell_mccaffrey(sizes / sizes.sum(), np.ones(sizes.size, dtype=np.int64))


def _variance(moved: Floats, share: Floats) -> float:
    return math.fsum((moved**2 / (1 - share)).tolist())


def _farthest(moved: Floats, share: Floats) -> float:
    """What one more unit, as extreme as any, would add."""
    return float(np.max(moved**2 / (1 - share)))


def _least(labels: _Units, largest: float) -> float:
    """The variance if a unit with the largest difference were the only one that differs."""
    units = len(labels.size)
    return LEAST * (largest / len(labels.y)) ** 2 * units / max(1, units - 1)


def _largest(labels: _Units, items: JudgedItems) -> float:
    """The largest difference that people saw in a unit.

    Where they saw no difference at all, it is one as large as their scores, or else the judge's, differ.
    """
    known, mean = items.labelled, float(np.mean(labels.y))
    each = np.concatenate([labels.sums(labels.y), labels.sums(labels.y - mean)])
    largest = float(np.max(np.abs(each)))
    if largest <= noise_of(items.human_a[known], items.human_b[known]):
        people = np.concatenate([items.human_a[known], items.human_b[known]])
        judge = np.concatenate([items.a, items.b])
        same = np.array_equal(items.a, items.b)
        largest = 0.0 if same else float(np.ptp(people) or np.ptp(judge))
    return largest


def _step(items: JudgedItems) -> float:
    """The least difference between two scores that people gave; infinite where all are the same."""
    known = items.labelled
    apart = np.diff(np.unique(np.concatenate([items.human_a[known], items.human_b[known]])))
    return float(apart.min()) if apart.size else math.inf


def _shared(
    labels: _Units, moved: Floats, weight: float, apart: Floats, items: JudgedItems
) -> tuple[Floats, float]:
    """How far each cluster moves the estimate, and the variance of the unlabelled part by clusters.

    The variance includes what that part of a cluster shares with its labelled part.
    """
    assert items.clusters is not None  # noqa: S101 - asked before
    known, codes = items.labelled, np.unique(items.clusters, return_inverse=True)[1]
    count = int(codes.max()) + 1
    others = np.bincount(codes[~known], minlength=count) / max(1, int((~known).sum()))
    second = weight * np.bincount(codes[~known], weights=apart, minlength=count) / len(apart)
    first = np.zeros(count)
    first[np.unique(codes[known])] = moved / np.sqrt(1 - labels.size / len(labels.y))
    both = first + second / np.sqrt(1 - others)
    return both, float(np.sum(both**2) - np.sum(first**2))
