"""Degrees of freedom found from statistics of many data sets under a true null hypothesis (CAL-1)."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.method import Terms
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.rng import generator
from bakeoff.core.written import plural
from bakeoff.methods import METHODS
from bakeoff.methods._repeated_cv import deviations_along, ratio, root_mean_square
from bakeoff.methods.cv_all_data import terms as all_together

GRID = np.arange(2, 101)
RESAMPLES = 2000
ROUNDING = 1e-12  # 1 of 20 is 5 %, whatever 1 - 19/20 is in binary
FLAT = ("kfold-t", "resampled-t", "corrected-resampled-t")  # they take all scores as one sample
CORRECTED, HALVED = "corrected-resampled-t", "five-by-two-t"


@dataclass(frozen=True, kw_only=True)
class FoundDf:
    """Calibrated degrees of freedom, and their uncertainty.

    ``df`` is None where even 2 make more false alarms than alpha. ``size`` is the share of false alarms
    at ``df`` and ``size_error`` its Monte-Carlo error; ``low`` and ``high`` hold 95 % of what resampled
    draws give (1 stands for none). ``at_end`` says that df is the end of the grid: more would do too.
    """

    df: float | None
    size: float
    size_error: float
    low: float
    high: float
    draws: int
    at_end: bool = False


def calibrated_df(ratios: Floats, *, alpha: float = 0.05, rng: int = 0) -> FoundDf:
    """The largest df whose share of false alarms is at most alpha, over statistics U of null data.

    ``e(df) = mean(|U| sqrt(df + 1) > t_{df, 1 - alpha/2})`` never falls as df grows, since the critical
    value ``t_df / sqrt(df + 1)`` of U falls.

    Examples
    --------
    >>> draws = np.random.default_rng(0).standard_t(10, 2000) / np.sqrt(11)
    >>> 8 <= calibrated_df(draws).df <= 12
    True
    """
    sizes = np.sort(np.abs(np.asarray(ratios, dtype=np.float64)))
    if not len(sizes):
        raise InputError("there are no draws; expected at least one")
    critical = _critical(alpha)
    shares = _shares(sizes, critical)
    found = _largest(shares, alpha)
    draws = generator(rng, "df")
    again = [
        _largest(_shares(np.sort(draws.choice(sizes, len(sizes))), critical), alpha) for _ in range(RESAMPLES)
    ]
    low, high = np.quantile([1 if df is None else df for df in again], [0.025, 0.975], method="nearest")
    size = float(shares[0] if found is None else shares[found - GRID[0]])
    return FoundDf(
        df=found,
        size=size,
        size_error=math.sqrt(size * (1 - size) / len(sizes)),
        low=float(low),
        high=float(high),
        draws=len(sizes),
        at_end=bool(found == GRID[-1]),
    )


def largest_df(ratios: Floats, alpha: float, *, allowed: float | None = None) -> int | None:
    """The result of `calibrated_df` without its uncertainty, for figures with hundreds of calibrations.

    ``allowed`` is the share of false alarms that a test at level alpha may make, where it is not alpha.
    """
    shares = _shares(np.sort(np.abs(ratios)), _critical(alpha))
    return _largest(shares, alpha if allowed is None else allowed)


def false_alarms_at(ratios: Floats, df: float, alpha: float) -> float:
    """The share of null data on which a statistic rejects with given degrees of freedom."""
    critical = -special.stdtrit(df, alpha / 2) / math.sqrt(df + 1)
    return float(np.mean(np.abs(ratios) > critical))


def ratio_of(method: str, scores: FoldScores) -> float:
    """U, the statistic of a ``cv-*`` method without its degrees of freedom; 0 where it is undefined."""
    statistic = METHODS[method].compute(scores, level=0.95, alternative="two-sided", df=1).statistic
    return 0.0 if statistic is None else statistic / math.sqrt(2)


def _critical(alpha: float) -> Floats:
    """The critical value of U at each df of the grid."""
    critical: Floats = -special.stdtrit(GRID, alpha / 2) / np.sqrt(GRID + 1)
    return critical


def _shares(sizes: Floats, critical: Floats) -> Floats:
    return 1 - np.searchsorted(sizes, critical, side="right") / len(sizes)


def _largest(shares: Floats, alpha: float) -> int | None:
    legal = np.flatnonzero(shares <= alpha + ROUNDING)
    return int(GRID[legal[-1]]) if len(legal) else None


def ratios(key: str, differences: ArrayLike, *, test_to_train: float | None = None) -> Floats:
    """U of each data set: the method's statistic over sqrt(df + 1), so that df may still be chosen.

    A method with df degrees of freedom rejects where ``|U| sqrt(df + 1)`` exceeds Student's t. As in the
    methods, 0/0 is 0, and so is what is undefined; a difference without any spread is infinite.

    Parameters
    ----------
    key
        ``kfold-t``, ``resampled-t``, ``corrected-resampled-t`` (in Bouckaert's form, SIG-27),
        ``five-by-two-t``, or any ``cv-*`` but ``cv-sign``, which has no ratio.
    differences
        (..., runs, folds): A minus B, all of one scale, such as accuracies or counts of errors.
    test_to_train
        Size of the test sets relative to the training sets, which ``corrected-resampled-t`` needs.

    Examples
    --------
    >>> ratios("cv-all-data", np.array([[[3, 1], [2, 6]], [[0, 0], [0, 0]]])).round(4).tolist()
    [1.3887, 0.0]
    """
    x = np.asarray(differences, dtype=np.float64)
    terms = _terms(key)
    _check(key, x)
    noise = 8 * float(np.finfo(float).eps) * max(1.0, float(np.max(np.abs(x), initial=0.0)))
    found = ratio(terms, x, noise)
    return np.where(np.isnan(found), 0.0, found) / _scale(key, x.shape[-2] * x.shape[-1], test_to_train)


def _terms(key: str) -> Terms:
    if key in FLAT:
        return all_together
    if key == HALVED:
        return _first_against_halves
    known = {method.key: method.terms for method in METHODS if method.terms is not None}
    if key not in known:
        raise unknown_name("method with a ratio", key, [*FLAT, HALVED, *known])
    return known[key]


def _first_against_halves(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The first difference, and the root of the runs' mean variance (SIG-15)."""
    return x[..., 0, :1], root_mean_square(deviations_along(-1, x, noise))


def _check(key: str, x: Floats) -> None:
    least = (5, 2) if key == HALVED else (1, 1) if key in FLAT else (2, 2)
    shape = x.shape[-2:]
    fits = len(shape) == 2 and shape[0] >= least[0] and shape[1] >= least[1] and shape != (1, 1)
    if not fits or (key == HALVED and shape != least):
        some = "" if key == HALVED else "at least "
        raise InputError(
            f"differences have shape {x.shape}; {key} expected (..., runs, folds) with {some}"
            f"{plural(least[0], 'run')} of {plural(least[1], 'fold')}, and two differences or more"
        )


def _scale(key: str, n: int, test_to_train: float | None) -> float:
    """The divisor of the ratio of mean and spread."""
    if key == HALVED:
        return math.sqrt(6)  # 5 degrees of freedom, which do not enter the statistic
    if key != CORRECTED:
        return 1.0
    if test_to_train is None:
        raise InputError(f"{key} needs test_to_train, the ratio of test-set size to training-set size")
    return math.sqrt((1 / n + test_to_train) * (n - 1))
