import math

import pytest

from bakeoff.core.outcomes import RatePair
from bakeoff.methods._rate_difference import EQUAL_RATES
from bakeoff.methods.two_proportion_unpooled import two_proportion_unpooled


def ask(errors_a, n_a, errors_b, n_b, alternative="two-sided"):
    rates = RatePair(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return two_proportion_unpooled(rates, level=0.95, alternative=alternative)


def test_by_hand():
    # Rates 0 and 1/2 of ten: z = .5 / sqrt(.25 / 10) = sqrt(10).
    result = ask(0, 10, 5, 10)
    assert result.statistic == pytest.approx(math.sqrt(10), rel=1e-14)
    assert result.interval.low == pytest.approx(0.5 - 1.959963984540054 * math.sqrt(0.025), rel=1e-12)


def test_perfect_against_hopeless_leaves_no_variation():
    result = ask(0, 5, 5, 5, "greater")
    assert (result.estimate, result.p_value, result.statistic) == (1, 0, math.inf)
    assert tuple(result.interval) == (1, 1)
    assert result.degenerate


def test_equal_rates_are_noted():
    assert EQUAL_RATES in ask(2, 4, 3, 6).notes
