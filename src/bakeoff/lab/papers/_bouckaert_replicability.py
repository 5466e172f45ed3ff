"""Bouckaert's replicability: whether ten repetitions of a test on other folds all agree (SIM-3)."""

from functools import cache, partial

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.papers._bouckaert import RUNS, SETS, TESTS, calibration, differences, rejects, statistics
from bakeoff.methods._calibrating import FoundDf, ratios
from bakeoff.report.draw.exhibit import Effort

REPETITIONS = 10
HALVES, HALVES_KEY, HALVES_DF = "5x2 cv", "five-by-two-t", 5
WORST = "min"


def studied(effort: Effort) -> int:
    """Compute all that the tables on replicability need, telling how far it is; the number of data sets."""
    draws = effort.draws(1000, 100)
    for at, name in enumerate(SETS):
        differences(
            SETS[name],
            runs=RUNS * REPETITIONS,
            draws=draws,
            rng=effort.rng,
            told=lambda share, at=at: effort.told((at + 0.9 * share) / len(SETS)),  # type: ignore[misc]
        )
        for test in (*TESTS, HALVES):
            repeated(test, name, draws, effort.rng)
    return draws


@cache
def repeated(test: str, name: str, draws: int, rng: int) -> Floats:
    """U (data sets, repetitions) of a test on one of the four sets."""
    if test == HALVES:
        x = differences(SETS[name], runs=5 * REPETITIONS, folds=2, draws=draws, rng=rng)
        return ratios(HALVES_KEY, x.reshape(draws, REPETITIONS, 5, 2))
    x = differences(SETS[name], runs=RUNS * REPETITIONS, draws=draws, rng=rng)
    return statistics(test, x.reshape(draws, REPETITIONS, RUNS, -1))


def found_df(test: str, draws: int, rng: int) -> FoundDf:
    """The calibrated degrees of freedom, or those of 5x2 cv, which is not calibrated."""
    if test == HALVES:
        return FoundDf(df=HALVES_DF, size=0.0, size_error=0.0, low=HALVES_DF, high=HALVES_DF, draws=draws)
    return calibration(test, draws, rng)


def agreement(u: Floats, df: float | None, alpha: float) -> float:
    """The share of data sets on which all repetitions reject, or none does."""
    together = rejects(u, df, alpha).sum(axis=1)
    return float(np.mean((together == 0) | (together == u.shape[1])))


def replicability(test: str, name: str, draws: int, rng: int, alpha: float) -> "partial[float]":
    """The agreement on one of the four sets, or the least over them, as a function of df."""
    if name != WORST:
        return partial(agreement, repeated(test, name, draws, rng), alpha=alpha)
    every = [replicability(test, each, draws, rng, alpha) for each in SETS]
    return partial(_least, every)


def _least(every: "list[partial[float]]", df: float | None) -> float:
    return min(each(df) for each in every)
