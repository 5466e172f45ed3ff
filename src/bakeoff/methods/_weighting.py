"""Random weights of kinds, exactly those of drawing unit by unit, and the work of many draws in parallel."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import generator

Sample = list[tuple[slice, npt.NDArray[np.uint16]]]
BATCH = 1 << 19  # numbers held at once by one thread
MOST_WORKERS = 8
LARGEST_BLOCK = 1 << 16  # units that 16 random bits tell apart
# A binomial draw for a kind takes as long as about so many draws of a unit by random bits, and to prepare the
# latter as long as so many of them.
UNITS_FOR_A_KIND, UNITS_TO_PREPARE = 20, 20_000


def unit_by_unit(repeats: Ints) -> bool:
    """Whether there are so many kinds that it is quicker to draw units than kinds."""
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
    """Powers of two that add up to so many units, the larger first."""
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
    """How many units of each kind come up heads when every unit throws a fair coin, ``count`` times."""
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

    The size of a chunk depends on the width alone and every chunk has a seed of its own, so that the
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
