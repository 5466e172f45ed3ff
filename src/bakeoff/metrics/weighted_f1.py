"""The mean F1 over classes, weighted by their frequency."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import SOKOLOVA_2009
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, weighted_mean
from bakeoff.metrics.f1 import f1


def weighted_f1(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The mean over classes of F1, each weighted by the share of the items that belong to the class.

    Examples
    --------
    >>> round(float(weighted_f1([[55, 5], [10, 30]])), 6)
    0.852
    """
    return weighted_mean(f1(matrices, undefined=undefined), matrices, undefined)


record = Metric(
    key="weighted-f1",
    title="weighted F1",
    rests_on="classes",
    formula="sum_j w_j 2 TP_j / (2 TP_j + FP_j + FN_j), with w_j = (TP_j + FN_j) / n",
    compute=weighted_f1,
    latex=r"\sum_j w_j \frac{2\,TP_j}{2\,TP_j + FP_j + FN_j}, \quad w_j = \frac{TP_j + FN_j}{n}",
    scikit=("f1_weighted",),
    aliases=("F1, weighted average",),
    not_to_confuse=(("macro-f1", "gives all classes the same weight"),),
    assumptions=(
        "each class matters in proportion to its number of items",
        "precision and recall matter equally",
        SHARES,
        TRUTH,
    ),
    references=(SOKOLOVA_2009,),
)
