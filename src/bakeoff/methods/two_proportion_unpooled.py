"""Two independent error rates compared with the unpooled standard error."""

import math

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import RatePair
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import HONAVAR
from bakeoff.methods._rate_difference import EQUAL_RATES, INDEPENDENT_SETS, accuracy_gap
from bakeoff.methods._reference import Asked, ratio_result


def two_proportion_unpooled(rates: RatePair, *, level: float, alternative: Alternative) -> Result:
    """Divide the difference by the root of the two variances (SIG-7, INT-9).

    ``z = (e_B - e_A) / sqrt(e_A (1 - e_A) / n_A + e_B (1 - e_B) / n_B)``; the interval is the
    difference plus or minus the normal quantile times the same standard error.

    Examples
    --------
    >>> rates = RatePair(errors_a=20, n_a=100, errors_b=30, n_b=100)
    >>> round(two_proportion_unpooled(rates, level=0.95, alternative="greater").statistic, 6)
    1.64399
    """
    gap, total = accuracy_gap(rates), rates.n_a + rates.n_b
    e_a, e_b = rates.errors_a / rates.n_a, rates.errors_b / rates.n_b
    error = math.sqrt(e_a * (1 - e_a) / rates.n_a + e_b * (1 - e_b) / rates.n_b)
    return ratio_result(
        Asked("two-proportion-unpooled", level, alternative),
        estimate=gap,
        error=error,
        df=None,
        n=total,
        notes=() if gap or not error else (EQUAL_RATES,),
        bound=1.0,
    )


record = Method(
    key="two-proportion-unpooled",
    title="unpooled two-proportion z",
    takes=RatePair,
    exact="two-proportion-exact",
    compute=two_proportion_unpooled,
    latex=r"z = \frac{e_B - e_A}{\sqrt{e_A (1 - e_A) / n_A + e_B (1 - e_B) / n_B}}",
    procedures=("SIG-7", "INT-9"),
    assumptions=(INDEPENDENT_SETS, "both rates well away from 0 and 1, and large test sets"),
    references=(HONAVAR,),
    valid_in=("independent-rates",),
    examples=(
        Example(
            outcomes=RatePair(errors_a=30, n_a=100, errors_b=20, n_b=100),
            expected={"statistic": -1.643989873, "p_value": 0.10017829},
            source="Honavar's slides, significance example; exact digits in E-H7",
        ),
    ),
)
