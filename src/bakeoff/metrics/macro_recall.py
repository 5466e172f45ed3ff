"""Recall averaged over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR, SOKOLOVA_2009
from bakeoff.metrics._assumed import EQUAL, TRUTH, WITHIN
from bakeoff.metrics._confusion import Undefined, macro_mean
from bakeoff.metrics.recall import recall


def macro_recall(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The unweighted mean over classes of ``TP / (TP + FN)``; matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(macro_recall([[55, 5], [10, 30]])), 6)
    0.851648
    """
    return macro_mean(recall(matrices, undefined=undefined), undefined)


record = Metric(
    key="macro-recall",
    title="macro-averaged recall",
    rests_on="classes",
    formula="(1/M) sum_j TP_j / (TP_j + FN_j), over the M classes",
    compute=macro_recall,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \frac{TP_j}{TP_j + FN_j}",
    scikit=("recall_macro",),
    aliases=("macro-averaged sensitivity", "mean class recall"),
    not_to_confuse=(
        ("balanced-accuracy", "the same mean over the classes that occur, so it is never undefined"),
        ("micro-recall", "pools the counts first, which gives the accuracy"),
    ),
    undefined="some class does not occur in the truth",
    assumptions=(EQUAL, WITHIN, TRUTH),
    references=(HONAVAR, SOKOLOVA_2009),
    procedures=("MET-9",),
)
