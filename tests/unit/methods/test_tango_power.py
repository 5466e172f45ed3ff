"""Power of Tango's test at a margin, against an enumeration of all outcomes."""

import math

import numpy as np
import pytest
from tests.enumeration import enumerated, last_below

from bakeoff.methods._paired_power import items_for
from bakeoff.methods._tango import tango_statistic
from bakeoff.methods._tango_power import NotWorse

WORLDS = [(0.2, 0.0, 0.1), (0.1, 0.05, 0.05), (0.6, -0.1, 0.3), (0.01, 0.0, 0.1)]


def test_worked_numbers():
    """873 items are the formula's; their exact power is 0.787, and 901 items are needed."""
    test = NotWorse(disagreement=0.10, difference=0.0, margin=0.03)
    assert math.ceil(test.formula(0.8)) == 873
    assert test.power(873) == pytest.approx(0.787, abs=5e-4)
    assert items_for(test, 0.8) == 901
    assert test.power(900) < 0.8 <= test.power(901)


@pytest.mark.parametrize("n", [1, 12, 30])
def test_power_of_the_margin_is_that_of_all_outcomes(n):
    for psi, delta, margin in (
        (0.25, 0.0, 0.125),
        (0.5, 0.25, 0.0625),
        (0.25, -0.0625, 0.25),
        (0.0, 0.0, 0.25),
    ):
        test = NotWorse(disagreement=psi, difference=delta, margin=margin)
        summed = enumerated(
            n,
            psi,
            delta,
            lambda wins, losses, m=margin: tango_statistic(wins, losses, n, -m) >= 1.959963984540054,
        )
        assert test.power(n) == pytest.approx(summed, abs=1e-11)


@pytest.mark.slow
def test_the_floor_of_the_margin_is_below_every_later_power():
    for psi, delta, margin in WORLDS:
        test = NotWorse(disagreement=psi, difference=delta, margin=margin)
        floors = np.array([test.floor(n) for n in range(1, 120, 6)])
        powers = np.array([test.power(n) for n in range(1, 260)])
        lowest_later = np.minimum.accumulate(powers[::-1])[::-1][: 6 * len(floors) : 6]
        useful = floors > 0.05  # below, a bound is of no use to a plan
        assert np.all(floors[useful] <= lowest_later[useful] + 1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("wish", [0.5, 0.85])
def test_not_worse_stays_from_the_items_found_on(wish):
    for psi, delta, margin in WORLDS:
        test = NotWorse(disagreement=psi, difference=delta, margin=margin)
        far = 3 * math.ceil(test.formula(wish)) + 150
        assert items_for(test, wish) == last_below(((n, test.power(n)) for n in range(1, far)), wish)
