"""A separate interval for each of two areas under ROC curves, and what both allow their difference to be."""

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools
from bakeoff.core.outcomes import Ints, RankedItems
from bakeoff.core.result import Interval
from bakeoff.methods._ranked_kinds import clustered_spread, sums_of
from bakeoff.methods._reference import normal_quantile, student_quantile, welch_degrees

if TYPE_CHECKING:
    from bakeoff.core.ranks import Ranks

# Of an item of each class at either end of a ranking of n items: what covered best (docs/coverage.md), and
# where the classes do not overlap leaves out areas under which that is seen in some 3 % of test sets.
END, END_OF_ALL, LARGEST_END = 0.035, 1.4, 0.1


def area_interval(items: RankedItems, ranks: "Ranks", level: float) -> Interval:
    """The area under a ROC curve, with DeLong's variance of weighted items.

    A small part of an item of each class is added at either end of the ranking, so that the variance is not 0
    where the classes do not overlap. Items that are alike, or few, count for less.
    """
    positive = items.positive
    end = min(max(END, END_OF_ALL / positive.size), LARGEST_END)
    moments = ranks.moments()
    alike, sizes = 1.0, (moments[0][0], moments[1][0])
    df = welch_degrees(_weighed(moments, 1.0, end)[1], sizes)
    if items.clusters is not None:
        alike, df = clustered_effect(ranks.placed(positive), positive, items.clusters)
    mean, parts = _weighed(moments, 1 / alike / few_clusters(df, level), end)
    return beta_interval(mean, sum(parts), ranks.area(), level)


def allowed_gaps(items: RankedItems, level: float) -> Interval:
    """From the smallest to the largest difference of two areas inside their separate intervals.

    These have half of the error that ``level`` leaves, so that both hold their areas together.

    >>> truth, codes = np.arange(40) % 2 == 0, np.arange(40) // 8
    >>> a, b = (np.arange(40) % 5 + shift * truth for shift in (2.0, 3.0))
    >>> gaps = allowed_gaps(RankedItems(positive=truth, a=a, b=b, clusters=codes), 0.95)
    >>> -1 < gaps.low < gaps.high < 1
    True
    """
    a, b = (area_interval(items, ranks, (1 + level) / 2) for ranks in items.ranks)
    return Interval(low=a.low - b.high, high=a.high - b.low)


Moments = tuple[tuple[int, int, int], tuple[int, int, int]]


def _weighed(moments: Moments, worth: float, end: float) -> tuple[float, list[float]]:
    """The area where items count ``worth`` and those at the ends ``end``, and the variance by either class.

    The variance is ``sum w (v - mean)^2 / W^2``, so that an area is never worth less than its weights. An
    item that is placed at p, twice a number of pairs, has the share ``v = (end + worth p / 2) / W'`` of the
    other class's weight W' below it; those at the ends have ``end / 2 / W'`` and 1 less that.
    """
    weights = [2 * end + worth * count for count, _, _ in moments]
    found = []
    for (count, total, squares), own, other in zip(moments, weights, weights[::-1], strict=True):
        middle = (end + worth * total / count / 2) / other
        spread = worth**2 * (squares * count - total**2) / count**2 / 4 / other**2  # of v, as a mean square
        found.append((count, middle, spread, end / 2 / other, own))
    mean = (worth * found[0][0] * found[0][1] + end) / weights[0]
    parts = [
        (worth * count * (spread + (middle - mean) ** 2) + end * ((low - mean) ** 2 + (1 - low - mean) ** 2))
        / own**2
        for count, middle, spread, low, own in found
    ]
    return mean, parts


def clustered_effect(placed: Ints, positive: Bools, clusters: Ints) -> tuple[float, float]:
    """How much larger the variance of an area is for clusters, and the degrees of freedom of these."""
    sums, single = (sums_of(placed, positive, each) for each in (clusters, np.arange(placed.size)))
    robust, most = clustered_spread(sums), math.fsum((sums.share**2).tolist()) * placed.size
    return design_effect(robust.variance, clustered_spread(single).variance, most), robust.by_size


def design_effect(robust: float, plain: float, most: float) -> float:
    """How much larger a variance is than that of independent items, up to the items in an item's cluster."""
    return min(max(robust / plain, 1.0), most) if plain > 0 else most


def few_clusters(df: float, level: float) -> float:
    """What few degrees of freedom add to a variance that is used with the normal distribution."""
    df, tail = max(df, 1.0), (1 - level) / 2
    return (student_quantile(df, tail) / normal_quantile(tail)) ** 2


def beta_interval(share: float, variance: float, value: float, level: float) -> Interval:
    """Quantiles of the Beta distribution with this mean and variance, reaching the value that was found."""
    if not (0 < share < 1 and variance > 0):
        return Interval(low=value, high=value)
    items = share * (1 - share) / variance
    tail = (1 - level) / 2
    low, high = (float(special.betaincinv(share * items, (1 - share) * items, q)) for q in (tail, 1 - tail))
    return Interval(low=max(0.0, min(low, value)), high=min(1.0, max(high, value)))
