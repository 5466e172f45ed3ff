"""DeLong's test for two areas under ROC curves on one test set."""

import math
from dataclasses import replace

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, DELONG_1988, OBUCHOWSKI_1997
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._ranked_kinds import FEW, clustered_spread, gains, one_more, placements, sums_of, unseen
from bakeoff.methods._reference import Asked, ratio_result, welch_degrees

NORMAL_FROM = 20  # degrees of freedom: measured to hold its level from there on, as pROC has it
IMAGINED = (
    f"fewer than {FEW} items of a class are placed otherwise than its rest: the error allows for one more"
)


def delong(items: RankedItems, *, level: float, alternative: Alternative) -> Result:
    """Judge the difference of two AUCs by the spread of each item's placement.

    An item's placement is the share of the other class that it is ranked right against, ties counted
    half. The variance of the AUC difference is that of the placement differences of the positives
    over their number plus that of the negatives over theirs, ``V = V1 / m + V0 / n``, and
    ``z = difference / sqrt(V)`` is DeLong's statistic, held against the normal distribution.

    Two things keep it from false alarms on few items. V is an estimate: where Welch's degrees of freedom,
    ``V^2 / ((V1 / m)^2 / (m - 1) + (V0 / n)^2 / (n - 1))``, are fewer than 20, z is held against Student's t.
    And where fewer than three items of a class are placed otherwise than its rest, as happens to a rare
    class where scores take few values, that class's variance is hardly seen: p-value and interval then
    allow for one more such item, placed as far off as any. In simulated worlds without a difference the
    plain test raised up to 65 % false alarms at 5 % (labels of a rare class against a constant score),
    this one up to 7 %.

    Where items belong together, V is Obuchowski's, with the errors of large clusters taken in full:
    placements are added up by cluster, and positives and negatives of one cluster may vary together. z is
    then held against Student's t, whose degrees of freedom are what the sizes of the clusters, the clusters
    of either class, and their influences are worth.

    Examples
    --------
    >>> truth = np.array([True, True, True, False, False, False])
    >>> a, b = [0.9, 0.8, 0.4, 0.5, 0.3, 0.1], [0.9, 0.2, 0.4, 0.5, 0.3, 0.1]
    >>> items = RankedItems(positive=truth, a=a, b=b)
    >>> round(delong(items, level=0.95, alternative="two-sided").estimate, 6)
    0.222222
    """
    asked = Asked("delong", level, alternative)
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    if min(positives, negatives) < 2:
        raise InputError(
            f"delong needs at least 2 items of each class; got {positives} positive and {negatives} negative"
        )
    if items.clusters is not None:
        return _by_clusters(items, items.clusters, asked)
    above, below = gains(items.a, items.b, items.positive)
    gap = int(above.sum()) / (2 * positives * negatives)
    moved = (above / (2 * negatives), below / (2 * positives))
    plain = [_variance(each) for each in moved]
    wary = [v + _unseen(each, moved) for v, each in zip(plain, moved, strict=True)]
    judged = ratio_result(
        asked,
        estimate=gap,
        error=math.sqrt(sum(wary)),
        df=_degrees(wary, (positives, negatives)),
        n=positives + negatives,
        notes=(IMAGINED,) if wary != plain else (),
        bound=1.0,
    )
    return replace(judged, statistic=_ratio(gap, math.sqrt(sum(plain))))


def _by_clusters(items: RankedItems, clusters: Ints, asked: Asked) -> Result:
    gain = placements(items.a, items.positive) - placements(items.b, items.positive)
    sums = sums_of(gain, items.positive, clusters)
    plain, added = clustered_spread(sums), unseen(gain, items.positive, clusters, sums)
    spread = clustered_spread(sums, added)
    gap = float(sums.above.sum() / (2 * sums.positives.sum() * sums.negatives.sum()))
    judged = ratio_result(
        asked,
        estimate=gap,
        error=math.sqrt(spread.variance),
        df=spread.df,
        n=items.positive.size,
        notes=(IMAGINED,) if spread.added else (),
        identical=not gain.any(),
        bound=1.0,
    )
    return replace(judged, statistic=_ratio(gap, math.sqrt(plain.variance)))


def _variance(moved: Floats) -> float:
    """The variance of the mean; exactly 0 where all are the same."""
    return float(np.var(moved, ddof=1)) / moved.size if np.ptp(moved) else 0.0


def _unseen(moved: Floats, both: tuple[Floats, Floats]) -> float:
    """What one more item, placed as far off as any, adds where all items but one or two are placed alike."""
    _, counts = np.unique(moved, return_counts=True)
    farthest = max(float(np.max(np.abs(each))) for each in both)
    return one_more(moved.size - int(counts.max()), farthest, moved.size - 1)


def _degrees(parts: list[float], sizes: tuple[int, int]) -> float | None:
    """Welch's degrees of freedom; None where they are as good as infinite."""
    df = welch_degrees(parts, [size - 1 for size in sizes])
    return df if df < NORMAL_FROM else None


def _ratio(gap: float, error: float) -> float:
    if error:
        return gap / error
    return math.copysign(math.inf, gap) if gap else 0.0


record = Method(
    key="delong",
    title="DeLong",
    takes=RankedItems,
    compute=delong,
    assumptions=(
        INDEPENDENT_ITEMS + ", or their clusters are",
        "enough items of both classes for a normal difference",
    ),
    references=(DELONG_1988, "Welch 1938, Biometrika 29:350-362", OBUCHOWSKI_1997, BELL_MCCAFFREY_2002),
    valid_in=("independent-items",),
)
