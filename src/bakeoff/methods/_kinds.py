"""What a test set is resampled from: independent units by kind, and random weights of the kinds."""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints, PairedScores
from bakeoff.core.rng import generator
from bakeoff.methods._reference import IDENTICAL, noise_of, snap

Sample = list[tuple[slice, npt.NDArray[np.uint16]]]
BATCH = 1 << 19  # numbers held at once by one thread
MOST_WORKERS = 8
LARGEST_BLOCK = 1 << 16  # units that 16 random bits can select
# A binomial draw for a kind takes as long as about this many draws of a unit by random bits; preparing the
# latter takes as long as this many of them.
UNITS_FOR_A_KIND, UNITS_TO_PREPARE = 20, 20_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Kinds:
    """Units (items, or clusters of them) by kind, and what a sample of them says about A minus B.

    ``repeats[k]`` units, of ``n`` items in all, are of kind k, and A and B differ on them where
    ``unlike[k]``. ``gaps`` maps weights [resample, kind] to A minus B of each resample, NaN where that is
    0/0; ``without`` gives A minus B where one unit of each kind is left out. One resample takes ``width``
    numbers; ``draw`` gives the gaps of a number of resamples where there is a faster way than weights. No
    difference is larger than ``span``; ``same`` is the note where A and B differ on no unit.
    """

    estimate: float
    repeats: Ints
    unlike: npt.NDArray[np.bool_]
    n: int
    gaps: Callable[[Ints], Floats]
    without: Callable[[], Floats]
    width: int
    span: float
    same: str
    draw: Callable[[int, np.random.Generator], Floats] | None = None

    @property
    def units(self) -> int:
        """Number of independent units."""
        return int(self.repeats.sum())

    @property
    def differing(self) -> int:
        """Number of units on which A and B differ."""
        return int(self.repeats[self.unlike].sum())

    @cached_property
    def influences(self) -> Floats:
        """How far A minus B moves when one unit of each kind is left out; 0 where that makes it 0/0."""
        moved = self.without() - self.estimate
        moved[~np.isfinite(moved)] = 0.0
        return moved


def bell_mccaffrey(share: Floats, repeats: Ints) -> float:
    """Degrees of freedom of the variance of a mean over clusters that hold these shares of the items.

    ``1 / (sum h^2 + (sum q)^2 - sum q^2)`` with q = h^2 / (1 - h): for equal clusters their number
    minus 1.
    """
    q = share**2 / (1 - share)
    squares, sums, rest = (math.fsum((repeats * each).tolist()) for each in (share**2, q, q**2))
    return float(1 / (squares + sums**2 - rest))


def unit_by_unit(repeats: Ints) -> bool:
    """Whether there are so many kinds that drawing units is faster than drawing kinds."""
    return int(repeats.sum()) + UNITS_TO_PREPARE < UNITS_FOR_A_KIND * repeats.size


def draw_weights(repeats: Ints, count: int, rng: np.random.Generator) -> Ints:
    """How often each kind occurs in ``count`` samples, as large as the whole, drawn with replacement.

    A multinomial: kind by kind where they are few, unit by unit where there are about as many kinds.
    """
    units = int(repeats.sum())
    if not unit_by_unit(repeats):
        return rng.multinomial(units, repeats / units, size=count)
    drawn = _draw_units(units, count, rng)
    if units == repeats.size:
        return drawn
    return np.add.reduceat(drawn, np.concatenate([[0], np.cumsum(repeats)[:-1]]), axis=1)


def _draw_units(units: int, count: int, rng: np.random.Generator) -> Ints:
    """Weights of single units."""
    sizes = blocks(units)
    drawn = np.empty((count, units), dtype=np.int64)
    for row, sample in zip(drawn, draw_places(sizes, count, rng), strict=True):
        for part, places in sample:
            row[part] = np.bincount(places, minlength=part.stop - part.start)
    return drawn


def blocks(units: int) -> Ints:
    """Powers of two that add up to a number of units, the largest first."""
    whole, rest = divmod(units, LARGEST_BLOCK)
    powers = [1 << bit for bit in reversed(range(LARGEST_BLOCK.bit_length() - 1)) if rest >> bit & 1]
    return np.array([LARGEST_BLOCK] * whole + powers)


