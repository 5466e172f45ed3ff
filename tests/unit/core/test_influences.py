import math

import numpy as np
import pytest

from bakeoff.core.influences import MANY, influence_degrees, total


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_sums_of_many_are_the_same_in_any_order_and_nearly_exact(power):
    draws = np.random.default_rng(power)
    values = draws.standard_t(3, size=MANY + 1) ** power * 1e-7
    exact = math.fsum(values.tolist())
    found = total(values)
    assert abs(found - exact) <= 1e-12 * np.abs(values).max()
    assert {total(draws.permutation(values)) for _ in range(3)} == {found}
    assert total(-values) == -found
    assert total(np.zeros(MANY)) == 0


def test_sums_of_few_are_exact():
    assert total(np.array([1e16, 1.0, -1e16])) == 1.0


def test_degrees_are_between_1_and_one_less_than_the_units():
    one = influence_degrees(np.array([1.0, 0.0]), np.array([1, 99]))
    assert one == pytest.approx(2 / (1 - 1 / 100))
    assert influence_degrees(np.array([1.0, -1.0]), np.array([5, 5])) == 9
    assert influence_degrees(np.array([1e-90, -1e-90]), np.array([5, 5])) == 9
