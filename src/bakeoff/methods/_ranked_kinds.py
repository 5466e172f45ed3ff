"""Areas under ROC curves by kinds of items: of resamples from one sort, and where items belong together."""

import math
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.influences import influence_degrees
from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.core.ranks import Ranks
from bakeoff.methods._kinds import Kinds, Sample, bell_mccaffrey, blocks, draw_places, unit_by_unit
from bakeoff.methods._reference import IDENTICAL, welch_degrees

ALONG = 16  # samples drawn place by place are never held all at once: as many more make a chunk
Bools = npt.NDArray[np.bool_]
FEW = 3  # units placed apart from the rest of a class: fewer hardly show how much it varies


class Ranking(NamedTuple):
    """One model's order of the positive kinds, and for each negative one how many lie below, ties and all."""

    order: Ints | None
    left: Ints
    right: Ints | None


def ranked_kinds(items: RankedItems) -> Kinds:
    """Items of one class with the same two scores are of one kind."""
    a, b = (each.group.astype(np.int64) for each in items.ranks)
    code = (np.where(items.positive, 0, a.max() + 1) + a) * (b.max() + 1) + b
    _, first, repeats = np.unique(code, return_index=True, return_counts=True)
    above = items.positive[first]  # positive kinds come first, in the order of A
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    gain = gain_of(items)[first]
    size = np.where(above, positives, negatives)  # of the own class
    moved = gain / (2 * (items.a.size - size))
    mean = int(gain[above] @ repeats[above]) / (2 * positives * negatives)
    split = int(above.sum())
    rankings = (ranking(a[first], split), ranking(b[first], split))

    by_place = repeats.max() == 1 and unit_by_unit(repeats) and items.a.size < 2**30

    def without() -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):  # the only item of its class
            found: Floats = np.where(size > 1, (size * mean - moved) / (size - 1), np.nan)
        return found

    return Kinds(
        estimate=mean,
        repeats=repeats,
        unlike=gain != 0,
        n=items.a.size,
        gaps=lambda weights: gaps_of(weights, split, *rankings),
        without=without,
        width=max(1, repeats.size // ALONG) if by_place else repeats.size,
        span=1.0,
        same=IDENTICAL,
        draw=(lambda count, rng: _draw(count, rng, split, *rankings)) if by_place else None,
    )


def ranking(rank: Ints | Floats, split: int) -> Ranking:
    """The order of kinds that have these ranks, the first ``split`` of them positive."""
    above, below = rank[:split], rank[split:]
    order = np.argsort(above, kind="stable")
    ranked = above[order]
    left, right = (np.searchsorted(ranked, below, side=side) for side in ("left", "right"))
    in_order = bool(np.all(order[:-1] < order[1:]))
    return Ranking(None if in_order else order, left, None if np.array_equal(left, right) else right)


def gaps_of(weights: Ints, split: int, a: Ranking, b: Ranking) -> Floats:
    """AUC of A minus that of B where kinds, ``split`` positive ones first, have these weights."""
    lower, gaps = Lower.of(split, weights.shape[1] - split), np.full(len(weights), np.nan)
    for at, row in enumerate(weights):
        above, below = row[:split], row[split:]
        pairs = 2 * int(above.sum()) * int(below.sum())
        if pairs:
            apart = lower.weigh(above, b, lower.b) - lower.weigh(above, a, lower.a)
            gaps[at] = int(below @ apart) / pairs
    return gaps


def _draw(count: int, rng: np.random.Generator, split: int, a: Ranking, b: Ranking) -> Floats:
    """The same for samples where every item is its own kind: negatives need not be counted.

    Two samples are handled at once, each in half of the bits of a number, since moving numbers is most of
    the work.
    """
    first, second = blocks(split), blocks(a.left.size)
    lower, above = Lower.of(split, a.left.size), np.zeros(split, dtype=np.int64)
    samples, gaps = draw_places(np.concatenate([first, second]), count, rng), []
    while two := list(islice(samples, 2)):
        for half, sample in enumerate(two):
            for part, places in sample[: first.size]:
                _halves(above)[part, half] = np.bincount(places, minlength=part.stop - part.start)
        of_b, of_a = (_halves(lower.weigh(above, *side)) for side in ((b, lower.b), (a, lower.a)))
        apart = np.subtract(of_b, of_a, out=of_a)
        for half, sample in enumerate(two):
            positives = sum(places.size for _, places in sample[: first.size])
            pairs = 2 * positives * (split + a.left.size - positives)
            summed = _summed(np.ascontiguousarray(apart[:, half]), sample[first.size :], split)
            gaps.append(summed / pairs if pairs else np.nan)
    return np.array(gaps)


def _halves(numbers: Ints) -> npt.NDArray[np.int32]:
    return numbers.view(np.int32).reshape(-1, 2)


def _summed(apart: npt.NDArray[np.int32], sample: Sample, split: int) -> int:
    """The sum over the negatives that were drawn."""
    return sum(
        int(apart[part.start - split : part.stop - split].take(places).sum(dtype=np.int64))
        for part, places in sample
    )


class Lower(NamedTuple):
    """Arrays that are reused: new memory costs as much time as the computation in it."""

    ordered: Ints
    summed: Ints
    a: Ints
    b: Ints

    @classmethod
    def of(cls, positives: int, negatives: int) -> "Lower":
        """Arrays for a number of kinds of either class."""
        a, b = (np.empty(negatives, dtype=np.int64) for _ in "ab")
        return cls(np.empty(positives, dtype=np.int64), np.zeros(positives + 1, dtype=np.int64), a, b)

    def weigh(self, above: Ints, ranking: Ranking, out: Ints) -> Ints:
        """For each negative kind twice the weight of the positives with a lower score, ties counted once."""
        if ranking.order is not None:
            above = np.take(above, ranking.order, out=self.ordered, mode="clip")
        np.cumsum(above, out=self.summed[1:])
        np.take(self.summed, ranking.left, out=out, mode="clip")
        return np.add(out, out if ranking.right is None else self.summed[ranking.right], out=out)


def placements(score: Floats, positive: Bools) -> Ints:
    """For each item twice the number of the other class that it is ranked right against, ties counted once.

    Whole numbers, so that neither the order nor the scale of the scores changes a bit of the result.
    """
    return Ranks.of(positive, score).placed(positive).astype(np.int64)


def gain_of(items: RankedItems) -> Ints:
    """How much higher A's placement of each item is."""
    a, b = (each.placed(items.positive) for each in items.ranks)
    return a - b


class Sums(NamedTuple):
    """For each cluster the numbers of positives and negatives, and the sums of their placements."""

    positives: Floats
    negatives: Floats
    above: Floats
    below: Floats

    @property
    def share(self) -> Floats:
        """The part of all items that each cluster holds."""
        size = self.positives + self.negatives
        share: Floats = size / size.sum()
        return share


def codes_of(clusters: Ints) -> Ints:
    """Clusters as numbers from 0 on."""
    codes: Ints = np.unique(clusters, return_inverse=True)[1]
    return codes


def sums_of(placed: Ints, positive: Bools, clusters: Ints) -> Sums:
    """The sum of the placements of the items of each cluster (twice a number of pairs, see `placements`)."""
    codes = codes_of(clusters)
    count = int(codes.max()) + 1

    def added(chosen: Bools, weights: Ints | None = None) -> Floats:
        weight = None if weights is None else weights[chosen]
        return np.bincount(codes[chosen], weights=weight, minlength=count).astype(np.float64)

    found = Sums(added(positive), added(~positive), added(positive, placed), added(~positive, placed))
    for name, of_class in (("positive", found.positives), ("negative", found.negatives)):
        if np.count_nonzero(of_class) < 2:
            raise InputError(
                f"all {name} items are in one cluster; expected each class in at least 2 clusters"
            )
    return found


class Spread(NamedTuple):
    """The variance of an area or a difference of two, its degrees of freedom, and what was added to it.

    ``by_size`` are the degrees of freedom that the sizes of the clusters leave, whatever their
    ``influences``, which are how far each cluster moves the area.
    """

    variance: float
    df: float
    by_size: float
    added: float
    influences: Floats


def clustered_spread(sums: Sums, added: tuple[float, float] = (0.0, 0.0)) -> Spread:
    """How much an area, or a difference of two, varies with the clusters.

    With x_g and y_g how far the positives and the negatives of cluster g are placed above what their number
    alone would make them, over the numbers M and N of all, the variance is that of Obuchowski (1997,
    Biometrics 53:567-578), ``k1 sum x^2 + k0 sum y^2 + 2 k sum x y`` with k = I / (I - 1) for I clusters, but
    for one change that keeps a large cluster from hiding its own error: x_g and y_g are divided by the share
    of their class that the other clusters hold, as a jackknife would, and k1 and k0 are (I - 1) / I, k the
    root of their product. Of clusters with equal shares it is Obuchowski's, of single items DeLong's.

    The degrees of freedom are the fewest of three: Bell and McCaffrey's for the sizes of the clusters,
    Welch's for two classes, each with Bell and McCaffrey's for its own items, and what the influences show.
    ``added`` is the variation assumed for either class beyond what is observed.
    """
    order = np.lexsort(tuple(map(np.abs, sums)))  # the same whatever is called A, and whatever the names
    sums = Sums(*(each[order] for each in sums))
    m, n, won = sums.positives.sum(), sums.negatives.sum(), sums.above.sum()
    # One division at the end: where all clusters are alike the numerators are exactly 0.
    x = (sums.above * m - sums.positives * won) / (2 * m * m * n)
    y = (sums.below * n - sums.negatives * won) / (2 * m * n * n)
    moved, each = x + y, np.ones(x.size, dtype=np.int64)
    first, second = (
        math.sqrt(_shrink(held)) * side / (1 - held / held.sum())
        for side, held in ((x, sums.positives), (y, sums.negatives))
    )
    parts = [float(np.sum(first**2)) + added[0], float(np.sum(second**2)) + added[1]]
    variance = sum(parts) + 2 * float(np.sum(first * second))
    by_class = welch_degrees(parts, [degrees_of(sums.positives), degrees_of(sums.negatives)])
    by_size = float(min(degrees_of(sums.share), by_class))
    df = min(by_size, influence_degrees(moved, each)) if moved.any() else by_size
    return Spread(max(variance, 0.0), df, by_size, sum(added), moved)


def unseen(placed: Ints, positive: Bools, clusters: Ints, sums: Sums) -> tuple[float, float]:
    """What one more cluster, placed as extremely as any item, adds where fewer than three differ."""
    both, codes = [], codes_of(clusters)
    sizes = sums.negatives.sum(), sums.positives.sum()  # of the class that an item is placed against
    farthest = max(
        float(np.max(np.abs(placed[side]))) / (2 * size)
        for side, size in zip((positive, ~positive), sizes, strict=True)
    )
    for side, held in ((positive, sums.positives), (~positive, sums.negatives)):
        values, counts = np.unique(placed[side], return_counts=True)
        apart = len(np.unique(codes[side][placed[side] != values[np.argmax(counts)]]))
        both.append(one_more(farthest**2, degrees_of(held)) if apart < FEW else 0.0)
    return both[0], both[1]


def one_more(square: float, df: float) -> float:
    """What one more unit adds to the variance of a mean, by the square of how far off it is."""
    return square / df / (df + 1)


def _shrink(held: Floats) -> float:
    """(I - 1) / I for the clusters that hold any."""
    count = np.count_nonzero(held)
    return (count - 1) / count


def degrees_of(held: Floats) -> float:
    """Bell and McCaffrey's degrees of freedom of clusters with given shares."""
    some = held[held > 0]
    return bell_mccaffrey(some / some.sum(), np.ones(some.size, dtype=np.int64))


def clustered_rank_kinds(items: RankedItems) -> Kinds:
    """Every cluster is its own kind."""
    assert items.clusters is not None  # noqa: S101 - asked before
    positive, codes = items.positive, codes_of(items.clusters)
    gain = gain_of(items)
    sums = sums_of(gain, positive, codes)
    m, n, won = sums.positives.sum(), sums.negatives.sum(), sums.above.sum()
    order = np.argsort(~positive, kind="stable")
    rankings = tuple(ranking(score[order], int(m)) for score in (items.a, items.b))

    def without() -> Floats:
        pairs = 2 * (m - sums.positives) * (n - sums.negatives)
        inside = sum(
            sign * _won_inside(each, positive, codes) for sign, each in zip((1, -1), items.ranks, strict=True)
        )
        with np.errstate(divide="ignore", invalid="ignore"):  # no item of a class elsewhere
            found: Floats = (won - (sums.above + sums.below - inside)) / pairs
        return found

    return Kinds(
        estimate=float(won / (2 * m * n)),
        repeats=np.ones(sums.positives.size, dtype=np.int64),
        unlike=np.bincount(codes, weights=gain != 0) > 0,
        n=items.a.size,
        gaps=lambda weights: gaps_of(weights[:, codes[order]], int(m), *rankings),
        without=without,
        width=items.a.size,
        span=1.0,
        same=IDENTICAL,
    )


def _won_inside(ranks: Ranks, positive: Bools, codes: Ints) -> Floats:
    """For each cluster twice the number of its own pairs that are ranked right, ties counted once."""
    place = codes * ranks.groups + ranks.group  # clusters one after the other, scores in order in each
    above, below = np.sort(place[positive]), place[~positive]
    ends = np.searchsorted(above, (codes[~positive] + 1) * ranks.groups)
    lower = np.searchsorted(above, below, side="left") + np.searchsorted(above, below, side="right")
    won = np.bincount(codes[~positive], weights=2 * ends - lower, minlength=int(codes.max()) + 1)
    return won.astype(np.float64)
