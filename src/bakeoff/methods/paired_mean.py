"""The mean of per-item differences."""

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Result
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import all_zero, noise_of, ratio_result


def paired_mean(scores: PairedScores, *, level: float, alternative: Alternative) -> Result:
    """Judge the mean difference of scores or losses by item, items of one cluster taken together.

    ``t = mean / se`` with ``se^2 = G / (G - 1) sum_g (sum of cluster g's deviations)^2 / n^2`` and G - 1
    degrees of freedom for G clusters; without clusters every item is its own and se = s / sqrt(n).

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
    if groups < 2:
        raise InputError(f"paired-mean needs at least 2 independent items or clusters; got {groups}")
    error = float(np.sqrt(groups / (groups - 1) * np.sum(sums**2)) / x.size)
    noise = noise_of(scores.a, scores.b)
    return ratio_result(
        method="paired-mean",
        estimate=mean,
        error=error,
        df=groups - 1,
        n=x.size,
        level=level,
        alternative=alternative,
        noise=noise,
        identical=all_zero(x, noise),
    )


record = Method(
    key="paired-mean",
    title="mean of paired scores",
    question="Do two models differ in mean score on the population that one test set was drawn from?",
    takes=PairedScores,
    compute=paired_mean,
    assumptions=(INDEPENDENT_ITEMS + ", or their clusters are", "the mean is roughly normal"),
    references=("Liang & Zeger 1986, Biometrika 73:13-22",),
    valid_in=("independent-items", "clustered-items"),
    invalid_in=(),
)
