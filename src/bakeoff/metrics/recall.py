"""The share of a class that is found."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def recall(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``TP / (TP + FN)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> recall([[55, 5], [10, 30]]).round(4).tolist()
    [0.8462, 0.8571]
    """
    c = class_counts(matrices)
    return ratio(c.tp, c.tp + c.fn, undefined)


record = Metric(
    key="recall",
    title="recall",
    rests_on="class",
    formula="TP / (TP + FN) = P(label = c | class = c)",
    compute=recall,
    latex=r"\frac{TP}{TP + FN}",
    scikit=("recall",),
    per_class=True,
    short=("sensitivity", "sens", "tpr", "true-positive-rate"),
    aliases=("sensitivity", "hit rate", "true positive rate", "power", "probability of detection"),
    not_to_confuse=(
        ("accuracy", "the name that some bioinformatics papers use for recall; accuracy is (TP + TN) / N"),
        ("specificity", "the same share for the other classes: TN / (TN + FP)"),
        ("precision", "TP / (TP + FP): how often a prediction of the class is right"),
    ),
    undefined="no item belongs to the class",
    assumptions=(
        "the items of the class are typical of those in use; those of other classes do not count",
        "a model that always predicts the class has a recall of 1, so precision is reported too",
        TRUTH,
    ),
    references=(HONAVAR,),
    procedures=("MET-3",),
)
