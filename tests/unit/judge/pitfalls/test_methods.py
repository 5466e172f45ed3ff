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


@pytest.mark.parametrize("counts", [(7, 1), (1, 7), (12, 4), (4, 12)])
@pytest.mark.parametrize("method", ["mcnemar-mid-p", "mcnemar-exact"])
def test_a_decision_that_hangs_on_the_version_of_the_test_is_told_either_way(counts, method):
    found = compare_counts(*counts, n=100, method=method)
    assert (found.decision == "undecided") is (method == "mcnemar-exact")
    assert "mid-p-or-exact" in keys(found)


@pytest.mark.parametrize(
    ("counts", "asked"),
    [
        ((8, 1), {}),  # both decide
        ((6, 1), {}),  # neither does
        ((7, 1), {"method": "mcnemar"}),
        ((7, 1), {"alternative": "less"}),
        ((7, 1), {"tried": 3}),
        ((7, 1), {"alpha": 0.1}),
        ((7, 1), {"margin": 0.5}),  # equivalent, which no version of the test decides
    ],
)
def test_nothing_is_said_where_both_versions_decide_alike(counts, asked):
    assert "mid-p-or-exact" not in keys(compare_counts(*counts, n=100, **asked))


def test_the_rate_of_the_mid_p_test_is_that_of_the_level_which_decides():
    (told,) = [each for each in compare_counts(12, 4, n=100).caveats if each.key == "mid-p-or-exact"]
    assert "7.7 %" in told.text
    one_sided = compare_counts(7, 2, n=100, alternative="greater", tried=1, alpha=0.06)
    assert "(nominal 6 %)" in next(each.text for each in one_sided.caveats if each.key == "mid-p-or-exact")
