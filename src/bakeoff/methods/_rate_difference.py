"""The interval for a difference of two independent rates: Newcombe's hybrid score interval.

Each rate's Wilson interval gives one end its share; the result contains the estimate, stays in
[-1, 1] and has a width at 0 and 1, where the plain normal interval has none.
"""

import math

from bakeoff.core.outcomes import RatePair
from bakeoff.core.result import Result
from bakeoff.methods._reference import Asked

EQUAL_RATES = "both error rates are equal"
FARTHEST = 1e6  # quantile at which every interval includes 0
INDEPENDENT_SETS = "the two test sets are independent draws from one population"


def accuracy_gap(rates: RatePair) -> float:
    """A minus B in accuracy: B's error rate minus A's."""
    return rates.errors_b / rates.n_b - rates.errors_a / rates.n_a


def pooled_error_rate(rates: RatePair) -> float:
    """The error rate of both test sets together."""
    return (rates.errors_a + rates.errors_b) / (rates.n_a + rates.n_b)


def rates_result(asked: Asked, rates: RatePair, *, p_value: float, statistic: float | None = None) -> Result:
    """The result of a test of equal rates, with the hybrid score interval for A minus B."""
    gap = accuracy_gap(rates)
    z, was = asked.critical(_score_of_zero(rates, asked), p_value)
    low, high = _ends(rates, z)
    return asked.result(
        estimate=gap,
        interval=asked.interval(max(low, -1.0), min(high, 1.0), bound=1.0),
        interval_was=was,
        statistic=statistic,
        p_value=p_value,
        n=rates.n_a + rates.n_b,
        notes=() if gap else (EQUAL_RATES,),
    )


def _ends(rates: RatePair, z: float) -> tuple[float, float]:
    """Newcombe's interval for A minus B at a normal quantile."""
    gap, sign = accuracy_gap(rates), 1 if z >= 0 else -1
    a_low, a_high = _wilson(rates.errors_a, rates.n_a, z)
    b_low, b_high = _wilson(rates.errors_b, rates.n_b, z)
    p_a, p_b = rates.errors_a / rates.n_a, rates.errors_b / rates.n_b
    low = gap - sign * math.hypot(p_b - b_low, a_high - p_a)
    return low, gap + sign * math.hypot(b_high - p_b, p_a - a_low)


def _score_of_zero(rates: RatePair, asked: Asked) -> float:
    """The quantile below which the interval excludes 0, by bisection."""
    gap = accuracy_gap(rates)
    end = 0 if gap > 0 else 1
    inside, outside = 0.0, FARTHEST if gap else 0.0
    while inside < (middle := (inside + outside) / 2) < outside:
        excluded = _ends(rates, middle)[end] * gap > 0
        inside, outside = (middle, outside) if excluded else (inside, middle)
    side = {"two-sided": 1.0, "greater": math.copysign(1, gap), "less": -math.copysign(1, gap)}
    return side[asked.alternative] * inside


def _wilson(errors: int, n: int, z: float) -> tuple[float, float]:
    rate, square = errors / n, z * z / n
    half = z * math.sqrt(rate * (1 - rate) / n + square / (4 * n))
    return (rate + square / 2 - half) / (1 + square), (rate + square / 2 + half) / (1 + square)
