"""The difference of two areas under ROC curves, and how much it varies."""

import math
from typing import NamedTuple, cast

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.influences import total
from bakeoff.core.outcomes import Floats, Ints, Outcomes, PairedScores, RankedItems
from bakeoff.methods._ranked_kinds import (
    FEW,
    clustered_spread,
    codes_of,
    degrees_of,
    gain_of,
    one_more,
    sums_of,
    unseen,
)
from bakeoff.methods._reference import welch_degrees

AT_RANDOM = 1 / 3  # the mean square of a placement that is uniform between 0 and 1
IMAGINED = (
    f"fewer than {FEW} items of a class are ranked differently from the rest of it: the standard error "
    f"allows for one more such item"
)


class Placed(NamedTuple):
    """How much higher A places each item, in twice a number of pairs, and the difference of the areas.

    ``moved`` has the gains of the positives and of the negatives as shares of the other class, in order.
    """

    gain: Ints
    gap: float
    moved: tuple[Floats, Floats]


class Judged(NamedTuple):
    """The variance, its degrees of freedom, what was added to it, and the influence of each unit."""

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
    """The placements of the items by either model; refuses a class of fewer than 2 items."""
    positives, negatives = class_sizes(method, items)
    gain = gain_of(items)
    by_class = np.sort(gain[items.positive]), np.sort(gain[~items.positive])
    return Placed(gain, int(by_class[0].sum()) / (2 * positives * negatives), _as_shares(*by_class))


def spread_of(placed: Placed, items: RankedItems, chance: float = 0.0) -> Judged:
    """How much the difference of the areas varies, by items or by clusters.

    ``chance`` is the mean square by which one more unit of each class, which is not in the test set, might be
    placed apart by the two models: the variance allows for it.
    """
    if items.clusters is not None:
        sums = sums_of(placed.gain, items.positive, items.clusters)
        found = unseen(placed.gain, items.positive, items.clusters, sums)
        more = [one_more(chance, degrees_of(held)) for held in (sums.positives, sums.negatives)]
        spread = clustered_spread(sums, (max(found[0], more[0]), max(found[1], more[1])))
        return Judged(spread.variance, spread.df, sum(found), spread.influences)
    moved = placed.moved
    added = [_unseen(each, moved) for each in moved]
    wary = [
        _variance(each) + max(far, one_more(chance, each.size - 1))
        for each, far in zip(moved, added, strict=True)
    ]
    df = welch_degrees(wary, [each.size - 1 for each in moved])
    return Judged(sum(wary), df, sum(added), np.concatenate([_influences(each) for each in moved]))


def own_chance(placed: Placed, items: RankedItems) -> float:
    """What `chance_apart` is for two models; 0 for models that place all items alike."""
    if not placed.gain.any():
        return 0.0
    if items.clusters is None:
        in_order = (_as_shares(*each.placed_in_order()) for each in items.ranks)
        apart, a, b = (sum(map(_variance, moved)) for moved in (placed.moved, *in_order))
    else:
        sides = (each.placed(items.positive) for each in items.ranks)
        sums = [sums_of(each, items.positive, items.clusters) for each in (placed.gain, *sides)]
        apart, a, b = (clustered_spread(each).variance for each in sums)
    return float(chance_apart(np.array(apart), np.array(a + b)))


def chance_apart(apart: Floats, alone: Floats) -> Floats:
    """The mean square by which two models place one more item apart, if either places it at random.

    The share ``apart / alone`` of a third: ``apart`` is the variance of the difference of two areas and
    ``alone`` the sum of the variances of both. The share is 1 for independent models, or those
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


def wary_of_classes(scores: PairedScores, variance: float) -> tuple[float, float]:
    """The variance of a difference of two means of areas, and its degrees of freedom by class.

    Added is what one more item of each class would add if either model ranked it at random: in the area of
    its own class, one of M, it counts 1 / M, in those of the others as one of the rest.
    """
    classes = np.unique(cast(Ints, scores.classes), return_inverse=True)[1]
    sizes = np.bincount(classes)
    if min(sizes) < 2:
        raise InputError(
            "areas of several classes need at least 2 items of each class; got 1 item of a class: leave it "
            "out, or merge the class with another"
        )
    x = scores.a - scores.b
    alone = sum(_spread(side) for side in (scores.a, scores.b))
    chance = float(chance_apart(np.array(_spread(x)), np.array(alone))) if x.any() else 0.0
    parts, degrees, more = [], [], 0.0
    for at, size in enumerate(sizes):
        own = classes == at
        held = None if scores.clusters is None else np.bincount(codes_of(scores.clusters[own]))
        df = size - 1 if held is None else _degrees_or_1(held)
        others = sum(1 / (scores.n - each) for place, each in enumerate(sizes) if place != at)
        added = ((1 + size * others) / sizes.size) ** 2 * one_more(chance, df)
        parts.append(size * _spread(x[own]) * size / scores.n**2 + added)
        degrees.append(df)
        more += added
    return variance + more, welch_degrees(parts, degrees)


def _degrees_or_1(held: Ints) -> float:
    """Degrees of freedom of clusters that hold a class; 1 where a single cluster does."""
    return degrees_of(held.astype(np.float64)) if np.count_nonzero(held) > 1 else 1.0


def _spread(values: Floats) -> float:
    """The variance of the mean of independent items, the same in any order of them."""
    return float(np.var(np.sort(values), ddof=1)) / values.size


def fewest_of_a_class(outcomes: Outcomes) -> float:
    """One more than the degrees of freedom of the class that leaves fewest: its items, or about its clusters.

    Infinite for outcomes that are no areas under ROC curves.
    """
    if isinstance(outcomes, RankedItems):
        return min(class_degrees(outcomes)) + 1
    if not isinstance(outcomes, PairedScores) or outcomes.classes is None:
        return math.inf
    if outcomes.clusters is None:
        return float(np.min(np.unique(outcomes.classes, return_counts=True)[1]))
    parts = (outcomes.clusters[outcomes.classes == each] for each in np.unique(outcomes.classes))
    return min(_degrees_or_1(np.bincount(codes_of(each))) for each in parts) + 1


def _as_shares(above: Ints, below: Ints) -> tuple[Floats, Floats]:
    """Placements of the positives and of the negatives as shares of the other class."""
    return above / (2 * below.size), below / (2 * above.size)


def _influences(moved: Floats) -> Floats:
    """The influence of each of these, in order, on the mean; exactly 0 where all are the same."""
    apart: Floats = (moved - total(moved) / moved.size) / moved.size
    return apart if moved[0] < moved[-1] else np.zeros(moved.size)


def _variance(moved: Floats) -> float:
    """The variance of the mean; exactly 0 where all are the same."""
    return float(np.var(moved, ddof=1)) / moved.size if moved[0] < moved[-1] else 0.0


def _unseen(moved: Floats, both: tuple[Floats, Floats]) -> float:
    """What one more item, placed as far off as any, adds where all items but one or two are placed alike."""
    farthest = max(abs(float(end)) for each in both for end in (each[0], each[-1]))
    ends = np.flatnonzero(moved[1:] != moved[:-1]) + 1
    commonest = int(np.diff(ends, prepend=0, append=moved.size).max())
    return one_more(farthest**2, moved.size - 1) if moved.size - commonest < FEW else 0.0
