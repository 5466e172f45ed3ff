"""F1 averaged over classes."""

from bakeoff.core.arrays import Floats, Matrices
from bakeoff.core.metric import Metric
from bakeoff.core.works import SOKOLOVA_2009
from bakeoff.metrics._assumed import EQUAL, SHARES, TRUTH
from bakeoff.metrics._confusion import Undefined, macro_mean
from bakeoff.metrics.f1 import f1


def macro_f1(matrices: Matrices, *, undefined: Undefined = "nan") -> Floats:
    """The unweighted mean over classes of ``2 TP / (2 TP + FP + FN)``; matrices [..., predicted, true].

    Examples
    --------
    >>> round(float(macro_f1([[55, 5], [10, 30]])), 6)
    0.84
    """
    return macro_mean(f1(matrices, undefined=undefined), undefined)


record = Metric(
    key="macro-f1",
    title="macro-averaged F1",
    rests_on="classes",
    formula="(1/M) sum_j 2 TP_j / (2 TP_j + FP_j + FN_j), over the M classes",
    compute=macro_f1,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \frac{2\,TP_j}{2\,TP_j + FP_j + FN_j}",
    scikit=("f1_macro",),
    aliases=("mean class F1", "averaged F1"),
    not_to_confuse=(
        (
            "F1 of macro-averaged precision and recall",
            "another number that some papers report under this name; it is never smaller",
        ),
        ("weighted-f1", "weights each class by its number of items"),
    ),
    undefined="some class neither occurs in the truth nor is predicted",
    assumptions=("precision and recall matter equally", EQUAL, SHARES, TRUTH),
    references=(SOKOLOVA_2009, "Opitz & Burst 2019, Macro F1 and Macro F1, arXiv:1911.03347"),
    procedures=("MET-9",),
)
