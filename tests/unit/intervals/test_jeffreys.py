import numpy as np
import pytest

from bakeoff.intervals.beta import beta
from bakeoff.intervals.jeffreys import jeffreys


def test_arcsine_law_with_one_item():
    # m = 1, M = 1: Beta(3/2, 1/2), whose distribution is (2/pi)(t - sin t cos t) with t = asin sqrt(x).
    low, _ = jeffreys(1, 1, 0.025)
    t = np.arcsin(np.sqrt(low))
    assert 2 / np.pi * (t - np.sin(t) * np.cos(t)) == pytest.approx(0.025, abs=1e-14)


def test_convention_at_both_ends():
    low, high = jeffreys(np.array([0.0, 5.0, 10.0]), 10, 0.025)
    assert low[0] == 0
    assert high[2] == 1
    assert 0 < low[2] < 1
    assert 0 < high[0] < 1


def test_between_the_ends_it_is_the_beta_posterior():
    inner = np.arange(1.0, 10.0)
    np.testing.assert_array_equal(jeffreys(inner, 10, 0.05), beta(inner, 10, 0.05, prior=(0.5, 0.5)))