def draw_places(sizes: Ints, count: int, rng: np.random.Generator) -> Iterator[Sample]:
    """Samples of as many units as the blocks hold: for each block the places within it that were drawn.

    A multinomial over blocks, and within each random bits for every draw: they are exactly uniform, because
    the sizes are powers of two.
    """
    units = int(sizes.sum())
    stops = np.cumsum(sizes).tolist()
    parts = [slice(stop - size, stop) for stop, size in zip(stops, sizes.tolist(), strict=True)]
    for by_block in rng.multinomial(units, sizes / units, size=count):
        words = rng.integers(0, 2**64 - 1, units // 4 + 1, dtype=np.uint64, endpoint=True)
        drawn, ends = words.view(np.uint16), np.cumsum(by_block).tolist()
        yield [
            (part, drawn[start:end] & np.uint16(part.stop - part.start - 1))
            for part, start, end in zip(parts, [0, *ends[:-1]], ends, strict=True)
        ]


def draw_coins(repeats: Ints, count: int, rng: np.random.Generator) -> Ints:
    """How many units of each kind come up heads when a fair coin is tossed for each, ``count`` times."""
    single = repeats == 1
    heads = np.empty((count, repeats.size), dtype=np.int64)
    heads[:, single] = rng.integers(0, 2, size=(count, int(single.sum())), dtype=np.bool_)
    heads[:, ~single] = rng.binomial(repeats[~single], 0.5, size=(count, int((~single).sum())))
    return heads


def in_chunks(
    work: Callable[[int, np.random.Generator], Floats],
    resamples: int,
    width: int,
    *path: object,
    threads: bool = True,
) -> list[Floats]:
    """The results of ``work(count, rng)`` for chunks of resamples that take ``width`` numbers each.

    The size of a chunk depends on the width alone and every chunk has its own seed, so that the
    number of processors cannot change an answer. ``path`` starts with the root of the seeds. ``threads`` is
    for work whose steps are long: short ones would wait for each other.
    """
    size = max(1, BATCH // width)
    sizes = [min(size, resamples - start) for start in range(0, resamples, size)]

    def one(at: int) -> Floats:
        return work(sizes[at], generator(*path, at))  # type: ignore[arg-type]

    workers = min(len(sizes), _processors(), MOST_WORKERS) if threads else 1
    if workers == 1:
        return [one(at) for at in range(len(sizes))]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(one, range(len(sizes))))


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


class Units(NamedTuple):
    """Independent units by the sum of what their items have and their size, those alike taken together."""

    total: Floats
    size: Ints
    repeats: Ints


def units_of(values: Floats, scores: PairedScores) -> Units:
    """Items, or clusters where there are any, in an order that does not depend on that of the rows."""
    counts = np.ones(values.size, dtype=np.int64) if scores.counts is None else scores.counts
    if scores.clusters is None:
        kinds, place = np.unique(values, return_inverse=True)
        repeats = np.bincount(place, weights=counts).astype(np.int64)
        return Units(kinds, np.ones(kinds.size, dtype=np.int64), repeats)
    order = np.lexsort((values, scores.clusters))
    clusters, values, counts = scores.clusters[order], values[order], counts[order]
    starts = np.flatnonzero(np.concatenate([[True], clusters[1:] != clusters[:-1]]))
    total, size = np.add.reduceat(values * counts, starts), np.add.reduceat(counts, starts)
    pairs, repeats = np.unique(np.column_stack([total, size]), axis=0, return_counts=True)
    return Units(pairs[:, 0], pairs[:, 1].astype(np.int64), repeats)


def mean_of(x: Floats, scores: PairedScores) -> float:
    """The mean over items, added up from the smallest difference to the largest."""
    order = np.argsort(x)
    counted = x if scores.counts is None else x * scores.counts
    return float(np.sum(counted[order])) / scores.n


def score_kinds(scores: PairedScores) -> Kinds:
    """Units whose items' differences have the same sum are of one kind; a sample's gap is a ratio of sums."""
    total, size, repeats = units_of(scores.a - scores.b, scores)
    noise = noise_of(scores.a, scores.b)
    n, whole = int(repeats @ size), float((repeats * total).sum())

    def gaps(weights: Ints) -> Floats:
        # einsum adds up in one order whatever the machine; a product of matrices need not.
        found: Floats = np.einsum("rk,k->r", weights, total) / np.einsum("rk,k->r", weights, size)
        return found

    def without() -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):  # the only unit
            found: Floats = (whole - total) / (n - size)
        return found

    return Kinds(
        estimate=snap(whole / n, noise),
        repeats=repeats,
        unlike=np.abs(total) > size * noise,
        n=n,
        gaps=gaps,
        without=without,
        width=repeats.size,
        span=scores.span,
        same=IDENTICAL,
    )


def remeasured_kinds(scores: PairedScores) -> Kinds:
    """Units of items, or clusters of them, in each sample of which the metric is computed again.

    The order of the units depends on what they hold, not on the order of the rows.
    """
    again = scores.remeasure
    assert again is not None  # noqa: S101 - asked before
    rows, difference = again.rows, scores.a - scores.b
    noise, estimate = noise_of(scores.a, scores.b), mean_of(difference, scores)
    if scores.clusters is None:
        _, items, repeats = np.unique(rows, axis=0, return_index=True, return_counts=True)
        unit, size = np.arange(items.size), np.ones(items.size)
    else:
        items, unit = _by_content(rows, scores.clusters)
        size = np.bincount(unit).astype(np.float64)
        repeats = np.ones(size.size, dtype=np.int64)
    total = np.bincount(unit, weights=difference[items])

    def without() -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):  # the only unit
            found: Floats = (scores.n * estimate - total) / (scores.n - size)
        return found

    return Kinds(
        estimate=snap(estimate, noise),
        repeats=repeats,
        unlike=np.abs(total) > size * noise,
        n=scores.n,
        gaps=lambda weights: again.gaps(items, weights[:, unit]),
        without=without,
        width=items.size,
        span=scores.span,
        same=IDENTICAL,
    )


def _by_content(rows: Floats, clusters: Ints) -> tuple[Ints, Ints]:
    """Items by cluster, and the cluster of each, numbered in the order of what the clusters hold."""
    order = np.lexsort((*rows.T[::-1], clusters))
    starts = np.flatnonzero(np.diff(clusters[order], prepend=clusters[order[0]] - 1))
    parts = np.split(order, starts[1:])
    parts.sort(key=lambda part: (part.size, rows[part].tolist()))
    return np.concatenate(parts), np.repeat(np.arange(len(parts)), [part.size for part in parts])
