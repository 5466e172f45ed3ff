"""The mean of per-item differences."""

import math

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, PairedScores
from bakeoff.core.result import Interval, Result
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import all_zero, noise_of, ratio_result

ONE_ITEM = "one item shows no variation: nothing can be said beyond its own difference"


def paired_mean(scores: PairedScores, *, level: float, alternative: Alternative) -> Result:
    """Judge the mean difference of scores or losses by item, items of one cluster taken together.

    With S_g the sum of the deviations in cluster g and h_g its share of the items,
    ``se^2 = sum_g S_g^2 / (1 - h_g) / n^2`` and t = mean / se has ``1 / (sum h^2 + (sum q)^2 - sum q^2)``
    degrees of freedom, q = h^2 / (1 - h): the small-sample correction of Bell and McCaffrey for a mean.
    For equal clusters that is one less than their number; without clusters every item is its own and
    se = s / sqrt(n) with n - 1.

    Examples
    --------
    >>> scores = PairedScores(a=[0.9, 0.8, 0.85], b=[0.7, 0.75, 0.7])
    >>> round(paired_mean(scores, level=0.95, alternative="two-sided").statistic, 4)
    3.0237
    """
    x = scores.a - scores.b
    clusters = np.arange(x.size) if scores.clusters is None else scores.clusters
    mean = float(np.mean(x))
    _, place = np.unique(clusters, return_inverse=True)
    sums = np.bincount(place, weights=x - mean)
    groups = sums.size
    if x.size == 1:
        return Result(
            method="paired-mean",
            estimate=mean,
            interval=Interval(low=-math.inf, high=math.inf),
            level=level,
            alternative=alternative,
            p_value=1.0,
            n=1,
            notes=(ONE_ITEM,),
            degenerate=True,
        )
    if groups < 2:
        raise InputError(f"paired-mean needs at least 2 independent items or clusters; got {groups}")
    share = np.bincount(place) / x.size
    error = float(np.sqrt(np.sum(sums**2 / (1 - share))) / x.size)
    noise = noise_of(scores.a, scores.b)
    return ratio_result(
        method="paired-mean",
        estimate=mean,
        error=error,
        df=_degrees(share),
        n=x.size,
        level=level,
        alternative=alternative,
        noise=noise,
        identical=all_zero(x, noise),
    )


def _degrees(share: Floats) -> float:
    q = share**2 / (1 - share)
    return float(1 / (np.sum(share**2) + np.sum(q) ** 2 - np.sum(q**2)))


record = Method(
    key="paired-mean",
    title="mean of paired scores",
    question="Do two models differ in mean score on the population that one test set was drawn from?",
    takes=PairedScores,
    compute=paired_mean,
    assumptions=(INDEPENDENT_ITEMS + ", or their clusters are", "the mean is roughly normal"),
    references=(
        "Liang & Zeger 1986, Biometrika 73:13-22",
        "Bell & McCaffrey 2002, Survey Methodology 28(2):169-181",
    ),
    valid_in=("independent-items", "clustered-items", "uneven-clusters"),
    invalid_in=(),
)
