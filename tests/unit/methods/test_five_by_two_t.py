import math

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import FiveByTwo
from bakeoff.methods._reference import CANCELLED, NO_SPREAD
from bakeoff.methods.five_by_two_t import FIRST, OPPOSED, five_by_two_t

X = [[2, 0], [1, 1], [1, 1], [1, 1], [1, 1]]  # squares 2, 0, 0, 0, 0 have mean .4


def ask(x, alternative="two-sided"):
    x = np.asarray(x, dtype=float)
    return five_by_two_t(FoldScores(a=x, b=0 * x, design=FiveByTwo()), level=0.95, alternative=alternative)


def test_by_hand():
    result = ask(X)
    assert result.statistic == pytest.approx(2 / math.sqrt(0.4), rel=1e-14)
    assert (result.estimate, result.df, result.direction) == (1, 5, 1)
    assert result.interval.low == pytest.approx(2 - 2.570581835636314 * math.sqrt(0.4), rel=1e-9)


def test_it_hangs_on_the_first_fold():
    assert ask([[0, 2], *X[1:]]).statistic == 0
    assert ask([X[1], X[0], *X[2:]]).statistic == pytest.approx(1 / math.sqrt(0.4), rel=1e-14)


@pytest.mark.parametrize("first", [-2, -50])
def test_a_first_fold_against_the_mean_favours_nobody(first):
    result = ask([[first, 0], [20, 20], [20, 20], [20, 20], [20, 20]])
    assert result.direction == 0
    assert OPPOSED in result.notes
    assert result.interval.low <= result.estimate <= result.interval.high


def test_nor_does_a_mean_of_0():
    result = ask([[8, 0], [-2, -2], [-2, -2], [-2, -2], [2, 2]])
    assert (result.estimate, result.direction) == (0, 0)
    assert OPPOSED in result.notes


@pytest.mark.parametrize(
    ("runs", "statistic", "p", "note"),
    [
        ([3, 1, 1, 1, 1], math.inf, 0, NO_SPREAD),
        ([-3, -1, 1, -1, 1], -math.inf, 0, NO_SPREAD),
        ([0, 1, 1, 1, 1], 0, 1, NO_SPREAD),
        ([0, 1, -1, 1, -1], 0, 1, CANCELLED),
    ],
)
def test_runs_whose_folds_agree_leave_no_spread(runs, statistic, p, note):
    result = ask([[run, run] for run in runs])
    assert (result.statistic, result.p_value) == (statistic, p)
    assert result.degenerate
    assert result.notes == (FIRST, note)
    assert result.interval.low <= result.estimate <= result.interval.high
