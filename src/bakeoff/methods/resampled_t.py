"""The resampled paired t test, which is popular but should not be used."""

from bakeoff.core.figures import span
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BOUCKAERT_2003, DIETTERICH_1998
from bakeoff.methods._fold_scores import INDEPENDENT_FOLDS, NEARLY_NORMAL, parse_df, plain_t
from bakeoff.methods._reference import Asked


def resampled_t(
    scores: FoldScores, *, level: float, alternative: Alternative, df: str | float = "nominal"
) -> Result:
    """Treat the scores of many random splits as independent samples (SIG-13).

    ``t = mean / (S / sqrt(n))`` with n - 1 degrees of freedom. A number as ``df`` gives Bouckaert's
    calibrated form ``Z = mean / (S / sqrt(df + 1))`` against t with df (SIG-27, E-B1, E-B2).

    Examples
    --------
    >>> from bakeoff.designs import Resampling
    >>> scores = FoldScores(a=[[0.9, 0.8, 0.85]], b=[[0.7, 0.75, 0.7]], design=Resampling(splits=3))
    >>> round(resampled_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    3.0237
    """
    asked, number = Asked("resampled-t", level, alternative), parse_df(df, "resampled-t")
    return plain_t(asked, scores.a, scores.b, df=None if isinstance(number, str) else number)


record = Method(
    key="resampled-t",
    title="resampled paired t",
    takes=FoldScores,
    designs=("resampling",),
    compute=resampled_t,
    latex=r"t = \frac{\bar{x}}{S / \sqrt{n}}, \quad \nu = n - 1",
    procedures=("SIG-13", "SIG-27"),
    assumptions=(INDEPENDENT_FOLDS, NEARLY_NORMAL),
    references=(DIETTERICH_1998, BOUCKAERT_2003),
    valid_in=("independent-folds",),
    invalid_in=("correlated-folds", "epsilon-halves"),
    options={"df": '"nominal" (default: n - 1) or a number: Bouckaert\'s calibrated form'},
    unsound=(
        "its splits overlap: in Dietterich's simulation, its false-alarm rate was "
        f"{span('dietterich splits', 'resampled-t')} % at a nominal 5 %, and more splits increase it"
    ),
    instead="use corrected-resampled-t on the same scores",
)
