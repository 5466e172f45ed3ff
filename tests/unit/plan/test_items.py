"""Plans: the worked numbers of the formula and of exact power, inverse questions, other metrics, clusters."""

import json
import math

import numpy as np
import pytest
from tests.enumeration import enumerated

from bakeoff import compare_counts, compare_predictions, compare_rates, plan_items
from bakeoff.core.exceptions import InputError
from bakeoff.plan.paired_gate import paired_p


def test_items_are_those_of_exact_power_and_the_formula_is_told():
    mid_p = plan_items(difference=0.03, disagreement=0.10)
    assert (mid_p.formula, mid_p.items) == (870, 862)  # formula, exact
    exact = plan_items(difference=0.03, disagreement=0.10, method="mcnemar-exact")
    assert (exact.formula, exact.items) == (870, 920)
    for plan in (mid_p, exact):
        assert plan.power_at([plan.items - 1])[0] < 0.8 <= plan.power


def test_power_at_the_items_of_the_formula():
    asked = {"difference": 0.03, "disagreement": 0.10, "items": 870}
    assert plan_items(**asked).power == pytest.approx(0.804, abs=5e-4)
    assert plan_items(**asked, method="mcnemar-exact").power == pytest.approx(0.776, abs=5e-4)


def test_a_pilot_is_used_at_its_upper_limit():
    plan = plan_items(difference=0.03, pilot=(12, 100))
    assert plan.disagreement == pytest.approx(0.150, abs=5e-4)
    assert plan.formula == 1310
    assert plan.items == 1303  # exact
    assert plan_items(difference=0.03, disagreement=0.12).formula == 1045  # the naive plan
    assert "upper 80 % limit" in plan.notes[0]


def test_error_rates_alone_give_a_range():
    plan = plan_items(errors=(0.10, 0.13))
    assert plan.disagreement == pytest.approx(0.10 * 0.87 + 0.13 * 0.90)
    assert plan.difference == pytest.approx(0.03)
    assert (plan.range, plan.formula) == ((260, 2004), 1777)  # formula
    assert plan.items == 1773  # exact
    assert plan_items(errors=(0.13, 0.10)).items == plan.items


def test_error_rates_with_items_give_a_range_of_power():
    plan = plan_items(errors=(0.10, 0.13), items=1000)
    low, high = plan.range
    assert low < plan.power < high
    assert low == pytest.approx(plan_items(difference=0.03, disagreement=0.23, items=1000).power)


@pytest.mark.slow
def test_not_worse_by_a_margin():
    plan = plan_items(disagreement=0.10, margin=0.03)
    assert (plan.formula, plan.items, plan.difference, plan.alpha) == (873, 901, 0.0, 0.025)  # formula, exact
    assert plan_items(disagreement=0.10, margin=0.03, items=873).power == pytest.approx(0.787, abs=5e-4)
    better = plan_items(disagreement=0.10, margin=0.03, difference=0.01)
    worse = plan_items(disagreement=0.10, margin=0.03, difference=-0.01)
    assert better.items < plan.items < worse.items
    assert plan_items(errors=(0.10, 0.12), margin=0.03).difference == pytest.approx(0.02)


@pytest.mark.slow
def test_few_items_are_judged_by_the_exact_test_of_the_gate():
    """Power by adding all outcomes that the gate passes; the plan stays above the wish from there on."""
    plan = plan_items(disagreement=0.125, margin=0.25)
    assert plan.items < 100

    def passes(wins, losses):
        return paired_p(wins, losses, 9, -0.25) <= 0.025

    nine = plan_items(disagreement=0.125, margin=0.25, items=9).power
    assert nine == pytest.approx(enumerated(9, 0.125, 0.0, passes), abs=1e-9)
    later = plan.power_at([*range(plan.items - 1, plan.items + 8), 98, 99, 100, 101])
    assert later[0] < 0.8 <= min(later[1:])
    assert "exact test" in plan.notes[0]


def test_the_smallest_difference_that_items_find():
    plan = plan_items(disagreement=0.10, items=862)
    assert (plan.found, plan.items) == ("difference", 862)
    assert plan.difference == pytest.approx(0.03, abs=2e-5)
    assert plan.power == pytest.approx(0.8, abs=1e-6)
    higher = plan_items(disagreement=0.10, items=862, power=0.9)
    assert higher.difference > plan.difference


