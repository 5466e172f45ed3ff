"""The sum of steps is the power, and its slope that of the power."""

import numpy as np
import pytest

from bakeoff.methods._paired_power import P_VALUES, McNemar, difference_for, discordant
from bakeoff.methods._power_steps import leads_around, stepwise
from bakeoff.methods._reference import at_least

CASES = [(2, 0.9), (30, 0.3), (412, 0.15), (5000, 0.02), (3000, 1.0), (41200, 0.075)]


def limits_of(method, alpha, d):
    return McNemar(disagreement=0.5, difference=0.1, alpha=alpha, method=method).limits(d)


def plain(n, psi, method, lead):
    d, chance = discordant(n, psi)
    return float(chance @ at_least(limits_of(method, 0.05, d), d, (1 + lead) / 2))


@pytest.mark.parametrize("method", list(P_VALUES))
@pytest.mark.parametrize(("n", "psi"), CASES)
def test_it_is_the_power(n, psi, method):
    d, chance = discordant(n, psi)
    at = stepwise(d, chance, limits_of(method, 0.05, d))
    for lead in (0.01, 0.1, 0.5, 0.9):
        value, slope = at(lead)
        assert value == pytest.approx(plain(n, psi, method, lead), abs=1e-11)
        rise = (plain(n, psi, method, lead + 1e-5) - plain(n, psi, method, lead - 1e-5)) / 2e-5
        assert slope == pytest.approx(rise, rel=1e-4, abs=1e-6)


def by_halving(n, psi, method, power):
    """The plain form: halve with all powers computed in full."""
    low, high = 0.0, psi
    if plain(n, psi, method, 1.0) < power:
        return None
    while high - low > 1e-9 * psi:
        middle = (low + high) / 2
        low, high = (low, middle) if plain(n, psi, method, middle / psi) >= power else (middle, high)
    return high


@pytest.mark.parametrize("method", list(P_VALUES))
@pytest.mark.parametrize(("n", "psi"), [*CASES[:4], (7, 0.5), (100, 0.6)])
@pytest.mark.parametrize("power", [0.5, 0.8])
def test_the_difference_is_that_of_halving_to_the_bit(n, psi, method, power):
    found = difference_for(n, power, disagreement=psi, alpha=0.05, method=method)
    assert found == by_halving(n, psi, method, power)


def test_a_bracket_that_newton_does_not_find_holds_all_leads():
    d, chance = discordant(100, 0.2)
    jumps = np.where(d > 20, 60.0, 12.0)
    assert leads_around(0.8, d, chance, jumps) == (0.0, 1.0)
