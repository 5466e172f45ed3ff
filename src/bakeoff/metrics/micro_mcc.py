"""The correlation coefficient from counts pooled over classes."""

import numpy as np

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import OF_ONE_LABEL
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def micro_mcc(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """Matthews' formula on counts summed over classes, over confusion matrices [..., predicted, true].

    Where each item has one label and one class, as here, it is ``(M accuracy - 1) / (M - 1)`` for M classes:
    the accuracy rescaled so that uniform guessing gives 0.

    Examples
    --------
    >>> round(float(micro_mcc([[55, 5], [10, 30]])), 6)
    0.7
    """
    c = class_counts(matrices).pooled()
    margins = ((c.tp + c.fn) * (c.tn + c.fp)) * ((c.tp + c.fp) * (c.tn + c.fn))
    return ratio(c.tp * c.tn - c.fp * c.fn, np.sqrt(margins), undefined)


record = Metric(
    key="micro-mcc",
    title="micro-averaged correlation coefficient",
    rests_on="items",
    formula=(
        "(TP TN - FP FN) / sqrt((TP + FN) (TP + FP) (TN + FP) (TN + FN)) with each count summed over "
        "the M classes = (M accuracy - 1) / (M - 1), where each item has one label"
    ),
    low=-1.0,
    compute=micro_mcc,
    latex=(
        r"\frac{TP\,TN - FP\,FN}{\sqrt{(TP + FN)(TP + FP)(TN + FP)(TN + FN)}}, \quad TP = \sum_j TP_j, \; "
        r"\ldots"
    ),
    aliases=("MicroAverage CC",),
    not_to_confuse=(
        ("mcc", "corrects for the margins of each class; this one uses only the number of classes"),
        ("macro-mcc", "the mean of the coefficients of the classes"),
    ),
    undefined="there is only one class",
    assumptions=OF_ONE_LABEL,
    references=(HONAVAR,),
    procedures=("MET-8",),
)
