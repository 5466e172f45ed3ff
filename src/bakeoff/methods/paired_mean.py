"""The mean of per-item differences."""

import numpy as np

from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, LIANG_ZEGER_1986
from bakeoff.methods._kinds import bell_mccaffrey, mean_of, units_of
from bakeoff.methods._mirror import mirrored
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked, all_zero, enough, noise_of, one_item, ratio_result


def paired_mean(scores: PairedScores, *, level: float, alternative: Alternative) -> Result:
    """Test the mean difference of scores or losses by item, with cluster-robust standard errors.

    With S_g the sum of the deviations in cluster g and h_g its share of the items,
    ``se^2 = sum_g S_g^2 / (1 - h_g) / n^2`` and t = mean / se has ``1 / (sum h^2 + (sum q)^2 - sum q^2)``
    degrees of freedom, q = h^2 / (1 - h): the small-sample correction of Bell and McCaffrey for a mean. For
    equal clusters that is one less than their number; without clusters, every item is a cluster and se = s /
    sqrt(n) with n - 1 degrees of freedom.

    Examples
    --------
    >>> scores = PairedScores(a=[0.9, 0.8, 0.85], b=[0.7, 0.75, 0.7])
    >>> round(paired_mean(scores, level=0.95, alternative="two-sided").statistic, 4)
    3.0237
    """
    return mirrored(_paired_mean, scores, level, alternative)


def _paired_mean(scores: PairedScores, level: float, alternative: Alternative) -> Result:
    x, n = scores.a - scores.b, scores.n
    mean = mean_of(x, scores)
    if n == 1:
        return one_item(Asked("paired-mean", level, alternative), estimate=mean, bound=scores.span)
    apart, size, repeats = units_of(x - mean, scores)
    enough("paired-mean", int(repeats.sum()), "independent items or clusters")
    noise = noise_of(scores.a, scores.b)
    return ratio_result(
        Asked("paired-mean", level, alternative),
        estimate=mean,
        error=float(np.sqrt(np.sum(repeats * apart**2 / (1 - size / n))) / n),
        df=bell_mccaffrey(size / n, repeats),
        n=n,
        noise=noise,
        bound=scores.span,
        identical=all_zero(x, noise),
    )


record = Method(
    key="paired-mean",
    title="mean of paired scores",
    takes=PairedScores,
    compute=paired_mean,
    latex=(
        r"t = \frac{\bar{d}}{\mathrm{se}}, \quad \mathrm{se}^2 = \frac{1}{n^2} \sum_g \frac{S_g^2}{1 - "
        r"h_g}, \quad "
        r"\nu = \frac{1}{\sum_g h_g^2 + \left(\sum_g q_g\right)^2 - \sum_g q_g^2}, \quad q_g = "
        r"\frac{h_g^2}{1 - h_g}"
    ),
    assumptions=(INDEPENDENT_ITEMS + ", or the clusters are", "the mean is roughly normal"),
    references=(LIANG_ZEGER_1986, BELL_MCCAFFREY_2002),
    valid_in=("independent-items", "clustered-items", "uneven-clusters"),
)
