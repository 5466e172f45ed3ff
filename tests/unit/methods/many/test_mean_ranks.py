import numpy as np
import pytest
from scipy import stats

from bakeoff.methods.many._mean_ranks import range_quantile, range_tail


@pytest.mark.parametrize("k", [2, 3, 10, 30])
def test_the_range_of_normal_values(k):
    """Against scipy's studentised range, whose quadrature is good to about 1e-7."""
    q = np.array([0.5, 2.0, 3.5, 5.0])
    assert range_tail(q, k) == pytest.approx(stats.studentized_range.sf(q, k, np.inf), abs=1e-6)


def test_two_values_are_a_normal_difference_far_into_the_tail():
    q = np.array([0.0, 1.0, 10.0, 30.0])
    assert range_tail(q, 2) == pytest.approx(2 * stats.norm.sf(q / np.sqrt(2)), rel=1e-9)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.5, 0.99])
def test_the_quantile_is_the_inverse(alpha):
    assert range_tail(np.array([range_quantile(alpha, 7)]), 7)[0] == pytest.approx(alpha, rel=1e-9)
