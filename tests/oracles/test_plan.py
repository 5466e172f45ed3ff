"""Power, items and limits of pilots, against R (plan.R)."""

import json
from pathlib import Path

import pytest

from bakeoff import plan_items
from bakeoff.methods._paired_power import McNemar, items_for
from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.pilot import pilot_of

CASES = json.loads((Path(__file__).parent / "plan.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["mcnemar"], ids=lambda case: case["method"])
def test_power_of_mcnemar_tests(case):
    asked = {name: case[name] for name in ("disagreement", "difference", "method", "alpha")}
    test = McNemar(**asked)
    assert [test.power(n) for n in case["sizes"]] == pytest.approx(case["power"], abs=1e-10)
    assert items_for(test, case["wish"]) == case["items"]


@pytest.mark.parametrize("case", CASES["tango"], ids=lambda case: f"{case['n']}-items")
def test_power_at_a_margin(case):
    asked = {name: case[name] for name in ("disagreement", "difference", "margin", "alpha")}
    assert NotWorse(**asked).power(case["n"]) == pytest.approx(case["power"], abs=1e-10)


@pytest.mark.parametrize("case", CASES["normal"], ids=lambda case: f"{case['items']}-items")
def test_items_for_a_normal_mean(case):
    asked = {name: case[name] for name in ("deviation", "difference", "alpha", "power")}
    assert plan_items(**asked).items == case["items"]


@pytest.mark.parametrize("case", CASES["pilot"], ids=lambda case: f"{case['discordant']}-of-{case['n']}")
def test_upper_limit_of_a_pilot(case):
    found = pilot_of((case["discordant"], case["n"]), None)
    assert found.disagreement == pytest.approx(case["upper"], rel=1e-9)
