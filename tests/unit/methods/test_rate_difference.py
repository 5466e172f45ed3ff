import pytest
from scipy import stats

from bakeoff.core.outcomes import RatePair
from bakeoff.core.result import WIDENED
from bakeoff.methods._rate_difference import EQUAL_RATES, accuracy_gap, pooled_error_rate, rates_result
from bakeoff.methods._reference import Asked

RATES = RatePair(errors_a=10, n_a=50, errors_b=30, n_b=60)


def asked(rates, alternative="two-sided", p=0.001, level=0.95):
    return rates_result(Asked("m", level, alternative), rates, p_value=p)


def test_fewer_errors_are_more_accuracy():
    assert accuracy_gap(RATES) == pytest.approx(0.3, rel=1e-14)
    assert pooled_error_rate(RATES) == 40 / 110


def test_newcombe_from_wilson_by_another_program():
    wilson = [stats.binomtest(k, n).proportion_ci(0.95, "wilson") for k, n in ((10, 50), (30, 60))]
    low = 0.3 - ((0.5 - wilson[1].low) ** 2 + (wilson[0].high - 0.2) ** 2) ** 0.5
    high = 0.3 + ((wilson[1].high - 0.5) ** 2 + (0.2 - wilson[0].low) ** 2) ** 0.5
    assert tuple(asked(RATES).interval) == pytest.approx((low, high), rel=1e-12)


def test_one_sided_ends():
    assert asked(RATES, "greater").interval.high == 1
    assert asked(RATES, "less").interval.low == -1
    assert asked(RATES, "greater").interval.low == pytest.approx(
        asked(RATES, level=0.9).interval.low, rel=1e-12
    )


def test_it_reaches_0_where_the_test_does_not_reject():
    assert asked(RATES).interval.low > 0
    widened = asked(RATES, p=0.06)
    assert widened.interval.low < 0
    assert (widened.interval_was, widened.notes) == ("widened", (WIDENED,))


def test_far_from_its_limit_the_test_does_not_change_it():
    assert asked(RATES, p=1e-9).interval == asked(RATES, p=1e-30).interval


@pytest.mark.parametrize("errors", [0, 4])
def test_rates_of_0_and_1_have_a_width(errors):
    result = asked(RatePair(errors_a=errors, n_a=4, errors_b=errors, n_b=4), p=1.0)
    assert -1 < result.interval.low < 0 < result.interval.high < 1
    assert result.notes == (EQUAL_RATES,)
