"""Matthews' correlation coefficient for any number of classes."""

import numpy as np

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import GORODKIN_2004, HONAVAR, MATTHEWS_1975
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def mcc(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """Gorodkin's correlation over all classes, from confusion matrices [..., predicted, true].

    With sums over classes j,
    ``sum (TP TN - FP FN) / sqrt(sum (TP + FP)(TN + FN) * sum (TP + FN)(TN + FP))``.
    Two classes contribute the same three terms each, so there it is Matthews' coefficient of MET-7.

    Examples
    --------
    >>> round(float(mcc([[55, 5], [10, 30]])), 6)
    0.684737
    """
    c = class_counts(matrices)
    together = (c.tp * c.tn - c.fp * c.fn).sum(axis=-1)
    called = ((c.tp + c.fp) * (c.tn + c.fn)).sum(axis=-1)
    true = ((c.tp + c.fn) * (c.tn + c.fp)).sum(axis=-1)
    return ratio(together, np.sqrt(called * true), undefined)


record = Metric(
    key="mcc",
    title="Matthews correlation coefficient",
    rests_on="classes",
    formula=(
        "two classes: (TP TN - FP FN) / sqrt((TP + FN) (TP + FP) (TN + FP) (TN + FN)); in general "
        "sum (TP TN - FP FN) / sqrt(sum (TP + FP)(TN + FN) * sum (TP + FN)(TN + FP)), sums over classes"
    ),
    low=-1.0,
    compute=mcc,
    latex=(
        r"\frac{\sum_j (TP_j TN_j - FP_j FN_j)}{\sqrt{\sum_j (TP_j + FP_j)(TN_j + FN_j) \sum_j (TP_j + "
        r"FN_j)(TN_j + FP_j)}}"
    ),
    chance=0.0,
    scikit=("matthews_corrcoef",),
    short=("matthews",),
    aliases=("phi coefficient", "correlation coefficient", "R_K", "Gorodkin's correlation"),
    not_to_confuse=(
        ("macro-mcc", "the mean of the coefficients of the classes"),
        ("micro-mcc", "the two-class formula on counts pooled over classes"),
        ("kappa", "the same numerator with another denominator: agreement beyond chance"),
    ),
    undefined="all items belong to one class, in the truth or in the predictions",
    assumptions=("no class is singled out: exchanging two classes does not change the value", SHARES, TRUTH),
    references=(HONAVAR, MATTHEWS_1975, GORODKIN_2004),
    procedures=("MET-7",),
)
