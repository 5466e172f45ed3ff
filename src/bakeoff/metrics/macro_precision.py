"""Precision averaged over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR, SOKOLOVA_2009
from bakeoff.metrics._assumed import EQUAL, SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, macro_mean
from bakeoff.metrics.precision import precision


def macro_precision(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The unweighted mean over classes of ``TP / (TP + FP)``; matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(macro_precision([[55, 5], [10, 30]])), 6)
    0.833333
    """
    return macro_mean(precision(matrices, undefined=undefined), undefined)


record = Metric(
    key="macro-precision",
    title="macro-averaged precision",
    rests_on="classes",
    formula="(1/M) sum_j TP_j / (TP_j + FP_j), over the M classes",
    compute=macro_precision,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \frac{TP_j}{TP_j + FP_j}",
    scikit=("precision_macro",),
    aliases=(
        "mean class precision",
        "MacroAverage Specificity on Honavar's slides, by their definition (E-H1)",
    ),
    not_to_confuse=(
        ("macro-specificity", "the mean of TN / (TN + FP)"),
        ("micro-precision", "pools the counts first, so large classes dominate"),
    ),
    undefined="some class is never predicted",
    assumptions=(EQUAL, SHARES, TRUTH),
    references=(HONAVAR, SOKOLOVA_2009),
    procedures=("MET-9",),
)
