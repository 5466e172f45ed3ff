"""What an undecided verdict says about its items, and that it is what a plan says."""

import json
import math

import pytest

from bakeoff import compare_counts, compare_predictions, plan_items
from bakeoff.judge.sensitivity import EXACTLY, _detectable


def test_with_a_margin_it_is_the_plan_for_a_difference_as_large():
    verdict = compare_counts(15, 25, n=412, margin=0.01)
    found = verdict.sensitivity
    plan = plan_items(difference=0.01, pilot=verdict)
    assert (found.items, found.more) == (plan.items, plan.items - 412)
    assert found.disagreement == pytest.approx(plan.disagreement)
    assert f"{found.more:,} more" in str(verdict)
    assert json.loads(json.dumps(verdict.to_dict()))["sensitivity"]["more"] == found.more


def test_without_a_margin_it_is_the_smallest_difference_that_is_found():
    verdict = compare_counts(15, 25, n=412)
    found = verdict.sensitivity
    assert found.difference == pytest.approx(plan_items(items=412, pilot=verdict).difference)
    assert (found.items, found.more, found.matters) == (412, 0, False)
    assert "with 412 items, a difference of 4.5 points of accuracy or more is found with 80 % power" in str(
        verdict
    )


def test_enough_items():
    found = compare_counts(15, 25, n=412, margin=0.05).sensitivity
    assert found.more == 0
    assert found.items <= 412
    assert "with these items, " in str(compare_counts(15, 25, n=412, margin=0.05))


def test_decided_verdicts_and_other_tests_say_nothing():
    assert compare_counts(15, 35, n=412).sensitivity is None
    assert "sensitivity" not in compare_counts(15, 35, n=412).to_dict()
    assert (
        compare_counts(15, 25, n=412, both_right=300, method="difference-of-proportions").sensitivity is None
    )
    assert compare_counts(15, 25, n=412, method="mcnemar", correction=False).sensitivity is None
    truth = [0, 1] * 30
    assert compare_predictions(truth, truth, truth, metric="f1").sensitivity is None


def test_nothing_can_be_found_where_hardly_any_items_differ():
    assert compare_counts(0, 0, n=412).sensitivity is None
    assert (
        compare_counts(0, 0, n=50, margin=0.03).sensitivity.items
        == plan_items(difference=0.03, disagreement=0.03).items
    )


def test_it_asks_at_the_level_that_decides():
    alone = compare_counts(15, 25, n=412).sensitivity.difference
    assert compare_counts(15, 25, n=412, tried=20).sensitivity.difference > alone
    assert compare_counts(25, 15, n=412, alternative="less").sensitivity.difference < alone


@pytest.mark.slow
def test_many_discordant_items_are_judged_by_the_normal_approximation():
    below = _detectable(1_000_000, 0.99 * EXACTLY / 1e6, 0.05, "mcnemar-mid-p")
    above = _detectable(1_000_000, 1.01 * EXACTLY / 1e6, 0.05, "mcnemar-mid-p")
    assert above.difference / below.difference == pytest.approx(math.sqrt(1.01 / 0.99), rel=2e-3)
