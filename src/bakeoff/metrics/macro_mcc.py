"""The correlation coefficient averaged over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import HONAVAR
from bakeoff.metrics._assumed import EQUAL, SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, macro_mean
from bakeoff.metrics.class_mcc import class_mcc


def macro_mcc(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The unweighted mean over classes of Matthews' coefficient; matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(macro_mcc([[55, 5], [10, 30]])), 6)
    0.684737
    """
    return macro_mean(class_mcc(matrices, undefined=undefined), undefined)


record = Metric(
    key="macro-mcc",
    title="macro-averaged correlation coefficient",
    rests_on="classes",
    formula=(
        "(1/M) sum_j (TP_j TN_j - FP_j FN_j) / "
        "sqrt((TP_j + FN_j) (TP_j + FP_j) (TN_j + FP_j) (TN_j + FN_j)), over the M classes"
    ),
    low=-1.0,
    compute=macro_mcc,
    latex=(
        r"\frac{1}{M} \sum_{j=1}^{M} \frac{TP_j TN_j - FP_j FN_j}{\sqrt{(TP_j + FN_j)(TP_j + FP_j)(TN_j + "
        r"FP_j)(TN_j + FN_j)}}"
    ),
    aliases=("MacroAverage CorrelationCoeff",),
    not_to_confuse=(("mcc", "one correlation over all classes; the two are equal with two classes"),),
    undefined="some class has all or none of the items, in the truth or in the predictions",
    assumptions=(EQUAL, SHARES, TRUTH),
    references=(HONAVAR,),
    procedures=("MET-9",),
)
