"""The share of items that are classified correctly."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import OF_ACCURACY
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def accuracy(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``sum_j TP_j / N``, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> float(accuracy([[55, 5], [10, 30]]))
    0.85
    """
    pooled = class_counts(matrices).pooled()
    return ratio(pooled.tp, pooled.tp + pooled.fn, undefined)


record = Metric(
    key="accuracy",
    title="accuracy",
    rests_on="items",
    formula="sum_j TP_j / N; for two classes (TP + TN) / N",
    compute=accuracy,
    latex=r"\frac{1}{N} \sum_j TP_j",
    right_or_wrong=True,
    scikit=("accuracy", "recall_weighted"),
    short=("acc",),
    aliases=("success rate", "proportion correct", "micro-averaged accuracy", "1 - error rate"),
    not_to_confuse=(
        ("accuracy of one class", "(TP + TN) / N for that class against the rest: class-accuracy"),
        ("accuracy in some bioinformatics papers", "recall or precision; check the formula"),
        (
            "P(class = c and label = c)",
            "printed on Honavar's slide next to the formula; (TP + TN) / N is P(label = class) (E-H4)",
        ),
    ),
    assumptions=OF_ACCURACY,
    references=(HONAVAR,),
    procedures=("MET-2",),
)
