"""Bouckaert's family of tests on repeated cross-validation (SIG-17 to SIG-26).

Every member is an average of ratios ``mean_t / deviation_t`` (most have a single term), called U.
The statistic is ``Z = U sqrt(df + 1)`` against Student's t with df: the degrees of freedom enter
twice (E-B3), so calibrating them adjusts both. Arrays are (..., runs, folds): Bouckaert's x_.j, the mean
over the folds of run j, is a mean over the last axis, and x_i. a mean over the last but one. What comes
before them counts data sets; terms are (..., terms).
"""

import math
from collections.abc import Callable, Mapping

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method, OverRuns, Terms
from bakeoff.core.outcomes import Floats, FoldScores, Ints
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BOUCKAERT_2003
from bakeoff.core.written import plural
from bakeoff.measured.tables import calibration_of, is_calibratable
from bakeoff.methods._fold_scores import NEARLY_NORMAL, parse_df
from bakeoff.methods._reference import (
    CANCELLED,
    IDENTICAL,
    Asked,
    all_zero,
    noise_of,
    ratio_p,
    snap,
    student_quantile,
)

DF_OPTION = {
    "df": '"calibrated" (the default if a calibration exists), "nominal", or a number; it scales the '
    'statistic and sets its reference distribution. If the method is chosen automatically ("auto"), '
    "cv-all-data has 5"
}
CALIBRATED = "the calibrated df fits these learners, attributes and sizes"
SOME_FLAT = "some differences are equal and not 0, so a term of the statistic has no random variation"
OPPOSED = "the statistic and the mean difference have opposite signs: no learner is favoured"
UNDEFINED = "some terms of the statistic are +infinity and others -infinity, so the statistic is undefined"


def cv_method(
    terms: Terms,
    *,
    key: str,
    title: str,
    latex: str,
    procedure: str,
    nominal: Callable[[int, int], int],
    designs: tuple[str, ...] = ("repeated-kfold", "five-by-two"),
    runs_needed: int = 2,
    supposes: str = CALIBRATED,
    valid_in: tuple[str, ...] = (),
    invalid_in: tuple[str, ...] = (),
    unsound: str = "",
    usual: Callable[[FoldScores], Mapping[str, object]] = lambda scores: {},
) -> Method:
    """The record of one member: its terms (means, deviations) and nominal df by (runs, folds)."""

    def compute(
        scores: FoldScores, *, level: float, alternative: Alternative, df: str | float | None = None
    ) -> Result:
        runs, folds = scores.a.shape
        if runs < runs_needed or folds < 2:
            needed = plural(runs_needed, "run")
            raise InputError(f"{key} needs at least {needed} of 2 folds; got {runs} of {folds}")
        used = chosen_df(key, df, nominal(runs, folds), runs * folds)
        return _result(Asked(key, level, alternative), terms, scores, df=used)

    def over_runs(scores: FoldScores, at: Ints, *, df: str | float | None = None) -> OverRuns:
        used = chosen_df(key, df, nominal(*scores.a.shape), scores.a.size)
        return _over_runs(terms, scores, at, df=used)

    compute.__doc__ = terms.__doc__
    return Method(
        key=key,
        title=title,
        takes=FoldScores,
        designs=designs,
        compute=compute,
        latex=latex,
        procedures=(procedure,),
        assumptions=(supposes, NEARLY_NORMAL),
        references=(BOUCKAERT_2003,),
        valid_in=valid_in,
        invalid_in=invalid_in,
        options=DF_OPTION,
        family="cv",
        terms=terms,
        over_runs=over_runs,
        usual=usual,
        unsound=unsound,
    )


def chosen_df(key: str, df: str | float | None, nominal: int, n: int) -> float:
    """The degrees of freedom asked for; by default the calibrated ones, at most n - 1, where they exist."""
    if df is None:
        df = "calibrated" if is_calibratable(key) else "nominal"
    number = parse_df(df, key, ("calibrated", "nominal"))
    if number == "calibrated":
        return min(calibration_of(key).df, n - 1)
    return float(nominal) if isinstance(number, str) else number


def pooled(x: Floats) -> Floats:
    """All differences of a data set in one row: (..., 1, runs x folds)."""
    return x.reshape(*x.shape[:-2], 1, x.shape[-2] * x.shape[-1])


