"""DeLong's test for two areas under ROC curves on one test set."""

import math

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, RankedItems
from bakeoff.core.result import Result
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import ratio_result
from bakeoff.methods._references import DELONG_1988


def delong(items: RankedItems, *, level: float, alternative: Alternative) -> Result:
    """Judge the difference of two AUCs by the spread of each item's placement.

    An item's placement is the share of the other class that it is ranked right against, ties counted
    half. The variance of the AUC difference is that of the placement differences of the positives
    over their number plus that of the negatives over theirs.

    Examples
    --------
    >>> truth = np.array([True, True, True, False, False, False])
    >>> a, b = [0.9, 0.8, 0.4, 0.5, 0.3, 0.1], [0.9, 0.2, 0.4, 0.5, 0.3, 0.1]
    >>> items = RankedItems(positive=truth, a=a, b=b)
    >>> round(delong(items, level=0.95, alternative="two-sided").estimate, 6)
    0.222222
    """
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    if min(positives, negatives) < 2:
        raise InputError(
            f"delong needs at least 2 items of each class; got {positives} positive and {negatives} negative"
        )
    x = _placements(items.a, items.positive) - _placements(items.b, items.positive)
    gap = float(np.mean(x[items.positive]))
    variance = float(
        np.var(x[items.positive], ddof=1) / positives + np.var(x[~items.positive], ddof=1) / negatives
    )
    return ratio_result(
        method="delong",
        estimate=gap,
        error=math.sqrt(variance) if variance > 1e-28 else 0.0,
        df=None,
        n=x.size,
        level=level,
        alternative=alternative,
        bound=1.0,
    )


def _placements(score: Floats, positive: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Floats:
    """For each item the share of the other class that it is ranked right against."""
    above, below = np.sort(score[positive]), np.sort(score[~positive])
    placed = np.empty(score.size)
    mine, theirs = score[positive], score[~positive]
    placed[positive] = _mean_rank(below, mine) / below.size
    placed[~positive] = 1 - _mean_rank(above, theirs) / above.size
    return placed


def _mean_rank(ranked: Floats, values: Floats) -> Floats:
    """How many of ``ranked`` lie below each value, ties counted half."""
    left, right = (np.searchsorted(ranked, values, side=side) for side in ("left", "right"))
    return (left + right) / 2


record = Method(
    key="delong",
    title="DeLong",
    question="Do two models differ in area under the ROC curve on the population of one test set?",
    takes=RankedItems,
    compute=delong,
    assumptions=(INDEPENDENT_ITEMS, "enough items of both classes for a normal difference"),
    references=(DELONG_1988,),
    valid_in=("independent-items",),
    invalid_in=(),
)
