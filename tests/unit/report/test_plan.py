"""What is shown of a plan."""

import numpy as np

from bakeoff import plan_items
from bakeoff.report.plan import PlanSheet, plan_values


def test_the_curve_goes_through_the_plan():
    plan = plan_items(difference=0.05, disagreement=0.1)
    curve, point = PlanSheet(plan).figure.panels[0].series
    at = list(curve.x).index(plan.items)
    assert curve.y[at] == point.y[0] == 100 * plan.power
    assert max(curve.x) == 2 * plan.items


def test_a_half_width_has_a_curve_of_its_own():
    sheet = PlanSheet(plan_items(disagreement=0.1, half_width=0.02))
    curve, _ = sheet.figure.panels[0].series
    assert np.all(np.diff(curve.y) < 0)
    assert len(sheet.tables) == 1
    assert "Power at other numbers" not in sheet.text


def test_the_row_of_the_plan_stands_out():
    sheet = PlanSheet(plan_items(difference=0.05, disagreement=0.1))
    powers = sheet.tables[1]
    (strong,) = powers["strong"]
    assert powers["rows"][strong][0] == str(sheet.plan.items)


def test_values_have_the_names_of_the_contract():
    found = plan_values(plan_items(errors=(0.10, 0.13)))
    assert {"items", "power", "difference", "disagreement", "range", "notes"} <= set(found)
    assert found["range"] == [260, 2004]
