"""The harmonic mean of precision and recall."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.metrics._assumed import NOT_THE_REST, SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def f1(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """``2 TP / (2 TP + FP + FN)`` for each class, over confusion matrices [..., predicted, true].

    Examples
    --------
    >>> f1([[55, 5], [10, 30]]).round(4).tolist()
    [0.88, 0.8]
    """
    c = class_counts(matrices)
    return ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn, undefined)


record = Metric(
    key="f1",
    title="F1",
    rests_on="classes",
    formula="2 TP / (2 TP + FP + FN) = 2 precision recall / (precision + recall)",
    compute=f1,
    latex=r"\frac{2\,TP}{2\,TP + FP + FN}",
    zero_without_items=True,
    scikit=("f1",),
    per_class=True,
    aliases=("F-measure", "F-score", "balanced F-score", "Dice coefficient", "Sørensen-Dice index"),
    not_to_confuse=(
        ("F-beta", "weights recall beta times as much as precision; F1 has beta = 1"),
        ("the F statistic", "a ratio of variances, as in five-by-two-f"),
        ("Jaccard index", "TP / (TP + FP + FN) = F1 / (2 - F1)"),
    ),
    undefined="no item belongs to the class, neither in the truth nor in the predictions",
    assumptions=("precision and recall matter equally", SHARES, NOT_THE_REST, TRUTH),
    references=("van Rijsbergen 1979, Information Retrieval, 2nd edition, Butterworths",),
)
