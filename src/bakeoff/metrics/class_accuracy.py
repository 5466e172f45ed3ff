"""The share of items that are correctly assigned to one class or to the rest."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def class_accuracy(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``(TP_j + TN_j) / N`` for each class j, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> class_accuracy([[8, 1, 0], [0, 5, 2], [0, 0, 4]]).tolist()
    [0.95, 0.85, 0.9]
    """
    c = class_counts(matrices)
    return ratio(c.tp + c.tn, c.tp + c.fp + c.fn + c.tn, undefined)


record = Metric(
    key="class-accuracy",
    title="accuracy of one class against the rest",
    rests_on="items",
    formula="(TP + TN) / N = P(label = c if and only if class = c)",
    compute=class_accuracy,
    latex=r"\frac{TP + TN}{N}",
    per_class=True,
    aliases=("accuracy_j", "one-versus-rest accuracy"),
    not_to_confuse=(
        ("accuracy", "sum_j TP_j / N over all classes; the two agree for two classes"),
        ("recall", "TP / (TP + FN), which ignores the items of other classes"),
        ("P(class = c and label = c)", "TP / N, printed on Honavar's slide by mistake (E-H4)"),
    ),
    assumptions=("a missed item of the class costs the same as a false alarm", SHARES, TRUTH),
    references=(HONAVAR,),
    procedures=("MET-2",),
)
