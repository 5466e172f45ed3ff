"""What follows from an assumption agrees with itself: power, items, differences and half-widths."""

import pytest

from bakeoff.plan.assumption import EXACTLY, Assumption


def test_curves_of_many_items_continue_those_of_few():
    for margin in (None, 0.003):
        assumed = Assumption(alpha=0.05, disagreement=0.1, margin=margin)
        difference = 0.003 if margin is None else 0.0
        exact = assumed.power(EXACTLY + 1, difference)
        assert assumed.shown_power(EXACTLY, difference) == pytest.approx(exact, abs=2e-3)
        assert assumed.shown_power(EXACTLY + 1, difference) == pytest.approx(exact, abs=2e-3)


def test_power_of_a_normal_mean_and_its_items_agree():
    assumed = Assumption(alpha=0.05, deviation=1.3, method="normal")
    n = assumed.items(0.9, 0.2)
    assert assumed.power(n - 1, 0.2) < 0.9 <= assumed.power(n, 0.2)
    assert assumed.detectable(n, 0.9) == pytest.approx(0.2, rel=2e-3)


def test_no_spread_at_all():
    assert Assumption(alpha=0.05, deviation=0.0).power(5, 0.1) == 1.0


def test_half_width_and_its_items_agree():
    assumed = Assumption(alpha=0.05, disagreement=0.1, design_effect=2.0)
    n = assumed.items_for_width(0.01, 0.0)
    assert assumed.half_width(n, 0.0) <= 0.01 < assumed.half_width(n - 1, 0.0)
