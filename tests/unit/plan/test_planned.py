"""A plan shows itself, and tells the power at other numbers of items."""

import pytest

from bakeoff import Plan, plan_items


@pytest.mark.slow
def test_a_plan_shows_itself():
    plan = plan_items(difference=0.03, disagreement=0.1)
    assert isinstance(plan, Plan)
    assert str(plan).startswith(plan.sentence)
    assert "<svg" in plan._repr_html_()
    assert (plan.alpha, plan.margin, plan.method, plan.deviation) == (0.05, None, "mcnemar-mid-p", None)


def test_power_at_other_numbers_of_items():
    plan = plan_items(difference=0.03, disagreement=0.1)
    low, same, high = plan.power_at([plan.items // 2, plan.items, 2 * plan.items])
    assert low < same == plan.power < high
