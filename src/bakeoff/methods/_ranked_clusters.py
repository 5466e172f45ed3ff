"""Areas under ROC curves where items belong together: what each cluster adds, and what is left without it."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.methods._kinds import Kinds, bell_mccaffrey
from bakeoff.methods._placements import Bools, placements
from bakeoff.methods._ranked_kinds import gaps_of, ranking
from bakeoff.methods._reference import IDENTICAL, welch_degrees
from bakeoff.methods._resampling import influence_degrees

FEW = 3  # units placed apart from the rest of a class: fewer hardly show how much it varies


class Sums(NamedTuple):
    """For each cluster how many positives and negatives it has, and the sums of what they are placed at."""

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
    """What the items of each cluster are placed at (twice a number of pairs, see `placements`) together."""
    codes = codes_of(clusters)
    count = int(codes.max()) + 1

    def added(chosen: Bools, weights: Ints | None = None) -> Floats:
        weight = None if weights is None else weights[chosen]
        return np.bincount(codes[chosen], weights=weight, minlength=count).astype(np.float64)

    found = Sums(added(positive), added(~positive), added(positive, placed), added(~positive, placed))
    for name, of_class in (("positive", found.positives), ("negative", found.negatives)):
        if np.count_nonzero(of_class) < 2:
            raise InputError(f"all {name} items are in one cluster; expected each class in at least 2")
    return found


class Spread(NamedTuple):
    """The variance of an area or a difference of two, its degrees of freedom, and what was added to it.

    ``by_size`` are the degrees of freedom that the sizes of the clusters leave, whatever their influences.
    """

    variance: float
    df: float
    by_size: float
    added: float


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
    ``added`` is what either class is thought to vary beyond what is seen.
    """
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
    return Spread(max(variance, 0.0), df, by_size, sum(added))


def unseen(placed: Ints, positive: Bools, clusters: Ints, sums: Sums) -> tuple[float, float]:
    """What one more cluster, placed as far off as any item, adds to the variance of each class."""
    both, codes = [], codes_of(clusters)
    sizes = sums.negatives.sum(), sums.positives.sum()  # of the class that an item is placed against
    farthest = max(
        float(np.max(np.abs(placed[side]))) / (2 * size)
        for side, size in zip((positive, ~positive), sizes, strict=True)
    )
    for side, held in ((positive, sums.positives), (~positive, sums.negatives)):
        values, counts = np.unique(placed[side], return_counts=True)
        apart = len(np.unique(codes[side][placed[side] != values[np.argmax(counts)]]))
        both.append(one_more(apart, farthest, degrees_of(held)))
    return both[0], both[1]


def one_more(apart: int, farthest: float, df: float) -> float:
    """What one more unit far off adds to a variance, where fewer than three are apart from the rest."""
    return farthest**2 / df / (df + 1) if apart < FEW else 0.0


def _shrink(held: Floats) -> float:
    """(I - 1) / I for the clusters that hold any."""
    count = np.count_nonzero(held)
    return (count - 1) / count


def degrees_of(held: Floats) -> float:
    """Bell and McCaffrey's degrees of freedom of clusters that hold so much each."""
    some = held[held > 0]
    return bell_mccaffrey(some / some.sum(), np.ones(some.size, dtype=np.int64))


def clustered_rank_kinds(items: RankedItems) -> Kinds:
    """Every cluster is a kind of its own."""
    assert items.clusters is not None  # noqa: S101 - asked before
    positive, codes = items.positive, codes_of(items.clusters)
    gain = placements(items.a, positive) - placements(items.b, positive)
    sums = sums_of(gain, positive, codes)
    m, n, won = sums.positives.sum(), sums.negatives.sum(), sums.above.sum()
    order = np.argsort(~positive, kind="stable")
    rankings = tuple(ranking(score[order], int(m)) for score in (items.a, items.b))

    def without() -> Floats:
        pairs = 2 * (m - sums.positives) * (n - sums.negatives)
        inside = sum(
            sign * _won_inside(score, positive, codes) for sign, score in ((1, items.a), (-1, items.b))
        )
        with np.errstate(divide="ignore", invalid="ignore"):  # no item of a class elsewhere
            found: Floats = (won - (sums.above + sums.below - inside)) / pairs
        return found

    return Kinds(
        estimate=float(won / (2 * m * n)),
        repeats=np.ones(sums.positives.size, dtype=np.int64),
        unlike=np.bincount(codes, weights=gain != 0) > 0,
        share=sums.share,
        n=items.a.size,
        gaps=lambda weights: gaps_of(weights[:, codes[order]], int(m), *rankings),
        without=without,
        width=items.a.size,
        span=1.0,
        same=IDENTICAL,
    )


def _won_inside(score: Floats, positive: Bools, codes: Ints) -> Floats:
    """For each cluster twice the number of its own pairs that are ranked right, ties counted once."""
    ranks = np.unique(score, return_inverse=True)[1]
    place = codes * (int(ranks.max()) + 1) + ranks  # clusters one after the other, scores in order in each
    above, below = np.sort(place[positive]), place[~positive]
    ends = np.searchsorted(above, (codes[~positive] + 1) * (int(ranks.max()) + 1))
    lower = np.searchsorted(above, below, side="left") + np.searchsorted(above, below, side="right")
    won = np.bincount(codes[~positive], weights=2 * ends - lower, minlength=int(codes.max()) + 1)
    return won.astype(np.float64)
