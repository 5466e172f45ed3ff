"""Specificity averaged over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import EQUAL, SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, macro_mean
from bakeoff.metrics.specificity import specificity


def macro_specificity(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The unweighted mean over classes of ``TN / (TN + FP)``; matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(macro_specificity([[55, 5], [10, 30]])), 6)
    0.851648
    """
    return macro_mean(specificity(matrices, undefined=undefined), undefined)


record = Metric(
    key="macro-specificity",
    title="macro-averaged specificity",
    rests_on="classes",
    formula="(1/M) sum_j TN_j / (TN_j + FP_j), over the M classes",
    compute=macro_specificity,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \frac{TN_j}{TN_j + FP_j}",
    aliases=("mean class specificity", "1 - macro-averaged false alarm rate"),
    not_to_confuse=(
        (
            "MacroAverage Specificity on Honavar's slides",
            "by their definition of specificity it is macro-precision (E-H1)",
        ),
    ),
    undefined="all items belong to one class",
    assumptions=(
        "values are read against that of uniform guessing, 1 - 1 / M with M classes",
        EQUAL,
        SHARES,
        TRUTH,
    ),
    references=(HONAVAR,),
    procedures=("MET-9",),
)
