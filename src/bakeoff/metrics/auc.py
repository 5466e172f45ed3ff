"""The area under the ROC curve."""

from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.works import FAWCETT_2006, HONAVAR
from bakeoff.metrics._assumed import ONE_MODEL, TRUTH, WITHIN
from bakeoff.metrics._roc import area, cumulative_counts


def auc(positive: ArrayLike, score: ArrayLike) -> float:
    """The probability that a positive item scores higher than a negative one; ties count half.

    ``P(s+ > s-) + P(s+ = s-) / 2``: the area under the ROC curve by trapezoids, and the Wilcoxon
    or Mann-Whitney statistic over the number of pairs. One sort of the scores.

    Parameters
    ----------
    positive
        For each item, whether it belongs to the positive class: booleans, or 0 and 1.
    score
        For each item, a number that increases with the evidence for the positive class; only its order
        matters.

    References
    ----------
    Hanley & McNeil (1982), The meaning and use of the area under a receiver operating
    characteristic (ROC) curve, Radiology 143, 29-36.

    Examples
    --------
    >>> auc([True, True, False, False], [0.9, 0.4, 0.4, 0.1])
    0.875
    """
    _, tp, fp = cumulative_counts(positive, score)
    return area(tp, fp)


record = Metric(
    key="auc",
    title="area under the ROC curve",
    formula=(
        "P(s+ > s-) + P(s+ = s-) / 2 = area under TP / (TP + FN) against FP / (FP + TN) over all thresholds"
    ),
    kind="ranking",
    compute=auc,
    latex=r"\Pr(s^+ > s^-) + \tfrac{1}{2} \Pr(s^+ = s^-)",
    chance=0.5,
    scikit=("roc_auc",),
    short=("auroc", "roc-auc"),
    aliases=("AUROC", "AreaROC", "c statistic", "concordance", "Mann-Whitney U / (n+ n-)", "(Gini + 1) / 2"),
    not_to_confuse=(
        (
            "area under the precision-recall curve",
            "depends on the frequency of the positive class; this metric does not",
        ),
        ("partial AUC", "the area over a range of false alarm rates only"),
        ("ROC dominance", "a curve may have the larger area without being above the other everywhere"),
    ),
    assumptions=(
        "only the order of the scores matters, and all thresholds do, also those that nobody would use",
        WITHIN,
        ONE_MODEL,
        TRUTH,
    ),
    references=(HONAVAR, "Hanley & McNeil 1982, Radiology 143:29-36", FAWCETT_2006),
    procedures=("MET-10",),
)
