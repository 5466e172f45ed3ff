"""Methods that do not fit the numbers they were given."""

import pytest

from bakeoff import compare_counts, compare_rates


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


@pytest.mark.parametrize(
    ("rates", "few"),
    [((4, 100, 30, 100), True), ((30, 100, 96, 100), True), ((5, 100, 95, 100), False)],
)
def test_few_errors_and_few_successes_are_too_few_alike(rates, few):
    assert ("few-errors" in keys(compare_rates(*rates, method="two-proportion-z"))) is few


def test_each_rate_is_held_against_the_interval_of_the_other():
    """20 and 28 errors of 200: 10 % lies below the interval of 14 %, and 14 % inside that of 10 %."""
    close = compare_counts(only_a=9, only_b=1, n=200, both_right=171)
    assert close.decision == "a-better"
    assert "interval-overlap" in keys(close)
    apart = compare_counts(only_a=60, only_b=2, n=200, both_right=120)
    assert apart.decision == "a-better"
    assert "interval-overlap" not in keys(apart)
