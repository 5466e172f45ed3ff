"""The share of items that are misclassified."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import OF_ACCURACY
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def error(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``1 - sum_j TP_j / N``, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> float(error([[55, 5], [10, 30]]))
    0.15
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.fn, pooled.tp + pooled.fn, undefined)


record = Metric(
    key="error",
    title="error rate",
    rests_on="items",
    formula="1 - sum_j TP_j / N; for two classes (FP + FN) / N",
    higher_is_better=False,
    compute=error,
    latex=r"1 - \frac{1}{N} \sum_j TP_j",
    right_or_wrong=True,
    complement_of="accuracy",
    short=("error-rate",),
    aliases=("misclassification rate", "sample error", "mean 0/1 loss", "1 - accuracy"),
    not_to_confuse=(
        ("true error", "the error rate on the whole population, which this one estimates (MET-12)"),
        ("success rate p", "Honavar's slides use p for the accuracy and for the error (E-H8)"),
    ),
    assumptions=OF_ACCURACY,
    references=(HONAVAR,),
    procedures=("MET-2", "MET-12"),
)
