"""The mean of per-item differences with a skewed distribution, such as differences of losses."""

import math

import numpy as np

from bakeoff.core.influences import Moved
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, HALL_1992, LIANG_ZEGER_1986
from bakeoff.methods._areas import wary_of_classes
from bakeoff.methods._kinds import bell_mccaffrey, mean_of, units_of
from bakeoff.methods._mirror import mirrored
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked, all_zero, enough, noise_of, one_item
from bakeoff.methods._skewed import skewed_result


def skewed_t(scores: PairedScores, *, level: float, alternative: Alternative) -> Result:
    """Test the mean difference of scores or losses by item, if few items may contribute most of it.

    t is that of `paired-mean`. With u_g the sum of the deviations in cluster g (or the deviation of item g),
    ``V = sum u^2`` and ``s = sum u^3 / V^1.5``, the statistic is t or Hall's
    ``t + s t^2 / 3 + s^2 t^3 / 27``, whichever is closer to 0, divided by ``sqrt(1 + 2 / df)`` and compared
    with Student's t with ``df = 2 V^2 / (sum u^4 - V^2 / G)`` degrees of freedom, at most those of
    `paired-mean`. Hall's term accounts for rare large losses of one model; the divisor and the degrees of
    freedom account for a variance that depends on few items. The interval contains every difference that is
    not rejected.

    Of the mean of several areas, each of one class against the rest, the variance allows for one more item of
    each class, and df are at most Welch's over the classes, as for a single area (`area-t`).

    Examples
    --------
    >>> scores = PairedScores(a=[0.9, 0.8, 0.85, 0.9, 0.1], b=[0.7, 0.75, 0.7, 0.7, 0.6])
    >>> round(skewed_t(scores, level=0.95, alternative="two-sided").p_value, 4)
    0.9108
    """
    return mirrored(_skewed_t, scores, level, alternative)


def _skewed_t(scores: PairedScores, level: float, alternative: Alternative) -> Result:
    asked, x, n = Asked("skewed-t", level, alternative), scores.a - scores.b, scores.n
    mean = mean_of(x, scores)
    if n == 1:
        return one_item(asked, estimate=mean, bound=scores.span)
    apart, size, repeats = units_of(x - mean, scores)
    enough("skewed-t", int(repeats.sum()), "independent items or clusters")
    noise = noise_of(scores.a, scores.b)
    variance = float(np.sum(repeats * apart**2 / (1 - size / n))) / n**2
    df = bell_mccaffrey(size / n, repeats)
    if scores.classes is not None:
        variance, most = wary_of_classes(scores, variance)
        df = min(df, most)
    return skewed_result(
        asked,
        estimate=mean,
        error=math.sqrt(variance),
        moved=Moved(apart, repeats),
        df=df,
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
    assumptions=(
        INDEPENDENT_ITEMS + ", or the clusters are",
        "no large differences that are too rare to occur in the test set",
    ),
    references=(HALL_1992, LIANG_ZEGER_1986, BELL_MCCAFFREY_2002),
    interval_by="inversion of the test",
    valid_in=("independent-items", "clustered-items", "uneven-clusters"),
)
