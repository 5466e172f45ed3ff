"""The mean of per-item differences that may be skewed, as those of losses are."""

import math

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, HALL_1992, LIANG_ZEGER_1986
from bakeoff.methods._kinds import bell_mccaffrey, mean_of, units_of
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked, all_zero, enough, noise_of, one_item
from bakeoff.methods._skewed import Moved, skewed_result


def skewed_t(scores: PairedScores, *, level: float, alternative: Alternative) -> Result:
    """Judge the mean difference of scores or losses by item, where few items may have most of it.

    t is that of `paired-mean`. With u_g the sum of the deviations in cluster g (or the deviation of item
    g), ``V = sum u^2`` and ``s = sum u^3 / V^1.5``, the statistic is the one of t and Hall's
    ``t + s t^2 / 3 + s^2 t^3 / 27`` that is nearer to 0, divided by ``sqrt(1 + 2 / df)`` and held against
    Student's t with ``df = 2 V^2 / (sum u^4 - V^2 / G)`` degrees of freedom, at most those of `paired-mean`.
    The first allows for large losses on one side, of which the mean has seen too few; the second and third
    for a variance that few items decide. The interval holds every difference that is not rejected.

    Examples
    --------
    >>> scores = PairedScores(a=[0.9, 0.8, 0.85, 0.9, 0.1], b=[0.7, 0.75, 0.7, 0.7, 0.6])
    >>> round(skewed_t(scores, level=0.95, alternative="two-sided").p_value, 4)
    0.9108
    """
    asked, x, n = Asked("skewed-t", level, alternative), scores.a - scores.b, scores.n
    mean = mean_of(x, scores)
    if n == 1:
        return one_item(asked, estimate=mean, bound=scores.span)
    apart, size, repeats = units_of(x - mean, scores)
    enough("skewed-t", repeats.sum(), "independent items or clusters")
    noise = noise_of(scores.a, scores.b)
    return skewed_result(
        asked,
        estimate=mean,
        error=math.sqrt(float(np.sum(repeats * apart**2 / (1 - size / n)))) / n,
        moved=Moved(apart, repeats),
        df=bell_mccaffrey(size / n, repeats),
        n=n,
        noise=noise,
        bound=scores.span,
        identical=all_zero(x, noise),
    )


record = Method(
    key="skewed-t",
    title="skewness-corrected t test of paired scores",
    takes=PairedScores,
    compute=skewed_t,
    latex=(
        r"T = \frac{1}{\sqrt{1 + 2/\nu}} \left( t + \frac{s t^2}{3} + \frac{s^2 t^3}{27} \right), \quad "
        r"s = \frac{\sum_g u_g^3}{V^{3/2}}, \quad \nu = \frac{2 V^2}{\sum_g u_g^4 - V^2 / G}, \quad V = "
        r"\sum_g u_g^2"
    ),
    assumptions=(INDEPENDENT_ITEMS + ", or the clusters are", "no large differences too rare to be seen"),
    references=(HALL_1992, LIANG_ZEGER_1986, BELL_MCCAFFREY_2002),
    interval_by="the inverted test",
    valid_in=("independent-items", "clustered-items", "uneven-clusters"),
)
