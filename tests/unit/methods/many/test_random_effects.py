import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.random_effects import between, random_effects

RNG = np.random.default_rng(5)


def board(d, v):
    return Board(
        scores=np.column_stack([0.5 + d, np.full(d.size, 0.5)]), variances=np.array(v)[:, np.newaxis]
    )


def test_equal_variances_are_a_paired_t():
    d = RNG.normal(0.02, 0.03, 12)
    for variance in (0.0, 1e-9, 1e-3, 1.0):
        found = random_effects(board(d, np.full(12, variance)), alpha=0.05)
        theirs = stats.ttest_1samp(d, 0)
        assert found.p_values[0] == pytest.approx(theirs.pvalue, rel=1e-6)
        assert (found.low[0], found.high[0]) == pytest.approx(tuple(theirs.confidence_interval()), rel=1e-6)


def test_precise_data_sets_count_more():
    d, v = np.array([0.1, 0.0, 0.0, 0.0]), np.array([1e-6, 0.01, 0.01, 0.01])
    assert random_effects(board(d, v), alpha=0.05).estimates[0] > 0.05


def test_without_excess_data_sets_do_not_differ():
    assert between(np.array([0.01, 0.02, 0.03]), np.full(3, 0.1)) == 0.0


def test_identical_learners():
    found = random_effects(board(np.zeros(5), np.zeros(5)), alpha=0.05)
    assert (found.estimates[0], found.p_values[0]) == (0.0, 1.0)


def test_what_it_needs():
    with pytest.raises(InputError, match="give fold scores, or variances"):
        random_effects(Board(scores=np.ones((5, 2))), alpha=0.05)
    with pytest.raises(InputError, match="data sets"):
        random_effects(board(np.array([0.1]), [0.01]), alpha=0.05)
