import numpy as np
import pytest

from bakeoff.intervals.textbook import textbook


def test_estimate_plus_and_minus_z_standard_errors():
    # eps = .2, s = sqrt(.16 / 100) = .04
    assert textbook(20, 100, 0.025) == pytest.approx(
        (0.2 - 0.04 * 1.959963984540, 0.2 + 0.04 * 1.959963984540)
    )


def test_limits_are_not_clipped():
    low, high = textbook(np.array([1.0, 9.0]), 10, 0.025)
    assert low[0] < 0
    assert high[1] > 1


def test_no_width_without_errors_or_without_successes():
    low, high = textbook(np.array([0.0, 10.0]), 10, 0.025)
    assert low.tolist() == high.tolist() == [0, 1]
