import json

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.compare.counts import compare_counts, compare_rates
from bakeoff.core.exceptions import InputError


def test_counts_are_of_items_that_one_alone_got_right():
    verdict = compare_counts(35, 15, n=412)
    assert verdict.decision == "a-better"
    assert verdict.result.estimate == pytest.approx(20 / 412, rel=1e-15)
    mid_p = 2 * (stats.binom.cdf(15, 50, 0.5) - stats.binom.pmf(15, 50, 0.5) / 2)
    assert verdict.result.p_value == pytest.approx(mid_p, rel=1e-12)
    assert verdict.result.interval.low > 0


def test_swapping_a_and_b_turns_everything_round():
    one, other = compare_counts(15, 35, n=412), compare_counts(35, 15, n=412)
    assert (one.decision, other.decision) == ("b-better", "a-better")
    assert one.result.estimate == -other.result.estimate
    assert one.result.interval.low == pytest.approx(-other.result.interval.high, rel=1e-12)
    assert one.result.p_value == other.result.p_value


def test_no_discordant_items_are_an_answer():
    verdict = compare_counts(0, 0, n=50)
    assert (verdict.decision, verdict.result.estimate, verdict.result.p_value) == ("undecided", 0, 1)
    assert verdict.result.interval.low < 0 < verdict.result.interval.high
    assert "no difference to test" in verdict.result.notes[0]


@pytest.mark.parametrize("counts", [(0, 0), (1, 0), (0, 1)])
def test_one_item_is_enough(counts):
    verdict = compare_counts(*counts, n=1)
    assert verdict.decision == "undecided"
    assert verdict.result.interval.low <= verdict.result.estimate <= verdict.result.interval.high
    assert "on 1 item)" in verdict.sentence


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-exact", "mcnemar-mid-p"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_every_method_and_alternative_gives_strict_json(method, alternative):
    for counts in ((0, 0), (3, 9), (9, 3), (12, 0)):
        verdict = compare_counts(*counts, n=12, method=method, alternative=alternative)
        assert json.loads(json.dumps(verdict.to_dict(), allow_nan=False))["method"] == method


def test_numbers_of_numpy_are_numbers():
    plain = compare_counts(3, 9, n=20, margin=0.125).to_dict()
    numpys = compare_counts(np.int64(3), np.int32(9), n=np.uint8(20), margin=np.float32(0.125)).to_dict()
    assert json.dumps(numpys, allow_nan=False) == json.dumps(plain, allow_nan=False)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({"only_a": -1, "only_b": 2, "n": 10}, "only_a is -1; expected a whole number of at least 0"),
        ({"only_a": 1, "only_b": 2.5, "n": 10}, "only_b is 2.5; expected a whole number"),
        ({"only_a": 1, "only_b": 2, "n": 0}, "n is 0; expected at least one item"),
        ({"only_a": 6, "only_b": 5, "n": 10}, "= 11 is more than n = 10"),
        ({"only_a": 1, "only_b": 2, "n": 10, "both_right": 8}, "= 11 is more than n = 10"),
        ({"only_a": float("nan"), "only_b": 2, "n": 10}, "only_a is nan; expected a whole number"),
        ({"only_a": "1", "only_b": 2, "n": 10}, "only_a is '1'; expected a whole number"),
        ({"only_a": True, "only_b": 2, "n": 10}, "only_a is True; expected a whole number"),
    ],
)
def test_impossible_counts(counts, message):
    with pytest.raises(bakeoff.InputError) as caught:
        compare_counts(**counts)
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_difference_of_proportions_needs_both_right_and_warns_with_a_figure():
    with pytest.raises(bakeoff.InputError, match=r"needs both_right.*use mcnemar-mid-p"):
        compare_counts(3, 9, n=20, method="difference-of-proportions")
    verdict = compare_counts(8, 9, n=30, both_right=5, method="difference-of-proportions")
    (caveat,) = verdict.caveats
    assert caveat.key == "unsound-method"
    assert "5.9 to 9.7 %" in caveat.text


def test_rates_are_turned_into_accuracy():
    verdict = compare_rates(30, 100, 50, 110)
    assert verdict.result.method == "two-proportion-z"
    assert verdict.result.estimate == pytest.approx(50 / 110 - 30 / 100, rel=1e-14)
    assert verdict.decision == "a-better"
    assert "on 100 and 110 items" in verdict.sentence


@pytest.mark.parametrize(
    ("rates", "method", "why"),
    [
        ((20, 100, 30, 100), "two-proportion-z", "enough errors and successes"),
        ((2, 100, 30, 100), "two-proportion-exact", "too few errors or successes"),
        ((98, 100, 30, 100), "two-proportion-exact", "too few errors or successes"),
        ((20, 100, 0, 7), "two-proportion-exact", "too few errors or successes"),
    ],
)
def test_rates_use_the_exact_form_where_the_normal_rules_fail(rates, method, why):
    verdict = compare_rates(*rates)
    assert verdict.result.method == method
    assert why in verdict.to_dict()["reason"]


@pytest.mark.parametrize("rates", [(0, 10, 0, 10), (10, 10, 10, 10), (0, 1, 0, 1), (3, 10, 6, 20)])
def test_equal_rates_are_no_difference(rates):
    for method in ("auto", "two-proportion-z", "two-proportion-exact", "two-proportion-unpooled"):
        result = compare_rates(*rates, method=method).result
        assert (result.estimate, result.p_value) == (0, 1)
        assert result.interval.low <= 0 <= result.interval.high


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        ((11, 10, 1, 10), "errors_a = 11 is more than n_a = 10"),
        ((1, 10, 1, 0), "n_b is 0; expected at least one item"),
        ((1, 10, -1, 10), "errors_b is -1; expected a whole number"),
    ],
)
def test_impossible_rates(rates, message):
    with pytest.raises(bakeoff.InputError, match=message):
        compare_rates(*rates)


@pytest.mark.parametrize(
    "call", [lambda **k: compare_counts(15, 35, n=412, **k), lambda **k: compare_rates(1, 9, 2, 9, **k)]
)
def test_counts_tell_no_other_metric(call):
    assert call(metric="error").decision in ("b-better", "undecided")
    with pytest.raises(
        InputError, match="metric is 'f1', but counts of right and wrong items give only accuracy or error"
    ):
        call(metric="f1")
