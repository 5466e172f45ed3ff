"""Two independent error rates compared exactly, given the pooled rate."""

import math

import numpy as np

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import Floats, RatePair
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998
from bakeoff.methods._rate_difference import (
    INDEPENDENT_SETS,
    accuracy_gap,
    pooled_error_rate,
    rates_result,
)
from bakeoff.methods._reference import Asked, at_least

FAR = 40  # standard deviations beyond which a binomial count has a probability below 1e-300
SAME = 1e-12  # differences of rates closer than this count as equal


def two_proportion_exact(rates: RatePair, *, level: float, alternative: Alternative) -> Result:
    """Sum the probability of all pairs of counts at least as far apart (SIG-6).

    Both counts are taken as binomial with the pooled error rate; the p-value is the probability that
    the two rates differ by at least as much as observed, in the direction asked about.

    Examples
    --------
    >>> rates = RatePair(errors_a=0, n_a=2, errors_b=2, n_b=2)
    >>> two_proportion_exact(rates, level=0.95, alternative="two-sided").p_value
    0.125
    """
    gap, pooled = accuracy_gap(rates), pooled_error_rate(rates)
    p = 0.0
    if alternative != "less":
        p += _as_far(abs(gap) if alternative == "two-sided" else gap, rates.n_a, rates.n_b, pooled)
    if alternative != "greater":
        p += _as_far(abs(gap) if alternative == "two-sided" else -gap, rates.n_b, rates.n_a, pooled)
    p = 1.0 if gap == 0 and alternative == "two-sided" else min(p, 1.0)
    return rates_result(Asked("two-proportion-exact", level, alternative), rates, p_value=p)


def _as_far(gap: float, n_few: int, n_many: int, rate: float) -> float:
    """P(many / n_many - few / n_few >= gap) for independent binomial counts at one rate."""
    # Counts further off than any that matter have no mass that a double can hold.
    reach = FAR * math.sqrt(n_few * rate * (1 - rate)) + 20 * FAR
    start = max(0, math.floor(n_few * (rate - abs(gap)) - reach))
    few = np.arange(start, min(n_few, math.ceil(n_few * (rate + abs(gap)) + reach)) + 1, dtype=np.float64)
    needed = np.ceil(n_many * (few / n_few + gap - SAME))
    return float(np.sum(_mass(few, n_few, rate) * at_least(needed, n_many, rate)))


def _mass(counts: Floats, n: int, rate: float) -> Floats:
    """Binomial probabilities of neighbouring counts, as differences of whichever tail is the smaller."""
    count = np.append(counts, counts[-1] + 1)
    upper = at_least(count, n, rate)
    lower = at_least(n - count + 1, n, 1 - rate)  # P(K < count)
    below = count[:-1] < n * rate
    mass: Floats = np.where(below, np.diff(lower), -np.diff(upper))
    return mass


record = Method(
    key="two-proportion-exact",
    title="exact two-proportion test",
    takes=RatePair,
    compute=two_proportion_exact,
    procedures=("SIG-6",),
    assumptions=(INDEPENDENT_SETS,),
    references=(MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998),
    interval_by="Newcombe's score interval",
    valid_in=("independent-rates",),
    examples=(
        Example(
            outcomes=RatePair(errors_a=0, n_a=2, errors_b=2, n_b=2),
            expected={"p_value": 0.125},
            source="by hand: two of the sixteen outcomes of four fair coins",
        ),
    ),
)
