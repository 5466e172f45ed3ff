import numpy as np
import pytest

from bakeoff.intervals.clopper_pearson import clopper_pearson


@pytest.mark.parametrize("M", [1, 10, 1000])
def test_closed_form_without_errors(M):
    low, high = clopper_pearson(0, M, 0.05)
    assert low == 0
    assert high == pytest.approx(1 - 0.05 ** (1 / M), abs=1e-15)


def test_closed_form_with_nothing_but_errors():
    low, high = clopper_pearson(10, 10, 0.05)
    assert high == 1
    assert low == pytest.approx(0.05**0.1, abs=1e-15)


def test_both_ends_and_the_middle_in_one_array():
    low, high = clopper_pearson(np.array([0.0, 5.0, 10.0]), 10, 0.05)
    assert low[0] == 0
    assert high[2] == 1
    assert low[1] == pytest.approx(1 - high[1])
