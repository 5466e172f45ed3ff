"""The false alarm rate from counts pooled over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_false_alarm(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``sum_j FP_j / (sum_j FP_j + sum_j TN_j)``, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, it is ``error / (M - 1)`` for M classes.

    Examples
    --------
    >>> float(micro_false_alarm([[55, 5], [10, 30]]))
    0.15
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.fp, pooled.fp + pooled.tn, undefined)


record = Metric(
    key="micro-false-alarm",
    title="micro-averaged false alarm rate",
    rests_on="items",
    formula="sum_j FP_j / (sum_j FP_j + sum_j TN_j) = error / (M - 1), where each item has one label",
    higher_is_better=False,
    compute=micro_false_alarm,
    latex=r"\frac{\sum_j FP_j}{\sum_j FP_j + \sum_j TN_j}",
    aliases=("micro-averaged false positive rate", "1 - micro-averaged specificity"),
    not_to_confuse=(
        (
            "MicroAverage FalseAlarm on Honavar's slides",
            "1 - micro precision, which contradicts their FP / (FP + TN): micro-false-discovery (E-H5)",
        ),
    ),
    undefined="there is only one class",
    assumptions=OF_ONE_LABEL,
    references=(HONAVAR,),
    procedures=("MET-8",),
)