def deviations_along(axis: int, values: Floats, noise: float) -> Floats:
    """Standard deviations with n - 1; what is no more than rounding noise counts as 0."""
    spread = np.std(values, axis=axis, ddof=1)
    return np.where(spread <= noise, 0.0, spread)


def root_mean_square(deviations: Floats) -> Floats:
    """The root of the mean variance: (..., 1)."""
    root: Floats = np.sqrt(np.mean(deviations**2, axis=-1, keepdims=True))
    return root


def ratio(terms: Terms, x: Floats, noise: float) -> Floats:
    """U for each data set: (...); NaN where some terms are +infinity and others -infinity."""
    return _average_ratio(*_snapped(terms, x, noise))


def _snapped(terms: Terms, x: Floats, noise: float) -> tuple[Floats, Floats]:
    means, deviations = terms(x, noise)
    return np.where(np.abs(means) <= noise, 0.0, means), deviations


def _average_ratio(means: Floats, deviations: Floats) -> Floats:
    """The mean of means / deviations over the terms: 0/0 counts as 0, and inf - inf gives NaN."""
    safe = np.where(deviations > 0, deviations, 1.0)
    ratios = np.where(deviations > 0, means / safe, np.where(means == 0, 0.0, np.copysign(np.inf, means)))
    opposed = np.any(ratios == np.inf, axis=-1) & np.any(ratios == -np.inf, axis=-1)
    average: Floats = np.mean(np.where(opposed[..., None], np.nan, ratios), axis=-1)
    return average


def _result(asked: Asked, terms: Terms, scores: FoldScores, *, df: float) -> Result:
    x, noise = scores.differences, noise_of(scores.a, scores.b)
    means, deviations = _snapped(terms, x, noise)
    mean = snap(float(np.mean(x)), noise)
    ratio = float(_average_ratio(means, deviations))
    z = ratio * math.sqrt(df + 1)
    flat = not np.any(deviations > 0) and mean == 0 and ratio == 0
    critical = student_quantile(df, asked.tail) / math.sqrt(df + 1)
    low, high = _ends(mean, ratio, means, deviations, critical)
    undefined, infinite = math.isnan(z), math.isinf(z)
    zero = IDENTICAL if all_zero(x, noise) else CANCELLED
    favours = 0 if undefined or np.sign(z) != np.sign(mean) else int(np.sign(mean))
    opposed = OPPOSED if z and not favours else ""
    note = UNDEFINED if undefined else SOME_FLAT if infinite else zero if flat else opposed
    return asked.result(
        estimate=mean,
        interval=asked.interval(low, high),
        statistic=None if undefined else z,
        df=df,
        p_value=1.0 if undefined or flat else ratio_p(z, df, asked.alternative),
        n=x.size,
        notes=(note,) if note else (),
        degenerate=undefined or infinite or flat,
        favours=favours,
    )


def _over_runs(terms: Terms, scores: FoldScores, at: Ints, *, df: float) -> OverRuns:
    """The statistic where runs are drawn, one draw for each row of ``at``."""
    noise = noise_of(scores.a, scores.b)
    x = scores.differences.take(at, axis=0)
    means = np.mean(x, axis=(-2, -1))
    z = ratio(terms, x, noise) * math.sqrt(df + 1)
    return OverRuns(
        estimates=z,
        errors=np.ones(len(at)),
        df=df,
        floored=np.zeros(len(at), dtype=bool),
        opposed=np.sign(z) != np.sign(np.where(np.abs(means) <= noise, 0.0, means)),
    )


def _ends(
    mean: float, ratio: float, means: Floats, deviations: Floats, critical: float
) -> tuple[float, float]:
    """All differences that the test would not reject, and the mean itself."""
    if math.isnan(ratio):
        return -math.inf, math.inf
    weights = 1 / deviations[deviations > 0]
    if math.isinf(ratio) or weights.size == 0:
        # Beyond all terms without variation the ratio is infinite, between two of them undefined.
        flat = means[deviations == 0]
        return min(float(np.min(flat)), mean), max(float(np.max(flat)), mean)
    # Shifting every term by d changes their average by d times the average weight.
    weight = float(np.sum(weights)) / deviations.size
    centre, reach = ratio / weight, critical / weight
    return min(centre - reach, mean), max(centre + reach, mean)
