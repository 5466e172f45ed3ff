"""The mean recall of the classes that occur."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.metrics._assumed import EQUAL, TRUTH, WITHIN
from bakeoff.metrics._confusion import Undefined, macro_mean, parse_undefined
from bakeoff.metrics.recall import recall


def balanced_accuracy(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The mean of ``TP / (TP + FN)`` over the classes that occur; it is never undefined.

    Over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(balanced_accuracy([[55, 5], [10, 30]])), 6)
    0.851648
    """
    parse_undefined(undefined)
    return macro_mean(recall(matrices), "exclude")


def _one_in(classes: int) -> float:
    """What guessing gives: the recall of one class at the expense of the others."""
    return 1 / classes


record = Metric(
    key="balanced-accuracy",
    title="balanced accuracy",
    rests_on="classes",
    formula="mean over classes that occur of TP / (TP + FN); for two classes (sensitivity + specificity) / 2",
    compute=balanced_accuracy,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \frac{TP_j}{TP_j + FN_j}",
    chance=_one_in,
    scikit=("balanced_accuracy",),
    short=("bacc",),
    aliases=(
        "average class accuracy",
        "mean class recall",
        "unweighted average recall",
        "(Youden's J + 1) / 2",
    ),
    not_to_confuse=(
        ("macro-recall", "the same mean, but undefined if a class has no items"),
        ("adjusted balanced accuracy", "rescaled so that guessing gives 0"),
    ),
    assumptions=(EQUAL, WITHIN, TRUTH),
    references=(
        "Brodersen, Ong, Stephan & Buhmann 2010, International Conference on Pattern Recognition, 3121-3124",
    ),
    procedures=("MET-9",),
)
