"""Martin and Hirschberg's single-sample paired test on folds of unequal size."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.methods._fold_scores import INDEPENDENT_FOLDS, NEARLY_NORMAL, SCORES
from bakeoff.methods._reference import Asked, enough, noise_of, ratio_result

EQUAL_SIZES = "n_test is unknown: all folds have equal weight"


def kfold_weighted_t(scores: FoldScores, *, level: float, alternative: Alternative) -> Result:
    """Weight each fold's difference by the size of its test set (SIG-11).

    ``t = x / SS`` with k - 1 degrees of freedom, ``x = sum m_i x_i / N`` and
    ``SS^2 = sum m_i (x_i - x)^2 / ((k - 1) N)`` (E-M14). x_i is the difference in fold i, m_i the size of
    its test set and N the number of all items. With equal folds it is `kfold-t`.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> design, sizes = KFold(folds=3), [[10, 10, 12]]
    >>> scores = FoldScores(a=[[0.9, 0.8, 0.85]], b=[[0.7, 0.75, 0.7]], design=design, n_test=sizes)
    >>> round(kfold_weighted_t(scores, level=0.95, alternative="two-sided").estimate, 6)
    0.134375
    """
    x = scores.differences
    enough("kfold-weighted-t", x.size, SCORES)
    sizes = np.ones_like(x) if scores.n_test is None else scores.n_test
    mean = float(np.sum(sizes * x) / np.sum(sizes))
    square = float(np.sum(sizes * (x - mean) ** 2) / ((x.size - 1) * np.sum(sizes)))
    return ratio_result(
        Asked("kfold-weighted-t", level, alternative),
        estimate=mean,
        error=float(np.sqrt(square)),
        df=x.size - 1,
        n=x.size,
        noise=noise_of(scores.a, scores.b),
        notes=(EQUAL_SIZES,) if scores.n_test is None else (),
    )


record = Method(
    key="kfold-weighted-t",
    title="weighted k-fold paired t",
    takes=FoldScores,
    designs=("kfold",),
    compute=kfold_weighted_t,
    latex=(
        r"t = \frac{\bar{x}}{SS}, \quad \bar{x} = \frac{1}{N} \sum_i m_i x_i, \quad "
        r"SS^2 = \frac{\sum_i m_i (x_i - \bar{x})^2}{(k - 1) N}, \quad \nu = k - 1"
    ),
    procedures=("SIG-11",),
    assumptions=(INDEPENDENT_FOLDS, NEARLY_NORMAL),
    references=(MARTIN_HIRSCHBERG_1996,),
    valid_in=("independent-folds",),
    invalid_in=("correlated-folds",),
    risk="a heuristic; its result depends on the single partition that is used",
)
