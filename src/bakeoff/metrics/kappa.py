"""Agreement beyond chance."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.metrics._assumed import SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, class_counts, ratio


def kappa(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """Cohen's kappa, ``(p_o - p_e) / (1 - p_e)``, over confusion matrices [..., predicted, true].

    p_o is the accuracy, and p_e the accuracy if label and truth were independent with the same margins. In
    counts, with sums over classes: ``sum (TP TN - FP FN) / sum (TP + FP)(TN + FP)``.

    Examples
    --------
    >>> round(float(kappa([[55, 5], [10, 30]])), 6)
    0.680851
    """
    c = class_counts(matrices)
    beyond_chance = (c.tp * c.tn - c.fp * c.fn).sum(axis=-1)
    return ratio(beyond_chance, ((c.tp + c.fp) * (c.tn + c.fp)).sum(axis=-1), undefined)


record = Metric(
    key="kappa",
    title="Cohen's kappa",
    rests_on="classes",
    formula=(
        "(p_o - p_e) / (1 - p_e) = sum (TP TN - FP FN) / sum (TP + FP)(TN + FP), sums over classes; p_o is "
        "the accuracy, p_e that of random labels with the same frequencies"
    ),
    low=-1.0,
    compute=kappa,
    latex=(
        r"\frac{p_o - p_e}{1 - p_e} = \frac{\sum_j (TP_j TN_j - FP_j FN_j)}{\sum_j (TP_j + FP_j)(TN_j + "
        r"FP_j)}"
    ),
    chance=0.0,
    short=("cohen-kappa",),
    aliases=("kappa statistic", "chance-corrected agreement"),
    not_to_confuse=(
        ("weighted kappa", "gives partial credit for near misses between ordered classes"),
        ("Fleiss' kappa", "for more than two raters; with pooled margins"),
    ),
    undefined="all items belong to the same class, in the truth and in the predictions",
    assumptions=(
        "chance agreement is that of random labels with the same frequencies",
        "no error gets partial credit, whichever classes it confuses",
        SHARES,
        TRUTH,
    ),
    references=("Cohen 1960, Educational and Psychological Measurement 20:37-46",),
)
