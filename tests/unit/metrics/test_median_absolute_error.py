import numpy as np
import pytest

from bakeoff.metrics.median_absolute_error import median_absolute_error


def test_mean_is_the_median():
    assert median_absolute_error([0.0, 0.0, 0.0], [1.0, -3.0, 9.0]).mean() == pytest.approx(3)


def test_all_errors_alike():
    assert median_absolute_error([0.0, 0.0], [1.0, -1.0]).tolist() == [1, 1]


def test_spread_is_that_of_a_median():
    # of n exponential errors the median has the standard error 1 / sqrt(n): f(m) = 1/2 at ln 2
    errors = np.random.default_rng(3).exponential(size=20_000)
    spread = median_absolute_error(errors, np.zeros(errors.size)).std()
    assert spread == pytest.approx(1, rel=0.05)


def test_ties_around_the_median_widen_the_bandwidth():
    errors = np.repeat([0.0, 1.0, 5.0], [2, 94, 4])
    assert np.ptp(median_absolute_error(errors, np.zeros(100))) > 0