def test_precision():
    plan = plan_items(disagreement=0.10, half_width=0.02)
    assert plan.items == math.ceil((1.959963984540054 / 0.02) ** 2 * 0.10)
    assert (plan.power, plan.difference, plan.found) == (None, None, "precision")
    assert plan.half_width <= 0.02
    wide = compare_counts(48, 48, n=plan.items).result.interval
    assert (wide.high - wide.low) / 2 == pytest.approx(0.02, rel=0.02)


def test_any_mean_over_items():
    plan = plan_items(deviation=0.4, difference=0.05)
    assert plan.items == math.ceil((1.959963984540054 + 0.8416212335729143) ** 2 * 0.4**2 / 0.05**2)
    assert plan_items(deviation=0.4, items=plan.items).difference == pytest.approx(0.05, rel=1e-3)
    one_sided = plan_items(deviation=0.4, margin=0.05)
    assert one_sided.items == plan.items


def test_repeated_answers():
    """Miller (2024): the variance is omega^2 + sigma_A^2 / K_A + sigma_B^2 / K_B."""
    plan = plan_items(deviation=0.3, noise=(0.4, 0.2), answers=(4, 2), difference=0.05)
    assert plan.deviation == pytest.approx(math.sqrt(0.09 + 0.16 / 4 + 0.04 / 2))
    more = plan_items(deviation=0.3, noise=0.4, answers=100, difference=0.05)
    assert more.items < plan_items(deviation=0.3, noise=0.4, difference=0.05).items


def test_clusters_need_more_items():
    alone = plan_items(difference=0.03, disagreement=0.10)
    plan = plan_items(difference=0.03, disagreement=0.10, cluster_size=5, icc=0.2)
    assert plan.items == math.ceil(alone.items * 1.8)
    assert plan.power == pytest.approx(alone.power)
    assert "clusters" in plan.notes[0]


def predictions(n=300, rng=0):
    draw = np.random.default_rng(rng)
    truth = draw.integers(0, 2, n)
    a, b = (np.where(draw.random(n) < right, truth, 1 - truth) for right in (0.85, 0.8))
    return truth, a, b


def test_a_verdict_on_right_and_wrong_is_a_pilot():
    pilot = compare_predictions(*predictions())
    _, only_a, only_b, _ = pilot.evidence.counts
    assert (
        plan_items(difference=0.03, pilot=pilot).items
        == plan_items(difference=0.03, pilot=(only_a + only_b, 300)).items
    )


def test_a_verdict_by_another_metric_is_a_pilot():
    """The standard deviation of the influence values, of which F1's error is made, at its upper limit."""
    pilot = compare_predictions(*predictions(), metric="f1")
    plan = plan_items(difference=0.03, pilot=pilot)
    observed = pilot.result.error * math.sqrt(300)
    assert observed < plan.deviation < 1.1 * observed
    assert plan.items == math.ceil((2.8015852181 * plan.deviation / 0.03) ** 2)
    assert "F1" in plan.sentence


