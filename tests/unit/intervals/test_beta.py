import numpy as np
import pytest

from bakeoff.intervals.beta import beta


def test_uniform_prior_unless_another_is_given():
    # No errors among M, uniform prior: Beta(1, M + 1), whose p quantile is 1 - (1 - p)^(1 / (M + 1)).
    low, high = beta(0, 9, 0.025)
    assert (low, high) == pytest.approx((1 - 0.975**0.1, 1 - 0.025**0.1), abs=1e-15)


def test_prior_counts_like_errors_and_successes_seen_before():
    np.testing.assert_array_equal(beta(3, 10, 0.05, prior=(2, 5)), beta(4, 15, 0.05, prior=(1, 1)))


def test_plain_quantiles_at_both_ends():
    low, high = beta(np.array([0.0, 10.0]), 10, 0.025, prior=(0.5, 0.5))
    assert low[0] > 0
    assert high[1] < 1
