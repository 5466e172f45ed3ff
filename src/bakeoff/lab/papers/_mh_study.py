"""Martin & Hirschberg's study of 1-NN and 3-NN: sizes, populations, sets of 20 samples, iterated halvings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Effort, points
from bakeoff.lab.papers import _mh_neighbours as neighbours
from bakeoff.lab.papers._mh_cells import says
from bakeoff.report.draw.figure import Series

TABLE = "table10_paired_t_TER_3NN_minus_1NN"
SIZES = tuple(int(size) for size in says(TABLE, "rows"))
POPULATIONS = tuple(says("table15_bias_pct_2CVstar", "columns"))  # by inherent error, "0.1%" to "50%"
LOT = int(says(TABLE, "samples_per_cell"))
CRITICAL = float(says(TABLE, "critical"))
NOTHING = 1e-9  # differences in an error rate below this are rounding
AT_ONCE = 200  # sets of samples in memory at once
ITERATIONS = int(says("table15_bias_pct_2CVstar", "iterations"))
FROM = 30  # items: the size from which the paper relies on 2-CV*


def inherent(population: str) -> float:
    """The inherent error of a population, which the paper gives in per cent.

    >>> inherent("0.1%")
    0.001
    """
    return round(float(population.rstrip("%")) / 100, 9)


def in_print(table: str, size: int, population: str) -> float:
    """The printed number for a size and a population.

    >>> in_print(TABLE, 10, "0.1%") == says(TABLE, "rows", "10")[0]
    True
    """
    return float(says(table, "rows", str(size))[says(table, "columns").index(population)])


def why_not(population: str) -> str:
    """Why the true errors of a population differ from print, where that is known."""
    return "signs-not-found" if population == "0.1%" else ""


def every_case(
    effort: Effort, sizes: Sequence[int] = SIZES, populations: Sequence[str] = POPULATIONS
) -> Iterator[tuple[int, str]]:
    """Each size with each population; progress is reported after each."""
    cases = list(product(sizes, populations))
    for done, case in enumerate(cases, start=1):
        yield case
        effort.told(done / len(cases))


def sets(
    effort: Effort, key: str, size: int, population: str, count: int, *, at_once: int = AT_ONCE
) -> Iterator[tuple[neighbours.Samples, np.random.Generator]]:
    """``count`` sets of 20 samples, in batches, each with a generator for what follows."""
    for first in range(0, count, at_once):
        rng = generator(effort.rng, key, size, population, first)
        yield neighbours.draw(inherent(population), size, LOT * min(at_once, count - first), rng), rng


def estimates(
    effort: Effort, samples: neighbours.Samples, k: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """The true error of k nearest neighbours in each sample, and the estimates, named as in print.

    Each learner has its own partitions and resamples. In quick mode there are fewer of them, which
    adds little to the variation of the samples.
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


def joined(parts: Iterable[dict[str, Floats]]) -> dict[str, Floats]:
    """The results of several batches, joined under each name."""
    found = list(parts)
    return {name: np.concatenate([part[name] for part in found]) for name in found[0]}


def estimated_apart(
    effort: Effort, samples: neighbours.Samples, rng: np.random.Generator
) -> dict[str, Floats]:
    """3-NN minus 1-NN in each sample: in true error, and by each estimator."""
    one, three = (estimates(effort, samples, k, rng) for k in (1, 3))
    return {name: three[name] - one[name] for name in one}


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
    """The t of second minus first as if they came from separate samples (SIG-9)."""
    spread = np.sqrt(first.var(axis=1, ddof=1) + second.var(axis=1, ddof=1))
    return _over((second - first).mean(axis=1), spread, first.shape[1])


def _over(mean: Floats, spread: Floats, n: int) -> Floats:
    # Where all differences are equal, t is infinite: a large number keeps its sign.
    error = np.maximum(spread, NOTHING) / np.sqrt(n)
    return np.where(np.abs(mean) < NOTHING, 0.0, mean / error)


