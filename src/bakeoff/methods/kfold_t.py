"""The k-fold cross-validated paired t test."""

from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DIETTERICH_1998, HONAVAR
from bakeoff.methods._fold_scores import INDEPENDENT_FOLDS, NEARLY_NORMAL, plain_t
from bakeoff.methods._reference import Asked


def kfold_t(scores: FoldScores, *, level: float, alternative: Alternative) -> Result:
    """Treat the differences of the k folds as independent (SIG-14, INT-10).

    ``t = mean / sqrt(sum (x_i - mean)^2 / (k (k - 1)))`` with k - 1 degrees of freedom, where x_i is the
    difference in fold i.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> scores = FoldScores(a=[[0.9, 0.8, 0.85]], b=[[0.7, 0.75, 0.7]], design=KFold(folds=3))
    >>> round(kfold_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    3.0237
    """
    return plain_t(Asked("kfold-t", level, alternative), scores.a, scores.b)


record = Method(
    key="kfold-t",
    title="k-fold paired t",
    takes=FoldScores,
    designs=("kfold",),
    compute=kfold_t,
    latex=(
        r"t = \frac{\bar{x}}{\sqrt{\frac{1}{k (k - 1)} \sum_{i=1}^{k} (x_i - \bar{x})^2}}, \quad \nu = k "
        r"- 1"
    ),
    procedures=("SIG-14", "INT-10"),
    assumptions=(INDEPENDENT_FOLDS, NEARLY_NORMAL),
    references=(DIETTERICH_1998, HONAVAR),
    valid_in=("independent-folds", "epsilon-halves"),
    invalid_in=("correlated-folds",),
)
