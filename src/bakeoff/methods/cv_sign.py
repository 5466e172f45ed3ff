"""A sign test on repeated cross-validation, as Bouckaert suggests for further work."""

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BOUCKAERT_2003
from bakeoff.methods._reference import Asked, noise_of
from bakeoff.methods._repeated_cv import DF_OPTION, chosen_df
from bakeoff.methods._signs import sign_result


def cv_sign(
    scores: FoldScores, *, level: float, alternative: Alternative, df: str | float | None = None
) -> Result:
    """Count the folds that each learner wins, as if only df + 1 of them were independent.

    Each of the n = runs x folds differences counts as (df + 1) / n of a toss of a fair coin; ties are
    dropped. With ``df="nominal"`` (n - 1) it is the exact sign test on all differences, which assumes that
    they are independent. The estimate is the median of the nonzero differences.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> a, b = [[0.9, 0.8], [0.8, 0.9]], [[0.8, 0.7], [0.7, 0.9]]
    >>> scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=2, folds=2))
    >>> cv_sign(scores, level=0.95, alternative="two-sided", df="nominal").p_value
    0.25
    """
    x = scores.differences
    if min(x.shape) < 2:
        raise InputError(f"cv-sign needs at least 2 runs of 2 folds; got {x.shape[0]} of {x.shape[1]}")
    used = chosen_df("cv-sign", df, x.size - 1, x.size)
    return sign_result(
        Asked("cv-sign", level, alternative),
        x,
        noise_of(scores.a, scores.b),
        weight=min((used + 1) / x.size, 1.0),
        df=used,
    )


record = Method(
    key="cv-sign",
    title="sign test on repeated cv",
    takes=FoldScores,
    designs=("repeated-kfold", "five-by-two"),
    compute=cv_sign,
    latex=(
        r"S = \frac{\nu + 1}{n} \#\{x > 0\}, \quad m = \frac{\nu + 1}{n} \#\{x \ne 0\}, \quad "
        r"p = 2 \min\left( \Pr(B \le S), \Pr(B \ge S) \right), \quad B \sim "
        r"\operatorname{Binomial}\left(m, \tfrac{1}{2}\right)"
    ),
    assumptions=("the folds carry as much information as df + 1 independent folds",),
    references=(BOUCKAERT_2003,),
    estimates="the median of the nonzero differences of the folds",
    valid_in=("correlated-folds",),
    invalid_in=("strongly-correlated-folds",),
    options=DF_OPTION,
    family="cv",
    risk="its degrees of freedom are borrowed from cv-all-data, because no calibration was published for it",
)
