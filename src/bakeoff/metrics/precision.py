"""The share of the predictions of a class that are right."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def precision(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``TP / (TP + FP)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> precision([[55, 5], [10, 30]]).round(4).tolist()
    [0.9167, 0.75]
    """
    c = class_counts(matrices)
    return ratio(c.tp, c.tp + c.fp, undefined)


record = Metric(
    key="precision",
    title="precision",
    rests_on="classes",
    formula="TP / (TP + FP) = P(class = c | label = c)",
    compute=precision,
    latex=r"\frac{TP}{TP + FP}",
    zero_without_items=True,
    scikit=("precision",),
    misprint="E-H1",
    per_class=True,
    short=("ppv", "positive-predictive-value"),
    aliases=("positive predictive value", "PPV", "1 - false discovery rate"),
    not_to_confuse=(
        (
            "specificity",
            "Honavar's slides call this specificity; specificity is TN / (TN + FP), as in their own example",
        ),
        ("recall", "TP / (TP + FN): the share of the class that is found"),
        ("accuracy", "the name that some bioinformatics papers use for precision; accuracy is (TP + TN) / N"),
    ),
    undefined="no item is predicted to belong to the class",
    assumptions=("missed items of the class do not count, so recall is reported too", SHARES, TRUTH),
    references=(HONAVAR,),
    procedures=("MET-4",),
)
