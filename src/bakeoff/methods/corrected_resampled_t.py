"""Nadeau and Bengio's corrected resampled t test."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method, OverRuns
from bakeoff.core.outcomes import Floats, FoldScores, Ints
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BOUCKAERT_2003, NADEAU_BENGIO_2003
from bakeoff.methods._fold_scores import NEARLY_NORMAL, SCORES, parse_df, size_ratio
from bakeoff.methods._reference import Asked, deviation, enough, noise_of, ratio_result


def corrected_resampled_t(
    scores: FoldScores,
    *,
    level: float,
    alternative: Alternative,
    form: str = "nadeau-bengio",
    df: str | float = "nominal",
) -> Result:
    """Increase the variance of the mean to account for overlapping training sets (SIG-16).

    ``t = mean / sqrt((1/n + n_test/n_train) S^2)`` with n - 1 degrees of freedom for n scores, where
    n_test and n_train are the sizes of test and training sets: n_test/n_train is 1/(k - 1) for k folds.
    ``form="bouckaert"`` is the form that can be calibrated (SIG-27, E-B2):
    ``mean / sqrt((1/n + n_test/n_train) SS / (df + 1))`` with SS the raw sum of squares, larger by sqrt(n
    / (n - 1)) at the nominal df.

    Examples
    --------
    >>> from bakeoff.designs import Resampling
    >>> scores = FoldScores(a=[[0.9, 0.8, 0.85]], b=[[0.7, 0.75, 0.7]], design=Resampling(splits=3))
    >>> round(corrected_resampled_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    1.9124
    """
    x = scores.differences
    enough("corrected-resampled-t", x.size, SCORES)
    noise = noise_of(scores.a, scores.b)
    widened = float(np.sqrt(1 / x.size + size_ratio(scores)))
    used, factor = _form(form, parse_df(df, "corrected-resampled-t"), x.size)
    return ratio_result(
        Asked("corrected-resampled-t", level, alternative),
        estimate=float(np.mean(x)),
        error=deviation(x, noise) * widened * factor,
        df=used,
        n=x.size,
        noise=noise,
    )


def over_runs(
    scores: FoldScores, at: Ints, *, form: str = "nadeau-bengio", df: str | float = "nominal"
) -> OverRuns:
    """The terms of the test where runs are drawn, one draw for each row of ``at``.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> design = RepeatedKFold(runs=2, folds=2)
    >>> scores = FoldScores(a=[[1, 0.5], [0, 0.5]], b=[[0, 0], [0, 0]], design=design)
    >>> over_runs(scores, np.array([[0, 0], [0, 1]])).estimates.tolist()
    [0.75, 0.5]
    """
    noise = noise_of(scores.a, scores.b)
    x = scores.differences.take(at, axis=0).reshape(len(at), -1)
    used, factor = _form(form, parse_df(df, "corrected-resampled-t"), x.shape[1])
    estimates, spreads = x.mean(axis=1), x.std(axis=1, ddof=1)
    errors = np.where(spreads <= noise, 0.0, spreads) * np.sqrt(1 / x.shape[1] + _size_ratios(scores, at))
    return OverRuns(
        estimates=np.where(np.abs(estimates) <= noise, 0.0, estimates),
        errors=errors * factor,
        df=used,
        floored=np.zeros(len(at), dtype=bool),
    )


def _size_ratios(scores: FoldScores, at: Ints) -> Floats | float:
    if scores.n_train is None or scores.n_test is None:
        return size_ratio(scores)
    ratios: Floats = (scores.n_test / scores.n_train).mean(axis=1)[at].mean(axis=1)
    return ratios


def _form(form: str, df: float | str, n: int) -> tuple[float, float]:
    """The degrees of freedom, and the factor on the standard error, of the form asked for."""
    if form == "nadeau-bengio" and isinstance(df, str):
        return n - 1, 1.0
    if form == "bouckaert":
        used = n - 1 if isinstance(df, str) else df
        return used, float(np.sqrt((n - 1) / (used + 1)))
    if form == "nadeau-bengio":
        raise InputError(f'df is {df:g}, but corrected-resampled-t takes df only with form="bouckaert"')
    raise InputError(f'form is {form!r}; expected "nadeau-bengio" or "bouckaert"')


record = Method(
    key="corrected-resampled-t",
    title="corrected resampled t",
    takes=FoldScores,
    designs=("resampling", "kfold", "repeated-kfold", "five-by-two"),
    compute=corrected_resampled_t,
    latex=(
        r"t = \frac{\bar{x}}{\sqrt{\left( \frac{1}{n} + \frac{n_\text{test}}{n_\text{train}} \right) "
        r"S^2}}, "
        r"\quad \nu = n - 1"
    ),
    over_runs=over_runs,
    procedures=("SIG-16", "SIG-27"),
    assumptions=(
        "the correlation of two differences is the share of the data used for testing",
        NEARLY_NORMAL,
    ),
    references=(NADEAU_BENGIO_2003, BOUCKAERT_2003),
    valid_in=("correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options={
        "form": '"nadeau-bengio" (default) or "bouckaert", the form that can be calibrated',
        "df": '"nominal" (default: n - 1), or a number with form="bouckaert"',
    },
)
