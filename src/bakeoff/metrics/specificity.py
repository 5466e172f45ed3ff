"""The share of the items of other classes that are not predicted as a class."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def specificity(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``TN / (TN + FP)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> specificity([[55, 5], [10, 30]]).round(4).tolist()
    [0.8571, 0.8462]
    """
    c = class_counts(matrices)
    return ratio(c.tn, c.tn + c.fp, undefined)


record = Metric(
    key="specificity",
    title="specificity",
    rests_on="rest",
    formula="TN / (TN + FP) = P(label is not c | class is not c)",
    compute=specificity,
    latex=r"\frac{TN}{TN + FP}",
    misprint="E-H1",
    per_class=True,
    short=("spec", "tnr", "true-negative-rate"),
    aliases=(
        "true negative rate",
        "selectivity",
        "sensitivity for the negative class",
        "1 - false alarm rate",
    ),
    not_to_confuse=(
        (
            "precision",
            "TP / (TP + FP), which Honavar's slides define under the name specificity; their example "
            "uses TN / (TN + FP)",
        ),
        ("negative predictive value", "TN / (TN + FN)"),
    ),
    undefined="all items belong to the class",
    assumptions=(
        "the items of the other classes are typical of those in use; those of the class do not count",
        "a model that never predicts the class has a specificity of 1, so recall is reported too",
        TRUTH,
    ),
    references=(HONAVAR,),
    procedures=("MET-5",),
)
