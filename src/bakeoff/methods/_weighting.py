"""Random weights of kinds, exactly those of drawing unit by unit, and the work of many draws in parallel."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import generator

BATCH = 1 << 19  # numbers held at once by one thread
MOST_WORKERS = 8
BLOCK = 256  # units that one random byte tells apart
TOGETHER = 64  # blocks drawn at once: few enough for a processor's cache
# A binomial draw for a kind takes as long as about so many draws of a unit by a random byte.
UNITS_FOR_A_KIND = 20


def unit_by_unit(repeats: Ints) -> bool:
    """Whether there are so many kinds that it is quicker to draw units than kinds."""
    return int(repeats.sum()) <= UNITS_FOR_A_KIND * repeats.size


def draw_weights(repeats: Ints, count: int, rng: np.random.Generator) -> Ints:
    """How often each kind occurs in ``count`` samples, as large as the whole, drawn with replacement.

    A multinomial: kind by kind where they are few, unit by unit where there are about as many kinds.
    """
    units = int(repeats.sum())
    if not unit_by_unit(repeats):
        return rng.multinomial(units, repeats / units, size=count)
    drawn = np.empty((count, units), dtype=np.int64)
    starts = np.arange(0, units, BLOCK)
    sizes = np.minimum(BLOCK, units - starts)
    for row, by_block in zip(drawn, rng.multinomial(units, sizes / units, size=count), strict=True):
        for at in range(0, sizes.size, TOGETHER):
            part = slice(at, at + TOGETHER)
            row[at * BLOCK : (at + TOGETHER) * BLOCK] = _within_blocks(by_block[part], sizes[part], rng)
    if units == repeats.size:
        return drawn
    return np.add.reduceat(drawn, np.concatenate([[0], np.cumsum(repeats)[:-1]]), axis=1)


def _within_blocks(by_block: Ints, sizes: Ints, rng: np.random.Generator) -> Ints:
    """How often each unit is drawn where the draws from each block are known: one random byte a draw."""
    draws, last = int(by_block.sum()), int(by_block[-1])
    words = rng.integers(0, 2**64 - 1, draws // 8 + 1, dtype=np.uint64, endpoint=True)
    places = np.repeat(BLOCK * np.arange(sizes.size), by_block)
    if sizes[-1] == BLOCK:
        places += words.view(np.uint8)[:draws]
    else:  # a byte does not divide evenly among the units of a smaller block
        places[: draws - last] += words.view(np.uint8)[: draws - last]
        places[draws - last :] += rng.integers(0, sizes[-1], size=last)
    return np.bincount(places, minlength=int(sizes.sum()))


def draw_coins(repeats: Ints, count: int, rng: np.random.Generator) -> Ints:
    """How many units of each kind come up heads when every unit throws a fair coin, ``count`` times."""
    single = repeats == 1
    heads = np.empty((count, repeats.size), dtype=np.int64)
    heads[:, single] = rng.integers(0, 2, size=(count, int(single.sum())), dtype=np.bool_)
    heads[:, ~single] = rng.binomial(repeats[~single], 0.5, size=(count, int((~single).sum())))
    return heads


def in_chunks(
    work: Callable[[int, np.random.Generator], Any],
    resamples: int,
    width: int,
    *path: object,
    threads: bool = True,
) -> list[Any]:
    """The results of ``work(count, rng)`` for chunks of resamples that take ``width`` numbers each.

    The size of a chunk depends on the width alone and every chunk has a seed of its own, so that the
    number of processors cannot change an answer. ``path`` starts with the root of the seeds. ``threads`` is
    for work whose steps are long: short ones would wait for each other.
    """
    size = max(1, BATCH // width)
    sizes = [min(size, resamples - start) for start in range(0, resamples, size)]

    def one(at: int) -> Any:
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
