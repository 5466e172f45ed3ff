"""The share of the predictions of a class that are wrong."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def false_discovery(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``FP / (FP + TP)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> false_discovery([[55, 5], [10, 30]]).round(4).tolist()
    [0.0833, 0.25]
    """
    c = class_counts(matrices)
    return ratio(c.fp, c.fp + c.tp, undefined)


record = Metric(
    key="false-discovery",
    title="false discovery rate",
    rests_on="classes",
    formula="FP / (FP + TP) = P(class is not c | label = c)",
    higher_is_better=False,
    compute=false_discovery,
    latex=r"\frac{FP}{FP + TP}",
    per_class=True,
    short=("fdr", "false-discovery-rate"),
    aliases=("1 - precision", "false discovery proportion"),
    not_to_confuse=(
        ("false alarm rate", "FP / (FP + TN); some authors give its name to this one (E-H5)"),
        (
            "the false discovery rate of many tests",
            "the expected share of false alarms among rejections, which bh and by control",
        ),
    ),
    undefined="no item is predicted to belong to the class",
    assumptions=("missed items of the class do not count, so recall is reported too", SHARES, TRUTH),
    references=(HONAVAR,),
    procedures=("MET-6",),
)
