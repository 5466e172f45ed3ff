"""The difference of two models in human scores, estimated with a judge's scores of all items."""

import math
import sys

import numpy as np

from bakeoff.core.judged import Use
from bakeoff.core.method import Method
from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._powered import powered
from bakeoff.methods._reference import Asked, enough, ratio_result

KEY = "prediction-powered-t"
NOT_USED: dict[Use, str] = {
    "no-gain": "the judge's scores do not reduce the variance here: only the human labels are used",
    "all-labelled": "all items are labelled: only the human labels are used",
    "few-labels": "too few labels to see how well the judge predicts them: only the labels are used",
    "constant-judge": "the judge gives one difference for all labelled items: only the human labels are used",
}


def prediction_powered_t(items: JudgedItems, *, level: float, alternative: Alternative) -> Result:
    """Test the mean difference of human scores, known for n items, with a judge's scores of all items.

    With Y the difference of human scores and f that of the judge's scores, the estimate is
    ``mean_n(Y - l f) + l mean_N(f)`` over n labelled and N other items, with
    ``l = cov(Y, f) / ((1 + n / N) var f)``, at least 0. For each labelled item l is computed from the others
    (leave one out), so an item does not influence its own weight. The variance is
    ``var(Y - l f) / n + l^2 var(f) / N``. A quarter of the largest squared deviation over n (n - 1) is added
    to its first part, which is at least M^2 / (n (n - 1)). M is the largest difference of human scores, or
    the larger of two steps of human scores and the largest deviation of Y - l f, if that is less. The ratio
    is compared with Student's t with Welch's degrees of freedom. If the variance is not at least 5 % less
    than that of the labels alone, only the labels are used.

    With clusters, l is computed without the cluster of the item, and deviations are summed within clusters.
    Degrees of freedom are Bell and McCaffrey's for the clusters of each part, and at most those that all
    clusters, or their influences on the estimate, leave; the judge is used where it makes the interval
    narrower.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> human = np.where(np.arange(200) < 50, rng.integers(0, 2, (2, 200)), np.nan)
    >>> judge = np.where(np.isnan(human), rng.integers(0, 2, (2, 200)), human)
    >>> items = JudgedItems(a=judge[0], b=judge[1], human_a=human[0], human_b=human[1])
    >>> result = prediction_powered_t(items, level=0.95, alternative="two-sided")
    >>> round(result.estimate, 3), result.n
    (0.005, 50)
    """
    asked, known = Asked(KEY, level, alternative), items.labelled
    people = np.concatenate([items.human_a[known], items.human_b[known]])
    units = items.n if items.clusters is None else len(np.unique(items.clusters[known]))
    enough(KEY, units, "labelled items, in as many clusters")
    found = powered(items)
    return ratio_result(
        asked,
        estimate=found.used.estimate,
        error=math.sqrt(found.used.variance),
        df=found.used.df,
        n=items.n,
        noise=8 * sys.float_info.epsilon * float(np.max(np.abs(people))),
        notes=() if found.use == "judge" else (NOT_USED[found.use],),
    )


record = Method(
    key=KEY,
    title="prediction-powered t test",
    takes=JudgedItems,
    compute=prediction_powered_t,
    latex=(
        r"\hat{\theta} = \frac{1}{n} \sum_{i \le n} (Y_i - \lambda f_i) + \frac{\lambda}{N} \sum_{i > n} "
        r"f_i, \quad "
        r"\lambda = \frac{\operatorname{cov}(Y, f)}{(1 + n / N) \operatorname{var}(f)}, \quad "
        r"V = \frac{\operatorname{var}(Y - \lambda f)}{n} + \frac{\lambda^2 \operatorname{var}(f)}{N}"
    ),
    procedures=("JUDGE-1",),
    assumptions=(
        INDEPENDENT_ITEMS + ", or the clusters are",
        "the labelled items were chosen at random among all items",
    ),
    references=(
        "Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, Science 382:669-674",
        "Angelopoulos, Duchi & Zrnic 2023, PPI++: efficient prediction-powered inference, arXiv:2311.01453",
        "Zrnic & Candes 2024, Cross-prediction-powered inference, PNAS 121:e2322083121",
    ),
    valid_in=("judged-items", "judged-clusters", "few-labels"),
    invalid_in=("chosen-labels",),
)
