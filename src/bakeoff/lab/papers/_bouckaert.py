"""What the exhibits of Bouckaert 2003 share: data sets, tests, calibration and replicability (SIM-3)."""

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Effort, Kind
from bakeoff.lab.papers._printed import printed
from bakeoff.lab.populations import POPULATIONS
from bakeoff.methods._calibrating import FoundDf, calibrated_df, ratios
from bakeoff.methods._reference import student_quantile

PAPER = "bouckaert2003"
DESIGN = printed(PAPER, "design")
ITEMS, FOLDS, THEIRS = DESIGN["instances"], DESIGN["folds"], DESIGN["datasets_per_set"]
RUNS, ALPHA = 10, 0.05
BAYES, TREE = "naive-bayes", "c45"
SETS = {
    "Set 1": "fair-attributes",
    "Set 2": "network-small-gap",
    "Set 3": "network-medium-gap",
    "Set 4": "network-large-gap",
}
# The names in his tables, and the methods that they stand for.
RESAMPLED = {"Resampling": "resampled-t", "Cor-resampling": "corrected-resampled-t"}
ONE_RUN = {"k-fold cv": "kfold-t"}
REPEATED = {
    "Use all data": "cv-all-data",
    "folds averaged var": "cv-folds-averaged-variance",
    "folds averaged T": "cv-folds-averaged-t",
    "runs averaged var": "cv-runs-averaged-variance",
    "runs averaged T": "cv-runs-averaged-t",
    "sorted runs": "cv-sorted-runs",
}
DROPPED = {
    "folds": "cv-folds",
    "runs": "cv-runs",
    "sorted runs averaged var": "cv-sorted-runs-averaged-variance",
    "sorted runs averaged T": "cv-sorted-runs-averaged-t",
}
TESTS = {**RESAMPLED, **ONE_RUN, **REPEATED}
REPETITIONS, WORST = 10, "min"  # of each test, for replicability; the least over all sets
HALVES, HALVES_DF = "5x2 cv", 5
BLOCK = 100  # data sets that are drawn and run together

Counts = npt.NDArray[np.int16]
Told = Callable[[float], None]
ShareAt = Callable[[float | None], float]  # of degrees of freedom


def counts(
    population: str,
    learner: str,
    *,
    draws: int,
    rng: int,
    runs: int = RUNS,
    folds: int = FOLDS,
    positive: float = 0.5,
    deal: str = "",
    told: Told | None = None,
) -> Counts:
    """Test errors (data sets, runs, folds) of a learner, each computed once in a process.

    Data set i and its run j are the same whatever else is computed; ``deal`` names other folds for them.
    """
    blocks = []
    for first in range(0, draws, BLOCK):
        count = min(BLOCK, draws - first)
        blocks.append(_block(population, positive, learner, first, count, rng, runs, folds, deal))
        if told is not None:
            told((first + count) / draws)
    return np.concatenate(blocks)


@cache
def _block(
    population: str,
    positive: float,
    learner: str,
    first: int,
    count: int,
    rng: int,
    runs: int,
    folds: int,
    deal: str,
) -> Counts:
    from bakeoff.lab import fold_errors  # it loads scikit-learn

    varied = {} if positive == 0.5 else {"positive": positive}
    X, y = POPULATIONS[population].vary(**varied).draw_many(count, ITEMS, rng, first=first)
    dealt_by = apart(rng, deal) if deal else rng
    return fold_errors(X, y, learner=learner, runs=runs, folds=folds, rng=dealt_by).astype(np.int16)


def apart(rng: int, name: str) -> int:
    """A root for draws that are independent of those of ``rng``."""
    return int(generator(rng, "bouckaert", name).integers(2**62))


def differences(
    population: str, *, a: str = TREE, b: str = BAYES, told: Told | None = None, **asked: Any
) -> Counts:
    """How many more items A gets right than B: (data sets, runs, folds). A tree takes nearly all the time."""
    return counts(population, b, **asked) - counts(population, a, told=told, **asked)


def statistics(test: str, x: Counts) -> Floats:
    """U (...) of one of his tests on differences (..., runs, folds)."""
    if test in RESAMPLED:
        return ratios(RESAMPLED[test], x[..., :1], test_to_train=1 / (FOLDS - 1))
    if test in ONE_RUN:
        return ratios(ONE_RUN[test], x[..., :1, :])
    return ratios((REPEATED | DROPPED)[test], x)


