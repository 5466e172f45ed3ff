"""What the tables and figures of Bouckaert 2003 share: his data sets, his tests and their calibration."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.papers._printed import printed
from bakeoff.lab.populations import POPULATIONS
from bakeoff.methods._calibrating import FoundDf, calibrated_df, ratios
from bakeoff.methods._reference import student_quantile
from bakeoff.report.draw.exhibit import Cell

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
# His names, as the tables have them, and the methods that they are.
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
STAND_INS = (
    "his networks are not given: these are stand-ins, found by searching random networks for nearly the "
    "same gap between the two learners"
)
SPLITS = (
    "the share that resampling tests on is not given; it is 1/10 here, the first fold of each run, which "
    "agrees with what print says of its degrees of freedom (E-B7)"
)
FAIR = "how often an attribute is 1 is not given; it is half the time here (E-B8)"
GRID_END = (
    "the degrees of freedom tried end at 100: where corrected resampling gets there, with many runs, more "
    "would hold the level too, and it raises fewer false alarms and finds less than it might"
)
BLOCK = 100  # data sets that are drawn and run together

Counts = npt.NDArray[np.int16]
Told = Callable[[float], None]


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

    Data set i and its run j are the same whatever else is asked for; ``deal`` names other folds for them.
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
    """A root for draws that have nothing to do with those of ``rng``."""
    return int(generator(rng, "bouckaert", name).integers(2**62))


def differences(
    population: str, *, a: str = TREE, b: str = BAYES, told: Told | None = None, **asked: Any
) -> Counts:
    """Items that A gets right more than B: (data sets, runs, folds). A tree takes nearly all the time."""
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
    """Whether a statistic is significant with so many degrees of freedom; never where there are none."""
    if df is None:
        return np.zeros(u.shape, dtype=bool)
    significant: npt.NDArray[np.bool_] = np.abs(u) > student_quantile(df, alpha / 2) / math.sqrt(df + 1)
    return significant


def share_rejected(u: Floats, df: float | None, alpha: float = ALPHA) -> float:
    """The share of data sets on which a test is significant."""
    return float(np.mean(rejects(u, df, alpha)))


def share_cell(
    row: str,
    column: str,
    published: float | None,
    share_at: Callable[[float | None], float],
    found: FoundDf,
    draws: int,
    reason: str = "",
) -> Cell:
    """A share of data sets in per cent, at the degrees of freedom that were found.

    Its error has two parts on both sides: the data sets that were tried, and those that the degrees of
    freedom come from. The second is read off what other degrees of freedom would give, within the 95 %
    interval for them.
    """
    share = share_at(found.df)
    swing = abs(share_at(found.high) - share_at(max(found.low, 2))) / (2 * 1.96)
    variance = swing**2 * (1 + draws / THEIRS) if published is not None else swing**2
    return Cell(
        row=row,
        column=column,
        published=published,
        computed=100 * share,
        digits=1,
        error=100 * math.sqrt(variance + binomial_variance(share, published, draws)),
        reason=reason,
    )


def binomial_variance(share: float, published: float | None, draws: int) -> float:
    """The variance of a share less the published one, in per cent, if both come from the same chance."""
    theirs = 0 if published is None else THEIRS
    # Half an event more keeps the error of nothing out of a thousand from being nothing.
    pooled = (share * draws + (published or 0.0) / 100 * theirs + 0.5) / (draws + theirs + 1)
    return pooled * (1 - pooled) * (1 / draws + (1 / theirs if theirs else 0.0))
