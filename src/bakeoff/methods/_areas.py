"""The difference of two areas under ROC curves, and how much it varies."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.methods._ranked_kinds import FEW, clustered_spread, one_more, placements, sums_of, unseen
from bakeoff.methods._reference import welch_degrees

IMAGINED = (
    f"fewer than {FEW} items of a class are placed otherwise than its rest: the error allows for one more"
)


class Judged(NamedTuple):
    """The variance, its degrees of freedom, what was added to what is seen, and how far each unit moves."""

    variance: float
    df: float
    added: float
    influences: Floats


def gains(method: str, items: RankedItems) -> tuple[Ints, float]:
    """How much better A places each item, twice the number of pairs, and the difference of the areas."""
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    if min(positives, negatives) < 2:
        raise InputError(
            f"{method} needs at least 2 items of each class; got {positives} positive and "
            f"{negatives} negative"
        )
    gain = placements(items.a, items.positive) - placements(items.b, items.positive)
    return gain, int(gain[items.positive].sum()) / (2 * positives * negatives)


def spread_of(gain: Ints, items: RankedItems) -> Judged:
    """How much the difference of the areas varies, by items or by clusters."""
    if items.clusters is not None:
        sums = sums_of(gain, items.positive, items.clusters)
        spread = clustered_spread(sums, unseen(gain, items.positive, items.clusters, sums))
        return Judged(spread.variance, spread.df, spread.added, spread.influences)
    above, below = np.sort(gain[items.positive]), np.sort(gain[~items.positive])
    moved = (above / (2 * below.size), below / (2 * above.size))
    plain, added = [_variance(each) for each in moved], [_unseen(each, moved) for each in moved]
    wary = [seen + more for seen, more in zip(plain, added, strict=True)]
    df = welch_degrees(wary, [each.size - 1 for each in moved])
    return Judged(sum(wary), df, sum(added), np.concatenate([_influences(each) for each in moved]))


def _influences(moved: Floats) -> Floats:
    """What each item moves the mean by; exactly 0 where all are the same."""
    apart: Floats = (moved - math.fsum(moved.tolist()) / moved.size) / moved.size
    return apart if np.ptp(moved) else np.zeros(moved.size)


def _variance(moved: Floats) -> float:
    """The variance of the mean; exactly 0 where all are the same."""
    return float(np.var(moved, ddof=1)) / moved.size if np.ptp(moved) else 0.0


def _unseen(moved: Floats, both: tuple[Floats, Floats]) -> float:
    """What one more item, placed as far off as any, adds where all items but one or two are placed alike."""
    _, counts = np.unique(moved, return_counts=True)
    farthest = max(float(np.max(np.abs(each))) for each in both)
    return one_more(moved.size - int(counts.max()), farthest, moved.size - 1)
