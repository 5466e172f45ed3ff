"""Precision from counts pooled over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR, SOKOLOVA_2009
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_precision(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``sum_j TP_j / (sum_j TP_j + sum_j FP_j)``, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, this is the accuracy: every item is assigned to
    exactly one class, so the denominator is the number of items.

    Examples
    --------
    >>> float(micro_precision([[55, 5], [10, 30]]))
    0.85
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.tp, pooled.tp + pooled.fp, undefined)


record = Metric(
    key="micro-precision",
    title="micro-averaged precision",
    rests_on="items",
    formula="sum_j TP_j / (sum_j TP_j + sum_j FP_j) = accuracy, where each item has one label",
    compute=micro_precision,
    latex=r"\frac{\sum_j TP_j}{\sum_j TP_j + \sum_j FP_j}",
    scikit=("precision_micro",),
    aliases=("accuracy, where each item has one label",),
    not_to_confuse=(("macro-precision", "the mean of the precision of the classes"),),
    assumptions=OF_ONE_LABEL,
    references=(HONAVAR, SOKOLOVA_2009),
    procedures=("MET-8",),
)
