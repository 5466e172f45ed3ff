"""Dietterich's 5x2cv paired t test."""

import math

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.methods._fold_scores import NEARLY_NORMAL
from bakeoff.methods._reference import (
    CANCELLED,
    IDENTICAL,
    NO_SPREAD,
    Asked,
    all_zero,
    noise_of,
    quotient,
    ratio_p,
    snap,
    student_quantile,
)

OPPOSED = "the first difference and the mean of all ten have opposite signs: no learner is favoured"
FIRST = "t and the interval use the first of the ten differences, the estimate uses all ten"
DF = 5


def five_by_two_t(scores: FoldScores, *, level: float, alternative: Alternative) -> Result:
    """Compare the first difference with the variance within the five runs (SIG-15).

    ``t = x_11 / sqrt(mean_j s_j^2)`` with 5 degrees of freedom, where s_j^2 is the sum of the squared
    deviations of the two differences of run j from their mean. The statistic uses only the first fold of
    the first run (E-D3); the estimate is the mean of all ten. The interval is the first difference plus
    or minus the quantile times the same root, widened if needed to contain the estimate.

    Examples
    --------
    >>> from bakeoff.designs import FiveByTwo
    >>> a = [[0.9, 0.8], [0.85, 0.85], [0.9, 0.9], [0.8, 0.9], [0.85, 0.8]]
    >>> scores = FoldScores(a=a, b=[[0.8, 0.75]] * 5, design=FiveByTwo())
    >>> round(five_by_two_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    1.8257
    """
    x, noise = scores.differences, noise_of(scores.a, scores.b)
    root = snap(math.sqrt(float(np.mean(run_squares(x)))), noise)
    first, mean = (snap(float(v), noise) for v in (x[0, 0], np.mean(x)))
    t = quotient(first, root)
    asked = Asked("five-by-two-t", level, alternative)
    reach = student_quantile(DF, asked.tail) * root
    favours = int(np.sign(first)) if first * mean > 0 else 0
    notes: tuple[str, ...] = (FIRST, OPPOSED) if first and not favours else (FIRST,)
    if root == 0:
        notes += (NO_SPREAD if first or mean else IDENTICAL if all_zero(x, noise) else CANCELLED,)
    return asked.result(
        estimate=mean,
        interval=asked.interval(min(first - reach, mean), max(first + reach, mean)),
        statistic=t,
        df=DF,
        p_value=ratio_p(t, DF, alternative) if root or first else 1.0,
        n=x.size,
        notes=notes,
        degenerate=root == 0,
        favours=favours,
    )


def run_squares(x: Floats) -> Floats:
    """For each run of two folds, the squared deviations of its two differences from their mean.

    Examples
    --------
    >>> run_squares(np.array([[3.0, 1.0], [2.0, 2.0]])).tolist()
    [2.0, 0.0]
    """
    squares: Floats = (x[:, 0] - x[:, 1]) ** 2 / 2
    return squares


record = Method(
    key="five-by-two-t",
    title="5x2cv paired t",
    takes=FoldScores,
    designs=("five-by-two",),
    compute=five_by_two_t,
    latex=(
        r"t = \frac{x_{11}}{\sqrt{\frac{1}{5} \sum_{j=1}^{5} s_j^2}}, \quad \nu = 5, "
        r"\quad s_j^2 = (x_{1j} - \bar{x}_j)^2 + (x_{2j} - \bar{x}_j)^2"
    ),
    procedures=("SIG-15",),
    assumptions=("the differences of the folds are independent", NEARLY_NORMAL),
    references=(DIETTERICH_1998,),
    valid_in=("independent-folds", "epsilon-halves"),
    invalid_in=("strongly-correlated-folds",),
)
