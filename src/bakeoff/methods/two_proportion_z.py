"""Two independent error rates compared by the pooled normal test."""

import math

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import RatePair
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998
from bakeoff.methods._rate_difference import INDEPENDENT_SETS, accuracy_gap, pooled_error_rate, rates_result
from bakeoff.methods._reference import Asked, ratio_p


def two_proportion_z(rates: RatePair, *, level: float, alternative: Alternative) -> Result:
    """Divide the difference by its standard error under equal rates (SIG-5).

    ``z = (e_B - e_A) / sqrt(e (1 - e) (1/n_A + 1/n_B))`` with e the pooled error rate; p = 1 if e is 0 or 1.
    The interval is Newcombe's hybrid score interval, made consistent with the test.

    Examples
    --------
    >>> rates = RatePair(errors_a=30, n_a=100, errors_b=20, n_b=100)
    >>> round(two_proportion_z(rates, level=0.95, alternative="two-sided").statistic, 4)
    -1.633
    """
    pooled = pooled_error_rate(rates)
    error = math.sqrt(pooled * (1 - pooled) * (1 / rates.n_a + 1 / rates.n_b))
    z = accuracy_gap(rates) / error if error else 0.0
    p = ratio_p(z, None, alternative) if error else 1.0
    return rates_result(Asked("two-proportion-z", level, alternative), rates, p_value=p, statistic=z)


record = Method(
    key="two-proportion-z",
    title="pooled two-proportion z",
    takes=RatePair,
    exact="two-proportion-exact",
    compute=two_proportion_z,
    latex=(
        r"z = \frac{e_B - e_A}{\sqrt{e (1 - e) (1 / n_A + 1 / n_B)}}, "
        r"\quad e = \frac{m_A + m_B}{n_A + n_B}"
    ),
    procedures=("SIG-5",),
    assumptions=(INDEPENDENT_SETS, "enough errors and enough successes for the normal approximation"),
    references=(MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998),
    interval_by="Newcombe's score interval",
    valid_in=("independent-rates",),
    examples=(
        Example(
            outcomes=RatePair(errors_a=50, n_a=100, errors_b=40, n_b=100),
            expected={"statistic": -0.1 / math.sqrt(0.45 * 0.55 * 0.02)},
            source="by hand: pooled rate 90/200",
        ),
    ),
)
