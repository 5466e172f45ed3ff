"""F1 from counts pooled over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import SOKOLOVA_2009
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_f1(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``2 sum TP / (2 sum TP + sum FP + sum FN)``, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, this is the accuracy.

    Examples
    --------
    >>> float(micro_f1([[55, 5], [10, 30]]))
    0.85
    """
    pooled = class_counts(matrices).pooled()
    return ratio(2 * pooled.tp, 2 * pooled.tp + pooled.fp + pooled.fn, undefined)


record = Metric(
    key="micro-f1",
    title="micro-averaged F1",
    rests_on="items",
    formula=(
        "2 sum_j TP_j / (2 sum_j TP_j + sum_j FP_j + sum_j FN_j) = accuracy, where each item has one label"
    ),
    compute=micro_f1,
    latex=r"\frac{2 \sum_j TP_j}{2 \sum_j TP_j + \sum_j FP_j + \sum_j FN_j}",
    scikit=("f1_micro",),
    aliases=("accuracy, where each item has one label",),
    not_to_confuse=(("macro-f1", "the mean of the F1 of the classes"),),
    assumptions=OF_ONE_LABEL,
    references=(SOKOLOVA_2009,),
    procedures=("MET-8",),
)
