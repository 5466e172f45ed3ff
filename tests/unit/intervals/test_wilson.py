import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.intervals.wilson import wilson


def test_hand_computed_with_z_2():
    # z = 2, m = 5, M = 20: (7 -+ 2 sqrt(3.75 + 1)) / 24
    tail = 0.022750131948179195
    root = 2 * 4.75**0.5
    assert wilson(5, 20, tail) == pytest.approx(((7 - root) / 24, (7 + root) / 24), abs=1e-14)


@in_one_test("M", [1, 7, 10, 333, 10**6, 10**12])
@in_one_test("tail", [0.05, 0.025, 0.005, 1e-6])
def test_ends_are_exactly_0_and_1(M, tail):
    assert wilson(0.0, M, tail)[0] == 0
    assert wilson(float(M), M, tail)[1] == 1


def test_small_rates_keep_their_digits():
    # No errors among 10^12: high = z^2 / (M + z^2), here with z = 2.
    assert wilson(0.0, 1e12, 0.022750131948179195)[1] == pytest.approx(4e-12, rel=1e-11)


def test_tail_of_a_half_leaves_the_estimate():
    low, high = wilson(np.array([0.0, 3.0, 10.0]), 10, 0.5)
    np.testing.assert_allclose(low, [0, 0.3, 1], atol=1e-15)
    np.testing.assert_allclose(high, [0, 0.3, 1], atol=1e-15)
