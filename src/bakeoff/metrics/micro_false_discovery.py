"""The false discovery rate from counts pooled over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_false_discovery(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``sum_j FP_j / (sum_j FP_j + sum_j TP_j)``, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, this is the error rate.

    Examples
    --------
    >>> float(micro_false_discovery([[55, 5], [10, 30]]))
    0.15
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.fp, pooled.fp + pooled.tp, undefined)


record = Metric(
    key="micro-false-discovery",
    title="micro-averaged false discovery rate",
    rests_on="items",
    formula="sum_j FP_j / (sum_j FP_j + sum_j TP_j) = error, where each item has one label",
    higher_is_better=False,
    compute=micro_false_discovery,
    latex=r"\frac{\sum_j FP_j}{\sum_j FP_j + \sum_j TP_j}",
    aliases=("1 - micro-averaged precision", "MicroAverage FalseAlarm on Honavar's slides (E-H5)"),
    not_to_confuse=(("micro-false-alarm", "sum_j FP_j / (sum_j FP_j + sum_j TN_j)"),),
    assumptions=OF_ONE_LABEL,
    references=(HONAVAR,),
    procedures=("MET-8",),
)
