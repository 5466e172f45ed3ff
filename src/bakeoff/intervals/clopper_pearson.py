"""The exact interval of Clopper and Pearson."""

import numpy as np

from bakeoff.core.figures import figure
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import BROWN_CAI_DASGUPTA_2001
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers, beta_quantile


def clopper_pearson(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The rates under which neither m or more nor m or fewer errors are improbable.

    Both have a probability of at least α / 2. The lower limit is 0 at m = 0, and the
    upper limit is 1 at m = M. The coverage is never below its level, and mostly above it.

    Examples
    --------
    >>> low, high = clopper_pearson(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1267, 0.2918)
    """
    none, all_wrong = m == 0, m == M
    low = beta_quantile(np.where(none, 1.0, m), M - m + 1, tail)
    high = beta_quantile(m + 1, np.where(all_wrong, 1.0, M - m), 1 - tail)
    return np.where(none, 0.0, low), np.where(all_wrong, 1.0, high)


record = RateInterval(
    key="clopper-pearson",
    title="Clopper-Pearson (exact)",
    formula="quantiles of Beta(m, M - m + 1) and Beta(m + 1, M - m)",
    compute=clopper_pearson,
    latex=r"\left[ B_{\alpha / 2}(m, M - m + 1), \; B_{1 - \alpha / 2}(m + 1, M - m) \right]",
    assumptions=BINOMIAL,
    references=("Clopper & Pearson 1934, Biometrika 26:404-413", BROWN_CAI_DASGUPTA_2001),
    caution="conservative: with M = 50, the coverage of a 95 % interval is "
    f"{figure('intervals', 'clopper-pearson: mean')} % on average",
)
