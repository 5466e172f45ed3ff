import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.friedman import chi_squared, few_p, friedman

RNG = np.random.default_rng(7)


def test_large_boards_agree_with_scipy():
    for k in (3, 5, 9):
        scores = RNG.normal(size=(40, k)).round(1)
        theirs = stats.friedmanchisquare(*scores.T)
        found = friedman(Board(scores=scores))
        assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)


@pytest.mark.slow
def test_exact_and_drawn_p_values_agree():
    """The drawn one has a standard error of at most 0.008; 4 of them are exceeded once in 16,000 boards."""
    for _ in range(2):
        board = Board(scores=RNG.normal(size=(6, 5)).round(1))
        ranks = board.doubled_ranks - 6
        drawn = np.random.default_rng(1).permuted(np.tile(ranks, (4000, 1, 1)), axis=2).sum(axis=1)
        share = np.mean(np.sum(drawn**2, axis=1) >= np.sum(ranks.sum(axis=0) ** 2))
        assert few_p(board)[0] == pytest.approx(share, abs=0.032)


def test_more_than_six_learners_are_permuted():
    found = friedman(Board(scores=RNG.normal(size=(3, 8))))
    assert found.by == "permutation"
    assert 0 < found.p_value <= 1


def test_all_tied_says_nothing():
    found = friedman(Board(scores=np.full((5, 3), 0.8)))
    assert (found.statistic, found.p_value, found.degenerate) == (0.0, 1.0, True)


def test_one_data_set_says_nothing():
    found = friedman(Board(scores=np.array([[0.9, 0.8, 0.7]])))
    assert (found.p_value, found.degenerate) == (1.0, True)


def test_where_all_data_sets_agree_the_p_value_is_that_of_so_many_equal_orders():
    board = Board(scores=np.tile([0.9, 0.8, 0.7, 0.6], (20, 1)))
    assert chi_squared(board) == 60
    assert friedman(board).p_value == pytest.approx(math.factorial(4) ** -19.0)


def test_scores_that_differ_by_rounding_are_tied():
    scores = np.array([[0.1 + 0.2, 0.3, 0.2], [0.5, 0.5, 0.4]])
    assert Board(scores=scores).doubled_ranks.tolist() == [[3, 3, 6], [3, 3, 6]]
