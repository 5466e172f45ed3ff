import numpy as np
import pytest

from bakeoff.intervals.jeffreys_approximate import jeffreys_approximate


def test_hand_computed():
    # M = 95: A = 1.96 sqrt(.5) / 98 = .02 sqrt(.5); m / M = .2.
    a = 0.02 * 0.5**0.5
    centre = a + (1 - 2 * a) * 19 / 95
    half_width = 1.96 * (0.16 / 97.5) ** 0.5
    assert jeffreys_approximate(19, 95, 0.025) == pytest.approx((centre - half_width, centre + half_width))


def test_up_to_one_error_the_lower_limit_is_0():
    low, high = jeffreys_approximate(np.array([0.0, 1.0, 2.0]), 50, 0.025)
    assert low[0] == low[1] == 0
    assert low[2] > 0
    assert (high > 0).all()


def test_more_than_half_errors_by_symmetry():
    errors = np.arange(0.0, 51.0)
    low, high = jeffreys_approximate(errors, 50, 0.025)
    np.testing.assert_allclose(low, 1 - high[::-1], rtol=0, atol=1e-15)
    assert high[49] == high[50] == 1


def test_always_within_0_and_1():
    for size in range(1, 201):
        low, high = jeffreys_approximate(np.arange(size + 1.0), size, 0.025)
        assert (low >= 0).all()
        assert (high <= 1).all()
        assert (low < high).all()
