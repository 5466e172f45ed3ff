"""Alpaydin's combined 5x2cv F test."""

import math

import numpy as np
from scipy import special

from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import ALPAYDIN_1999
from bakeoff.methods._fold_scores import NEARLY_NORMAL
from bakeoff.methods._reference import Asked, all_zero, directed_p, no_spread, noise_of
from bakeoff.methods.five_by_two_t import run_squares

DF = (10.0, 5.0)
SCATTERED = "the runs differ more between each other than within: no single difference fits all ten scores"


def five_by_two_f(scores: FoldScores, *, level: float, alternative: Alternative) -> Result:
    """Compare all ten squared differences with the variance within the five runs.

    ``F = sum x_ij^2 / (2 sum s_j^2)`` against F with 10 and 5 degrees of freedom, where x_ij is the
    difference in fold i of run j and s_j^2 is the sum of the squared deviations of the two differences of
    run j from their mean. It does not depend on the order of the folds, as the t form does. A one-sided
    p-value is half of the two-sided one on the side of the mean. The interval contains the differences d
    that the test does not reject: those with ``sum (x_ij - d)^2 <= 2 q sum s_j^2``, q the quantile of F.
    If there are none, the test rejects because of the variance between runs and not because of the mean:
    then the interval is the mean alone, and no learner is favoured.

    Examples
    --------
    >>> from bakeoff.designs import FiveByTwo
    >>> a = [[0.9, 0.8], [0.85, 0.85], [0.9, 0.9], [0.8, 0.9], [0.85, 0.8]]
    >>> scores = FoldScores(a=a, b=[[0.8, 0.75]] * 5, design=FiveByTwo())
    >>> round(five_by_two_f(scores, level=0.95, alternative="two-sided").statistic, 4)
    2.8333
    """
    asked = Asked("five-by-two-f", level, alternative)
    x, noise = scores.differences, noise_of(scores.a, scores.b)
    mean, squares = float(np.mean(x)), float(np.sum(run_squares(x)))
    mean = 0.0 if abs(mean) <= noise else mean
    if math.sqrt(squares / 5) <= noise:
        return no_spread(asked, estimate=mean, df=DF, n=x.size, signed=False, identical=all_zero(x, noise))
    f = float(np.sum(x**2)) / (2 * squares)
    inside = 1 - 2 * min(asked.tail, 0.5)
    critical = float(special.fdtri(*DF, inside)) if inside else 0.0  # NaN at zero in scipy before 1.17
    square = (2 * critical * squares - float(np.sum((x - mean) ** 2))) / 10
    scattered = square <= 0
    reach = math.sqrt(max(square, 0.0))
    return asked.result(
        estimate=mean,
        interval=asked.interval(mean - reach, mean + reach),
        statistic=f,
        df=DF,
        p_value=directed_p(float(special.fdtrc(*DF, f)), mean, alternative),
        n=x.size,
        notes=(SCATTERED,) if scattered else (),
        favours=0 if scattered else None,
    )


record = Method(
    key="five-by-two-f",
    title="combined 5x2cv F",
    takes=FoldScores,
    designs=("five-by-two",),
    compute=five_by_two_f,
    latex=(
        r"F = \frac{\sum_{j=1}^{5} \sum_{i=1}^{2} x_{ij}^2}{2 \sum_{j=1}^{5} s_j^2} \sim F_{10, 5}, "
        r"\quad s_j^2 = (x_{1j} - \bar{x}_j)^2 + (x_{2j} - \bar{x}_j)^2"
    ),
    assumptions=("the differences of the folds are independent", NEARLY_NORMAL),
    references=(ALPAYDIN_1999,),
    valid_in=("independent-folds", "epsilon-halves"),
    invalid_in=("strongly-correlated-folds",),
)
