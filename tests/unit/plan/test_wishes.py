"""Values of a plan, one by one; test_items.py has what is refused."""

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.plan import wishes
from bakeoff.plan.items import plan_items


def test_what_is_not_given_stays_open():
    assert wishes.difference(None) is None
    assert wishes.items(None) is None
    assert wishes.half_width(None) is None
    assert wishes.margin(None, rate=True) is None


def test_a_margin_of_scores_may_exceed_1():
    assert wishes.margin(2.5, rate=False) == 2.5


def test_the_design_effect():
    assert wishes.design_effect(1.0, None) == 1.0
    assert wishes.design_effect(5, 0.2) == pytest.approx(1.8)


def test_the_test_that_is_planned_for():
    assert wishes.method("mcnemar", margin=False, deviation=False) == "mcnemar"
    assert wishes.method("mcnemar-mid-p", margin=True, deviation=False) == "tango"
    assert wishes.method("mcnemar-mid-p", margin=True, deviation=True) == "normal"


@pytest.mark.parametrize(
    "asked",
    [
        {"difference": 1e-300},
        {"difference": 0.1, "alpha": 1e-300},
        {"difference": 0.1, "method": []},
        {"half_width": 1e-300},
        {"margin": 1e-300},
        {"difference": 0.1, "disagreement": None, "deviation": 1e308},
        {"difference": 0.1, "disagreement": None, "deviation": 1.0, "noise": (1e308, 0)},
    ],
)
def test_sizes_that_no_plan_can_have(asked):
    with pytest.raises(InputError, match=r"expected|no method"):
        plan_items(**{"disagreement": 0.2, **asked})


@pytest.mark.slow
def test_models_that_never_disagree_at_a_margin():
    assert plan_items(disagreement=0, margin=0.05).items >= 1
