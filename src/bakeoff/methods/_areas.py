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


def placed_by(method: str, items: RankedItems) -> Placed:
    """The placements by both models; refuses a class of fewer than 2 items."""
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    if min(positives, negatives) < 2:
        raise InputError(
            f"{method} needs at least 2 items of each class; got {positives} positive and "
            f"{negatives} negative"
        )
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


def own_share(placed: Placed, items: RankedItems) -> float:
    """The variance of the difference over what it would be if the models erred on items of their own.

    1 for models that have nothing in common, or whose areas do not vary; near 0 for models that are alike.
    """
    apart, a, b = (_seen(each, items) for each in (placed.gain, placed.a, placed.b))
    return apart / (a + b) if a + b > 0 else 1.0


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
