"""Differences between 3-NN and 1-NN in paired cross-validation of single samples."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._mh_cells import says
from bakeoff.lab.papers._mh_neighbours import Samples, left_out_errors, partitions, true_errors
from bakeoff.lab.papers._mh_study import by_set, every_case, sets

ITERATIONS = int(says("table15_bias_pct_2CVstar", "iterations"))
FROM = 30  # items: the size from which the paper relies on 2-CV*


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """One size and population: in sets of 20 samples, what iterated cross-validation of each sample says.

    ``mean`` is the average difference, ``spread`` the standard deviation of all differences on single test
    sets, S(x), ``by_run`` that of the averages of the iterations, and ``true`` the difference of true errors.
    """

    size: int
    population: str
    mean: Floats
    spread: Floats
    by_run: Floats
    true: Floats

    @property
    def spread_of_mean(self) -> Floats:
        """S(xbar) in each set: the standard deviation of the average difference over its samples."""
        found: Floats = self.mean.std(axis=1, ddof=1)
        return found


def fold_differences(samples: Samples, folds: int, runs: int, rng: np.random.Generator) -> Floats:
    """The error rate of 3-NN less that of 1-NN in each fold: (samples, folds, runs), paired."""
    fold_of = partitions(samples, folds, runs, rng)
    three, one = (left_out_errors(samples, fold_of, k).view(np.int8) for k in (3, 1))
    more, items = three - one, samples.n / folds
    return np.stack([np.sum(more, axis=1, where=fold_of == fold) for fold in range(folds)], axis=1) / items


def cases(
    effort: Effort, key: str, sizes: tuple[int, ...], populations: tuple[str, ...], folds: int, count: int
) -> list[Case]:
    """All cases, each with ``count`` sets of 20 samples."""
    every = every_case(effort, sizes, populations)
    return [_case(effort, key, size, population, folds, count) for size, population in every]


def _case(effort: Effort, key: str, size: int, population: str, folds: int, count: int) -> Case:
    parts: list[tuple[Floats, ...]] = []
    for samples, rng in sets(effort, key, size, population, count, at_once=2):
        x = fold_differences(samples, folds, ITERATIONS, rng)
        true = true_errors(samples, 3) - true_errors(samples, 1)
        every, runs = x.reshape(len(samples), -1), x.mean(axis=1)
        parts.append((every.mean(axis=1), every.std(axis=1, ddof=1), runs.std(axis=1, ddof=1), true))
    mean, spread, by_run, true = (by_set(np.concatenate(values)) for values in zip(*parts, strict=True))
    return Case(size=size, population=population, mean=mean, spread=spread, by_run=by_run, true=true)


def rms(values: Floats) -> Floats:
    """The root of the mean square over the samples of each set."""
    found: Floats = np.sqrt(np.mean(values**2, axis=-1))
    return found


def slope(x: Floats, y: Floats) -> Floats:
    """The slope of the line through the origin, over the cases in the first axis.

    >>> slope(np.array([[1.0], [2.0]]), np.array([[2.0], [4.0]])).tolist()
    [2.0]
    """
    found: Floats = np.sum(x * y, axis=0) / np.sum(x**2, axis=0)
    return found


def line(x: Floats, y: Floats) -> Floats:
    """The slope of the line with an intercept.

    >>> line(np.array([[1.0], [2.0]]), np.array([[2.0], [5.0]])).tolist()
    [3.0]
    """
    away = x - x.mean(axis=0)
    found: Floats = np.sum(away * y, axis=0) / np.sum(away**2, axis=0)
    return found


def scatter(of_mean: Floats, spread: Floats) -> Floats:
    """How far S(x) of single samples is from its line through the origin, as a share of its own rms.

    ``of_mean`` is (cases, sets) and ``spread`` (cases, sets, samples).
    """
    fitted = slope(of_mean, spread.mean(axis=2)) * of_mean
    off = np.mean((spread - fitted[..., None]) ** 2, axis=(0, 2))
    found: Floats = np.sqrt(off / np.mean(spread**2, axis=(0, 2)))
    return found