def test_a_pilot_with_clusters_keeps_its_design_effect():
    truth, a, b = (np.repeat(each, 4) for each in predictions(150))
    alone = compare_predictions(truth, a, b, clusters=np.arange(600))
    together = compare_predictions(truth, a, b, clusters=np.arange(600) // 4)
    ratio = plan_items(difference=0.03, pilot=together).items / plan_items(difference=0.03, pilot=alone).items
    assert ratio == pytest.approx(4, rel=0.2)


def test_the_pilots_own_difference_is_refused():
    pilot = compare_predictions(*predictions())
    own = abs(pilot.result.estimate)
    for asked in ({}, {"items": 300}):
        with pytest.raises(InputError, match="observed power"):
            plan_items(difference=own, pilot=pilot, **asked)
    with pytest.raises(InputError, match="observed power"):
        plan_items(difference="observed", pilot=(12, 100))
    with pytest.raises(InputError, match="never uses the difference seen in the pilot"):
        plan_items(pilot=(12, 100))


def test_strict_json():
    for plan in (plan_items(difference=0.03, disagreement=0.1), plan_items(disagreement=0.1, half_width=0.1)):
        content = json.loads(json.dumps(plan.to_dict(), allow_nan=False))
        assert content["items"] == plan.items


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"difference": 0.03}, "the variation between items is unknown"),
        ({"difference": 0.03, "disagreement": 0.1, "pilot": (1, 9)}, "disagreement and pilot are both given"),
        ({"difference": 0.03, "disagreement": -0.1}, "from 0 to 1"),
        ({"difference": 0.03, "disagreement": 10}, "write 0.1 for 10 %"),
        ({"difference": 0.03, "disagreement": math.nan}, "expected a number"),
        ({"difference": 0.03, "disagreement": 0.02}, "smaller than the difference"),
        ({"difference": 0.0, "disagreement": 0.1}, "expected a positive difference"),
        ({"difference": -0.03, "disagreement": 0.1}, "expected a positive difference"),
        ({"disagreement": 0.1}, "no difference is given"),
        ({"errors": (0.1, 0.1)}, "expected a positive difference"),
        ({"errors": (0.1, 1.3)}, "a rate in errors is 1.3"),
        ({"errors": 0.1}, "the error rates of A and B"),
        ({"errors": (0.1, 0.13), "difference": 0.05}, "leave one of the two out"),
        ({"difference": 0.03, "disagreement": 0.1, "power": 0.05}, "not above alpha"),
        ({"difference": 0.03, "disagreement": 0.1, "power": 80}, "write 0.8 for 80 %"),
        ({"difference": 0.03, "disagreement": 0.1, "power": 0.99999}, "at most 0.9999"),
        ({"difference": 0.03, "disagreement": 0.1, "power": 0.9, "items": 9}, "give two of them"),
        ({"difference": 0.03, "disagreement": 0.1, "alpha": 0}, "alpha is 0"),
        ({"difference": 0.03, "disagreement": 0.1, "method": "sign"}, "no method with a known power"),
        ({"difference": 0.03, "disagreement": 0.1, "items": 0}, "items is 0"),
        ({"difference": 0.03, "disagreement": 0.1, "items": 10**9}, "items is 1000000000"),
        ({"difference": 1e-6, "disagreement": 0.1}, "more than 10000000 items"),
        ({"difference": 1e-6, "deviation": 0.4}, "more than 10,000,000"),
        ({"items": 3, "disagreement": 0.1}, "cannot detect any difference"),
        ({"margin": 3, "disagreement": 0.1}, "write 0.03 for 3 points"),
        ({"margin": 0, "disagreement": 0.1}, "margin is 0"),
        ({"margin": 0.03, "difference": -0.03, "disagreement": 0.1}, "expected a difference above -0.03"),
        (
            {"margin": 0.02, "disagreement": 0.1, "method": "mcnemar"},
            "method is mcnemar, but with a margin the test is Tango's score test; leave method out",
        ),
        (
            {"difference": 0.03, "deviation": 0.4, "method": "mcnemar-exact"},
            "method is mcnemar-exact, but with a deviation the test is that of a normal mean",
        ),
        ({"half_width": 0.02, "items": 9, "disagreement": 0.1}, "items and half_width are both given"),
        ({"half_width": -0.02, "disagreement": 0.1}, "half_width is -0.02"),
        ({"difference": 0.03, "disagreement": 0.1, "icc": 0.1}, "only one of cluster_size and icc is given"),
        ({"difference": 0.03, "disagreement": 0.1, "cluster_size": 0.5, "icc": 0.1}, "at least 1 item"),
        ({"difference": 0.03, "disagreement": 0.1, "answers": 5}, "give deviation too"),
        ({"difference": 0.03, "deviation": 0.4, "answers": 5}, "without noise"),
        (
            {"difference": 0.03, "deviation": 0.4, "noise": (1, 2), "answers": 1.5},
            "whole numbers of at least 1",
        ),
        ({"difference": 0.03, "deviation": 0.4, "noise": (1, 2, 3)}, "one number or two"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_one_line(asked, told):
    with pytest.raises(InputError) as refused:
        plan_items(**asked)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("pilot", [(12, 10), (1, 2, 3), (-1, 10), (1.5, 10), (0, 0), "12/100", 12, (True, 5)])
def test_counts_that_no_pilot_has(pilot):
    with pytest.raises(InputError, match="pilot"):
        plan_items(difference=0.03, pilot=pilot)


def test_other_verdicts_are_no_pilots():
    with pytest.raises(InputError, match="does not compare two models on the same items"):
        plan_items(difference=0.03, pilot=compare_rates(20, 100, 30, 100))
    same = compare_predictions([0, 1] * 20, [0, 1] * 20, [0, 1] * 20, metric="f1")
    with pytest.raises(InputError, match="no variation"):
        plan_items(difference=0.03, pilot=same)
