import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import FiveByTwo
from bakeoff.methods._reference import CANCELLED
from bakeoff.methods.five_by_two_f import five_by_two_f

X = np.array([[2, 0], [1, 1], [1, 1], [1, 1], [1, 1]])  # sum of squares 12, spread within runs 2


def ask(x, alternative="two-sided", level=0.95):
    x = np.asarray(x, dtype=float)
    return five_by_two_f(FoldScores(a=x, b=0 * x, design=FiveByTwo()), level=level, alternative=alternative)


def test_by_hand():
    result = ask(X)
    assert result.statistic == pytest.approx(12 / 4, rel=1e-14)
    assert result.df == (10, 5)
    assert result.p_value == pytest.approx(stats.f(10, 5).sf(3), rel=1e-12)
    assert ask(X, "greater").p_value == pytest.approx(result.p_value / 2, rel=1e-12)
    assert ask(X, "less").p_value == pytest.approx(1 - result.p_value / 2, rel=1e-12)


def test_one_side_at_half_the_level_has_an_end():
    assert 0 <= ask(X, "greater", level=0.5).interval.low <= 1  # NaN is neither
    assert 1 <= ask(X, "less", level=0.5).interval.high < math.inf


def test_the_order_of_the_folds_does_not_matter():
    assert ask(X[:, ::-1]) == ask(X)


@pytest.mark.parametrize("side", [1, -1])
def test_shifted_to_an_end_of_its_interval_the_test_just_rejects(side):
    low, high = ask(X).interval
    end = high if side > 0 else low
    assert ask(X - end).p_value == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(("alternative", "p"), [("two-sided", 0), ("greater", 0.5), ("less", 0.5)])
def test_runs_that_cancel_out_are_far_apart_but_favour_nobody(alternative, p):
    result = ask([[1, 1], [-1, -1], [2, 2], [-2, -2], [0, 0]], alternative)
    assert (result.statistic, result.p_value, result.direction) == (math.inf, p, 0)
    assert result.notes == (CANCELLED,)
