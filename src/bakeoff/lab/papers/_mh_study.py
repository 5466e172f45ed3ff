"""The frame of Martin & Hirschberg's study of 1-NN and 3-NN: sizes, populations, sets of 20 samples."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers import _mh_neighbours as neighbours
from bakeoff.lab.papers._mh_cells import says

TABLE = "table10_paired_t_TER_3NN_minus_1NN"
SIZES = tuple(int(size) for size in says(TABLE, "rows"))
POPULATIONS = tuple(says("table15_bias_pct_2CVstar", "columns"))  # by inherent error, "0.1%" to "50%"
LOT = int(says(TABLE, "samples_per_cell"))
CRITICAL = float(says(TABLE, "critical"))
NOTHING = 1e-9  # differences in an error rate below this are rounding
AT_ONCE = 200  # sets of samples in memory at one time


def inherent(population: str) -> float:
    """The inherent error of a population that print names in per cent.

    >>> inherent("0.1%")
    0.001
    """
    return round(float(population.rstrip("%")) / 100, 9)


def in_print(table: str, size: int, population: str) -> float:
    """The number that a table has for a size and a population.

    >>> in_print(TABLE, 10, "0.1%") == says(TABLE, "rows", "10")[0]
    True
    """
    return float(says(table, "rows", str(size))[says(table, "columns").index(population)])


def why_not(population: str) -> str:
    """Why the true errors of a population do not come out as in print, where that is known."""
    return "signs-not-found" if population == "0.1%" else ""


def row_of(size: int) -> str:
    """The row of a table for samples of one size.

    >>> row_of(10)
    'N = 10'
    """
    return f"N = {size}"


def every_case(
    effort: Effort, sizes: Sequence[int] = SIZES, populations: Sequence[str] = POPULATIONS
) -> Iterator[tuple[int, str]]:
    """Each size with each population; how far the work is, is told after each."""
    cases = list(product(sizes, populations))
    for done, case in enumerate(cases, start=1):
        yield case
        effort.told(done / len(cases))


def sets(
    effort: Effort, key: str, size: int, population: str, count: int, *, at_once: int = AT_ONCE
) -> Iterator[tuple[neighbours.Samples, np.random.Generator]]:
    """``count`` sets of 20 samples, some at a time, each with a generator for what follows."""
    for first in range(0, count, at_once):
        rng = generator(effort.rng, key, size, population, first)
        yield neighbours.draw(inherent(population), size, LOT * min(at_once, count - first), rng), rng


def estimates(
    effort: Effort, samples: neighbours.Samples, k: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """The true error of k nearest neighbours in each sample, and what estimators say, named as in print.

    Each learner has partitions and resamples of its own. In quick work there are fewer of them, which
    adds little to the chance in the samples.
    """
    halves = neighbours.partitions(samples, 2, effort.draws(100, 30), rng)
    found = {
        "TER": neighbours.true_errors(samples, k),
        "LOO": neighbours.left_one_out(samples, k),
        "10-CV": neighbours.cross_validated(samples, neighbours.partitions(samples, 10, 1, rng), k),
        "632b": neighbours.bootstrapped(
            samples, neighbours.resamples(samples, effort.draws(200, 50), rng), k
        ),
    }
    hybrid = np.median([found["LOO"], found["632b"], neighbours.cross_validated(samples, halves, k)], axis=0)
    return {**found, "LOO*": hybrid}


def by_set(values: Floats) -> Floats:
    """One row for each set of samples.

    >>> by_set(np.zeros(40)).shape
    (2, 20)
    """
    return values.reshape(-1, LOT)


def paired_t(differences: Floats) -> Floats:
    """Student's t of the mean difference in each set (SIG-8); 0 where nothing differs.

    >>> paired_t(np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])).round(4).tolist()
    [3.4641, 0.0]
    """
    return _over(differences.mean(axis=1), differences.std(axis=1, ddof=1), differences.shape[1])


def unpaired_t(first: Floats, second: Floats) -> Floats:
    """The t of second minus first as if they came from samples of their own (SIG-9)."""
    spread = np.sqrt(first.var(axis=1, ddof=1) + second.var(axis=1, ddof=1))
    return _over((second - first).mean(axis=1), spread, first.shape[1])


def _over(mean: Floats, spread: Floats, n: int) -> Floats:
    # Where all differ by the same, t is beyond all bounds: a large number keeps its sign.
    error = np.maximum(spread, NOTHING) / np.sqrt(n)
    return np.where(np.abs(mean) < NOTHING, 0.0, mean / error)
