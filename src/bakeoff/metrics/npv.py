"""The share of the predictions that an item is not of a class that are right."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def npv(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``TN / (TN + FN)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> npv([[55, 5], [10, 30]]).round(4).tolist()
    [0.75, 0.9167]
    """
    c = class_counts(matrices)
    return ratio(c.tn, c.tn + c.fn, undefined)


record = Metric(
    key="npv",
    title="negative predictive value",
    rests_on="classes",
    formula="TN / (TN + FN) = P(class is not c | label is not c)",
    compute=npv,
    latex=r"\frac{TN}{TN + FN}",
    per_class=True,
    aliases=("negative predictive value", "1 - false omission rate"),
    short=("negative-predictive-value",),
    not_to_confuse=(
        ("precision", "TP / (TP + FP), the positive predictive value"),
        ("specificity", "TN / (TN + FP): the share of the other classes that is not called the class"),
    ),
    undefined="every item is predicted to belong to the class",
    assumptions=("false alarms do not count, so precision is reported too", SHARES, TRUTH),
    references=("Altman & Bland 1994, British Medical Journal 309:102",),
)
