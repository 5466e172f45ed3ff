"""The mean precision over classes, weighted by their frequency."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import SOKOLOVA_2009
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, weighted_mean
from bakeoff.metrics.precision import precision


def weighted_precision(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The mean over classes of precision, each weighted by the share of the items that belong to the class.

    Examples
    --------
    >>> round(float(weighted_precision([[55, 5], [10, 30]])), 6)
    0.858333
    """
    return weighted_mean(precision(matrices, undefined=undefined), matrices, undefined)


record = Metric(
    key="weighted-precision",
    title="weighted precision",
    rests_on="classes",
    formula="sum_j w_j TP_j / (TP_j + FP_j), with w_j = (TP_j + FN_j) / n",
    compute=weighted_precision,
    latex=r"\sum_j w_j \frac{TP_j}{TP_j + FP_j}, \quad w_j = \frac{TP_j + FN_j}{n}",
    scikit=("precision_weighted",),
    aliases=("precision, weighted average",),
    not_to_confuse=(("macro-precision", "gives all classes the same weight"),),
    undefined="a class was never predicted",
    assumptions=("each class matters in proportion to its number of items", SHARES, TRUTH),
    references=(SOKOLOVA_2009,),
)
