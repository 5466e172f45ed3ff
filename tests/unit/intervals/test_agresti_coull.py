import numpy as np
import pytest

from bakeoff.intervals.agresti_coull import agresti_coull
from bakeoff.intervals.textbook import textbook
from bakeoff.intervals.wilson import wilson

TWO_SIGMA = 0.022750131948179195


def test_two_errors_and_two_successes_added():
    # z = 2 adds z^2 / 2 = 2 of each.
    assert agresti_coull(8, 46, TWO_SIGMA) == pytest.approx(textbook(10, 50, TWO_SIGMA), abs=1e-14)


def test_centred_where_wilson_is_and_at_least_as_wide():
    errors = np.arange(5.0, 96.0)
    ours, theirs = np.array(agresti_coull(errors, 100, 0.025)), np.array(wilson(errors, 100, 0.025))
    np.testing.assert_allclose(ours.sum(axis=0), theirs.sum(axis=0))
    assert (ours[1] - ours[0] >= theirs[1] - theirs[0] - 1e-15).all()


def test_clipped_to_0_and_1():
    low, high = agresti_coull(np.array([0.0, 10.0]), 10, 0.025)
    assert low[0] == 0
    assert high[1] == 1
