import math

import numpy as np
import pytest

from bakeoff.intervals.jeffreys import jeffreys
from bakeoff.intervals.jeffreys_series import jeffreys_series


def test_no_errors_hand_computed():
    size = math.log(50)
    exponent = 0.132893 - 0.539755 * size - 0.093773 * size**2 + 0.00657 * size**3
    assert jeffreys_series(0, 50, 0.025) == pytest.approx((0, math.exp(exponent)))


def test_few_errors_hand_computed():
    size = math.log(80)
    a = 0.273901 + 0.207148 * 3 - 0.05118 * 9 + 0.002488 * 27
    upper = a - (0.500124 - 0.14824 * 3) * size - (0.099266 + 0.032337 * 3) * size**2
    upper += (0.00667 + 0.00243 * 3) * size**3
    lower = -2.03763 + 1.874143 * math.log(3) - (1 + 0.01545 * 3) * size
    assert jeffreys_series(3, 80, 0.025) == pytest.approx((math.exp(lower), math.exp(upper)))


def test_many_errors_hand_computed():
    # m = 10, M = 20: t = 0, so w2 = 0, h = 20, and the interval is symmetric about 1/2.
    z = 1.959963984540054
    w1 = 2 * z * math.sqrt(20 + (z * z - 3) / 6) / 20
    assert jeffreys_series(10, 20, 0.025) == pytest.approx((1 / (1 + math.exp(w1)), 1 / (1 + math.exp(-w1))))


def test_more_than_half_errors_by_symmetry():
    errors = np.arange(0.0, 20.0)
    low, high = jeffreys_series(errors, 41, 0.025)
    mirrored_low, mirrored_high = jeffreys_series(41 - errors, 41, 0.025)
    np.testing.assert_array_equal(mirrored_high, 1 - low)
    np.testing.assert_array_equal(mirrored_low, 1 - high)


def test_grows_with_the_errors_also_where_the_formulas_meet():
    for size in range(1, 201):
        low, high = jeffreys_series(np.arange(size + 1.0), size, 0.025)
        assert (np.diff(low) >= 0).all()
        assert (np.diff(high) >= 0).all()
        assert (low >= 0).all()
        assert (high <= 1).all()


def test_where_the_fit_no_longer_holds_is_as_the_record_says():
    def upper_gap(size):
        errors = np.arange(6.0)
        return np.abs(jeffreys_series(errors, size, 0.025)[1] - jeffreys(errors, size, 0.025)[1]).max()

    assert upper_gap(2000) == pytest.approx(0.004, abs=5e-4)
    assert upper_gap(10_000) > 5 * jeffreys(5, 10_000, 0.025)[1]
    assert upper_gap(10**6) > 0.99
