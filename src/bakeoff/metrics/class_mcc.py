"""The correlation of label and truth for one class against the rest."""

import numpy as np

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR, MATTHEWS_1975
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def class_mcc(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """Matthews' coefficient for each class, over confusion matrices [..., predicted, true].

    ``(TP TN - FP FN) / sqrt((TP + FN) (TP + FP) (TN + FP) (TN + FN))``, which is the Pearson correlation of
    "belongs to the class" and "is predicted to belong to it", both as 0 or 1.

    Examples
    --------
    >>> class_mcc([[55, 5], [10, 30]]).round(6).tolist()
    [0.684737, 0.684737]
    """
    c = class_counts(matrices)
    margins = ((c.tp + c.fn) * (c.tn + c.fp)) * ((c.tp + c.fp) * (c.tn + c.fn))
    return ratio(c.tp * c.tn - c.fp * c.fn, np.sqrt(margins), undefined)


record = Metric(
    key="class-mcc",
    title="correlation coefficient of one class",
    rests_on="classes",
    formula="(TP TN - FP FN) / sqrt((TP + FN) (TP + FP) (TN + FP) (TN + FN))",
    low=-1.0,
    compute=class_mcc,
    latex=r"\frac{TP\,TN - FP\,FN}{\sqrt{(TP + FN)(TP + FP)(TN + FP)(TN + FN)}}",
    per_class=True,
    aliases=("Matthews correlation coefficient", "phi coefficient", "correlation coefficient CC_j"),
    not_to_confuse=(
        ("mcc", "one number for all classes, equal to this one with two classes"),
        (
            "the sum of products of deviations over the two standard deviations",
            "as printed on Honavar's slide it lacks the division by the number of items (E-H6)",
        ),
    ),
    undefined="all or none of the items belong to the class, in the truth or in the predictions",
    assumptions=(
        "the class and the rest matter equally: exchanging them does not change the value",
        SHARES,
        TRUTH,
    ),
    references=(HONAVAR, MATTHEWS_1975),
    procedures=("MET-7",),
)
