"""Recall from counts pooled over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR, SOKOLOVA_2009
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_recall(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``sum_j TP_j / (sum_j TP_j + sum_j FN_j)``, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, this is the accuracy.

    Examples
    --------
    >>> float(micro_recall([[55, 5], [10, 30]]))
    0.85
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.tp, pooled.tp + pooled.fn, undefined)


record = Metric(
    key="micro-recall",
    title="micro-averaged recall",
    rests_on="items",
    formula="sum_j TP_j / (sum_j TP_j + sum_j FN_j) = accuracy, where each item has one label",
    compute=micro_recall,
    latex=r"\frac{\sum_j TP_j}{\sum_j TP_j + \sum_j FN_j}",
    scikit=("recall_micro",),
    aliases=("micro-averaged sensitivity", "accuracy, where each item has one label"),
    not_to_confuse=(("macro-recall", "the mean of the recall of the classes"),),
    assumptions=OF_ONE_LABEL,
    references=(HONAVAR, SOKOLOVA_2009),
    procedures=("MET-8",),
)
