import math

import numpy as np

from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.many.friedman import friedman
from bakeoff.methods.many.iman_davenport import iman_davenport


def test_it_is_less_conservative_than_friedman_in_the_tail():
    scores = np.random.default_rng(3).normal(size=(20, 4)) + np.linspace(0, 2, 4)
    assert iman_davenport(Board(scores=scores)).p_value < friedman(Board(scores=scores)).p_value


def test_few_scores_have_the_same_p_value_by_either():
    board = Board(scores=np.random.default_rng(3).normal(size=(5, 4)))
    assert iman_davenport(board).p_value == friedman(board).p_value


def test_where_all_data_sets_agree_the_statistic_is_infinite_and_the_p_value_is_not_0():
    found = iman_davenport(Board(scores=np.tile([0.9, 0.8, 0.7], (12, 1))))
    assert math.isinf(found.statistic)
    assert 0 < found.p_value < 1e-8


def test_nothing_to_tell():
    for scores in (np.full((14, 3), 0.8), np.array([[0.9, 0.8, 0.7]])):
        found = iman_davenport(Board(scores=scores))
        assert (found.statistic, found.p_value, found.degenerate) == (0.0, 1.0, True)
