"""The posterior interval under Jeffreys' prior."""

import numpy as np
from scipy import special

from bakeoff.core.figures import figure
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import BROWN_CAI_DASGUPTA_2001, MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers


def jeffreys(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The quantiles of the posterior distribution under Jeffreys' prior, Beta(m + 1/2, M - m + 1/2).

    By convention the lower limit is 0 if there are no errors, and the upper limit is 1 if all items are
    errors. The interval ``beta`` with the prior (0.5, 0.5) does not use this convention. It is equation 4
    of Martin and Hirschberg (1996).

    Examples
    --------
    >>> low, high = jeffreys(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1308, 0.2863)
    """
    a, b = m + 0.5, M - m + 0.5
    low = np.where(m == 0, 0.0, special.betaincinv(a, b, tail))
    return low, np.where(m == M, 1.0, special.betaincinv(a, b, 1 - tail))


record = RateInterval(
    key="jeffreys",
    title="Jeffreys",
    formula="quantiles of Beta(m + 1/2, M - m + 1/2); low = 0 if m = 0, high = 1 if m = M",
    compute=jeffreys,
    latex=(
        r"\left[ B_{\alpha / 2}\left(m + \tfrac{1}{2}, M - m + \tfrac{1}{2}\right), \; B_{1 - \alpha / "
        r"2}\left(m + \tfrac{1}{2}, M - m + \tfrac{1}{2}\right) \right]"
    ),
    procedures=("INT-3",),
    assumptions=(
        *BINOMIAL,
        "as a statement of probability: before the data, the rate is distributed as Beta(1/2, 1/2)",
    ),
    references=(MARTIN_HIRSCHBERG_96_22, BROWN_CAI_DASGUPTA_2001),
    caution="holds its level on average; with M = 50, the coverage of a 95 % interval falls to "
    f"{figure('intervals', 'jeffreys: lowest')} % for some true rates",
)