@dataclass(frozen=True, kw_only=True, eq=False)
class Cases:
    """Results of iterated cross-validation for 3-NN minus 1-NN: by case, set and sample.

    ``mean`` is the average difference, ``spread`` the standard deviation of all differences on single test
    sets, S(x), ``by_run`` that of the averages of the iterations, and ``true`` the difference of true errors.
    """

    sizes: Ints
    mean: Floats
    spread: Floats
    by_run: Floats
    true: Floats

    @property
    def spread_of_mean(self) -> Floats:
        """S(xbar) by case and set: the standard deviation of the average difference over the samples."""
        return np.asarray(self.mean.std(axis=2, ddof=1))

    def where(self, chosen: npt.ArrayLike) -> "Cases":
        """Some of the cases."""
        return Cases(**{name: each[chosen] for name, each in vars(self).items()})


def fold_differences(samples: neighbours.Samples, folds: int, runs: int, rng: np.random.Generator) -> Floats:
    """The error rate of 3-NN minus that of 1-NN in each fold: (samples, folds, runs), paired."""
    fold_of = neighbours.partitions(samples, folds, runs, rng)
    three, one = (neighbours.left_out_errors(samples, fold_of, k).view(np.int8) for k in (3, 1))
    more, items = three - one, samples.n / folds
    sums = [np.sum(more, axis=1, where=fold_of == fold) for fold in range(folds)]
    return np.asarray(np.stack(sums, axis=1) / items)


def cases(
    effort: Effort, key: str, sizes: tuple[int, ...], populations: tuple[str, ...], folds: int, count: int
) -> Cases:
    """All cases, each with ``count`` sets of 20 samples."""
    found = []
    for size, population in every_case(effort, sizes, populations):
        drawn = sets(effort, key, size, population, count, at_once=2)
        found.append(joined(_iterated(samples, folds, rng) for samples, rng in drawn))
    every = {name: np.array([by_set(each[name]) for each in found]) for name in found[0]}
    return Cases(sizes=np.repeat(sizes, len(populations)), **every)


def _iterated(samples: neighbours.Samples, folds: int, rng: np.random.Generator) -> dict[str, Floats]:
    x = fold_differences(samples, folds, ITERATIONS, rng)
    every, runs = x.reshape(len(samples), -1), x.mean(axis=1)
    return {
        "mean": every.mean(axis=1),
        "spread": every.std(axis=1, ddof=1),
        "by_run": runs.std(axis=1, ddof=1),
        "true": neighbours.true_errors(samples, 3) - neighbours.true_errors(samples, 1),
    }


def rms(values: Floats) -> Floats:
    """The root of the mean square over the samples of each set."""
    return np.asarray(np.sqrt(np.mean(values**2, axis=-1)))


def slope(x: Floats, y: Floats) -> Floats:
    """The slope of the line through the origin, over the cases in the first axis.

    >>> slope(np.array([[1.0], [2.0]]), np.array([[2.0], [4.0]])).tolist()
    [2.0]
    """
    return np.asarray(np.sum(x * y, axis=0) / np.sum(x**2, axis=0))


def line(x: Floats, y: Floats) -> Floats:
    """The slope of the line with an intercept.

    >>> line(np.array([[1.0], [2.0]]), np.array([[2.0], [5.0]])).tolist()
    [3.0]
    """
    away = x - x.mean(axis=0)
    return np.asarray(np.sum(away * y, axis=0) / np.sum(away**2, axis=0))


def scatter(of_mean: Floats, spread: Floats) -> Floats:
    """How far S(x) of single samples is from its line through the origin, as a share of its own rms.

    ``of_mean`` is (cases, sets) and ``spread`` (cases, sets, samples).
    """
    fitted = slope(of_mean, spread.mean(axis=2)) * of_mean
    off = np.mean((spread - fitted[..., None]) ** 2, axis=(0, 2))
    return np.asarray(np.sqrt(off / np.mean(spread**2, axis=(0, 2))))


def samples_of_one_study(found: Cases) -> tuple[Series, Floats]:
    """S(x) of the samples of one set in each case against S(xbar), and the ends of a line through them."""
    x, y = np.repeat(found.spread_of_mean[:, 0], LOT), found.spread[:, 0].ravel()
    return points("samples", x, y), np.array([0.0, x.max()])