@cache
def calibration(test: str, draws: int, rng: int, runs: int = RUNS) -> FoundDf:
    """The degrees of freedom at which a test holds 5 % on Set 1."""
    x = differences(SETS["Set 1"], draws=draws, rng=rng, runs=runs)
    return calibrated_df(statistics(test, x), alpha=ALPHA, rng=rng)


def rejects(u: Floats, df: float | None, alpha: float = ALPHA) -> npt.NDArray[np.bool_]:
    """Whether a statistic is significant with given degrees of freedom; never where there are none."""
    if df is None:
        return np.zeros(u.shape, dtype=bool)
    return np.asarray(np.abs(u) > student_quantile(df, alpha / 2) / math.sqrt(df + 1))


def share_rejected(u: Floats, df: float | None, alpha: float = ALPHA) -> float:
    """The share of data sets on which a test is significant."""
    return float(np.mean(rejects(u, df, alpha)))


def alarm_cell(
    row: str,
    column: str,
    published: float,
    test: str,
    x: Counts,
    rng: int,
    *,
    alpha: float = ALPHA,
    reason: str = "",
    kind: Kind = "number",
) -> Cell:
    """How often a test rejects, with degrees of freedom that hold 5 % on as many data sets of Set 1."""
    share_at = partial(share_rejected, statistics(test, x), alpha=alpha)
    return share_cell(row, column, published, share_at, calibration(test, len(x), rng), reason, kind)


def share_cell(
    row: str,
    column: str,
    published: float | None,
    share_at: ShareAt,
    found: FoundDf,
    reason: str = "",
    kind: Kind = "number",
) -> Cell:
    """A share of data sets in per cent, at the degrees of freedom that were found.

    Its error has two parts on both sides: the data sets that were tried, and those that the degrees of
    freedom come from. The second is the change of the share over the 95 % interval of the degrees
    of freedom.
    """
    share, draws = share_at(found.df), found.draws
    swing = abs(share_at(found.high) - share_at(max(found.low, 2))) / (2 * 1.96)
    variance = swing**2 * (1 + draws / THEIRS) if published is not None else swing**2
    error = 100 * math.sqrt(variance + binomial_variance(share, published, draws))
    return Cell(row, column, published, 100 * share, 1, error=error, reason=reason, kind=kind)


def binomial_variance(share: float, published: float | None, draws: int) -> float:
    """The variance of a share minus the published one, in per cent, if both have the same expectation."""
    theirs = 0 if published is None else THEIRS
    # Half an event more keeps the standard error of 0 out of 1000 above 0.
    pooled = (share * draws + (published or 0.0) / 100 * theirs + 0.5) / (draws + theirs + 1)
    return pooled * (1 - pooled) * (1 / draws + (1 / theirs if theirs else 0.0))


def studied(effort: Effort) -> int:
    """Compute all that the tables on replicability need, report progress; gives the number of data sets."""
    draws = effort.draws(1000, 100)
    for at, name in enumerate(SETS):
        told = partial(lambda share, at: effort.told((at + 0.9 * share) / len(SETS)), at=at)
        differences(SETS[name], runs=RUNS * REPETITIONS, draws=draws, rng=effort.rng, told=told)
        for test in (*TESTS, HALVES):
            repeated(test, name, draws, effort.rng)
    return draws


@cache
def repeated(test: str, name: str, draws: int, rng: int) -> Floats:
    """U (data sets, repetitions) of a test on one of the four sets."""
    if test == HALVES:
        x = differences(SETS[name], runs=5 * REPETITIONS, folds=2, draws=draws, rng=rng)
        return ratios("five-by-two-t", x.reshape(draws, REPETITIONS, 5, 2))
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


def replicability(test: str, name: str, draws: int, rng: int, alpha: float) -> ShareAt:
    """The agreement on one of the four sets, or the least over them, as a function of df."""
    every = [repeated(test, each, draws, rng) for each in (SETS if name == WORST else [name])]
    return lambda df: min(agreement(u, df, alpha) for u in every)
