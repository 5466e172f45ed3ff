"""The share of the items of other classes that are predicted as a class."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def false_alarm(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``FP / (FP + TN)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> false_alarm([[55, 5], [10, 30]]).round(4).tolist()
    [0.1429, 0.1538]
    """
    c = class_counts(matrices)
    return ratio(c.fp, c.fp + c.tn, undefined)


record = Metric(
    key="false-alarm",
    title="false alarm rate",
    rests_on="rest",
    formula="FP / (FP + TN) = P(label = c | class is not c)",
    higher_is_better=False,
    compute=false_alarm,
    latex=r"\frac{FP}{FP + TN}",
    misprint="E-H5",
    per_class=True,
    short=("fpr", "false-positive-rate"),
    aliases=("false positive rate", "fall-out", "type I error rate", "1 - specificity"),
    not_to_confuse=(
        ("false discovery rate", "FP / (FP + TP): how often an alarm is false"),
        (
            "FP / Count(label is not c)",
            "Honavar's second line divides by this count; it must be Count(class is not c) (E-H2)",
        ),
    ),
    undefined="all items belong to the class",
    assumptions=(
        "the items of the other classes are typical of those in use; those of the class do not count",
        "a model that never predicts the class has no false alarms, so recall is reported too",
        TRUTH,
    ),
    references=(HONAVAR,),
    procedures=("MET-6",),
)
