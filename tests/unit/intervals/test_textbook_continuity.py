import numpy as np
import pytest

from bakeoff.intervals.textbook import textbook
from bakeoff.intervals.textbook_continuity import textbook_continuity


def test_wider_than_the_textbook_by_half_an_item_on_each_side():
    plain, corrected = textbook(20, 100, 0.05), textbook_continuity(20, 100, 0.05)
    assert corrected == pytest.approx((plain[0] - 0.005, plain[1] + 0.005), abs=1e-15)


def test_half_width_of_half_an_item_without_errors_or_without_successes():
    low, high = textbook_continuity(np.array([0.0, 10.0]), 10, 0.025)
    np.testing.assert_allclose(low, [-0.05, 0.95])
    np.testing.assert_allclose(high, [0.05, 1.05])
