"""The difference of two areas under ROC curves, and how much it varies."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.methods._ranked_kinds import (
    FEW,
    clustered_spread,
    degrees_of,
    one_more,
    placements,
    sums_of,
    unseen,
)
from bakeoff.methods._reference import welch_degrees

AT_RANDOM = 1 / 3  # the mean square of a placement that is uniform between 0 and 1
IMAGINED = (
    f"fewer than {FEW} items of a class are placed otherwise than its rest: the error allows for one more"
)


class Placed(NamedTuple):
    """What either model places each item at, twice a number of pairs, and the difference of their areas."""

    a: Ints
    b: Ints
    gap: float

    @property
    def gain(self) -> Ints:
        """How much better A places each item."""
        return self.a - self.b


class Judged(NamedTuple):
    """The variance, its degrees of freedom, what was added to what is seen, and how far each unit moves."""

    variance: float
    df: float
    added: float
    influences: Floats


def class_sizes(method: str, items: RankedItems) -> tuple[int, int]:
    """How many positives and negatives there are; refuses fewer than 2 of either."""
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    if min(positives, negatives) < 2:
        raise InputError(
            f"{method} needs at least 2 items of each class; got {positives} positive and "
            f"{negatives} negative"
        )
    return positives, negatives


def placed_by(method: str, items: RankedItems) -> Placed:
    """The placements by both models; refuses a class of fewer than 2 items."""
    positives, negatives = class_sizes(method, items)
    a, b = (placements(score, items.positive) for score in (items.a, items.b))
    return Placed(a, b, int((a - b)[items.positive].sum()) / (2 * positives * negatives))


def spread_of(gain: Ints, items: RankedItems, chance: float = 0.0) -> Judged:
    """How much the difference of the areas varies, by items or by clusters.

    ``chance`` is the mean square by which one more unit of each class, which is not in the test set, might be
    placed apart by the two models: the variance allows for it.
    """
    if items.clusters is not None:
        sums = sums_of(gain, items.positive, items.clusters)
        found = unseen(gain, items.positive, items.clusters, sums)
        more = [one_more(chance, degrees_of(held)) for held in (sums.positives, sums.negatives)]
        spread = clustered_spread(sums, (max(found[0], more[0]), max(found[1], more[1])))
        return Judged(spread.variance, spread.df, sum(found), spread.influences)
    moved = _by_class(gain, items)
    added = [_unseen(each, moved) for each in moved]
    wary = [
        _variance(each) + max(far, one_more(chance, each.size - 1))
        for each, far in zip(moved, added, strict=True)
    ]
    df = welch_degrees(wary, [each.size - 1 for each in moved])
    return Judged(sum(wary), df, sum(added), np.concatenate([_influences(each) for each in moved]))


def own_chance(placed: Placed, items: RankedItems) -> float:
    """What `chance_apart` is for two models; 0 for models that place all items alike."""
    apart, a, b = (np.array(_seen(each, items)) for each in (placed.gain, placed.a, placed.b))
    return float(chance_apart(apart, a + b)) if placed.gain.any() else 0.0


def chance_apart(apart: Floats, alone: Floats) -> Floats:
    """The mean square by which two models place one more item apart, if either places it at random.

    The share ``apart / alone`` of a third: ``apart`` is the variance of the difference of two areas and
    ``alone`` the sum of the variances of both. The share is 1 for models that have nothing in common, or
    whose areas do not vary, and near 0 for models that err on the same items.

    Examples
    --------
    >>> chance_apart(np.array([0.02, 0.01, 0.0]), np.array([0.02, 0.04, 0.0])).round(4).tolist()
    [0.3333, 0.0833, 0.3333]
    """
    share = np.divide(apart, alone, out=np.ones_like(alone), where=alone > 0)
    return np.asarray(AT_RANDOM * share)


def class_degrees(items: RankedItems) -> tuple[float, float]:
    """The degrees of freedom that the items of either class leave, or the clusters that hold them."""
    if items.clusters is None:
        positives = int(items.positive.sum())
        return positives - 1, items.positive.size - positives - 1
    held = sums_of(np.zeros(items.positive.size, dtype=np.int64), items.positive, items.clusters)
    return degrees_of(held.positives), degrees_of(held.negatives)


def _seen(placed: Ints, items: RankedItems) -> float:
    """The variance of an area, or of a difference of two, that the items or clusters show."""
    if items.clusters is not None:
        return clustered_spread(sums_of(placed, items.positive, items.clusters)).variance
    return sum(map(_variance, _by_class(placed, items)))


def _by_class(placed: Ints, items: RankedItems) -> tuple[Floats, Floats]:
    """Placements of the positives and of the negatives as shares of the other class, in order."""
    above, below = np.sort(placed[items.positive]), np.sort(placed[~items.positive])
    return above / (2 * below.size), below / (2 * above.size)


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
    return one_more(farthest**2, moved.size - 1) if moved.size - int(counts.max()) < FEW else 0.0
