"""Sets of possible best and of possible ranks, and Cochran's Q."""

import itertools

import numpy as np
import pytest
from scipy import stats

from bakeoff.methods.many._joint import Totals, pairs_of
from bakeoff.methods.many.best_set import best_set
from bakeoff.methods.many.cochran_q import cochran_q
from bakeoff.methods.many.max_t import max_t
from bakeoff.methods.many.rank_sets import rank_sets


def _joint(right):
    first, second = pairs_of(right.shape[1])
    kinds, repeats = np.unique(right, axis=0, return_counts=True)
    differing = np.sum(right[:, first] != right[:, second], axis=0)
    units = Totals(total=kinds, size=np.ones(len(kinds)), repeats=repeats)
    return units.joint(differing=differing, span=1.0, resamples=1000)


@pytest.mark.slow
def test_rank_sets_hold_all_true_ranks_with_the_probability_of_the_intervals():
    # 200 samples of 5 models whose true order is known: at least 95 % less 4 standard errors of 1.5 points.
    rates, held, best = np.array([0.9, 0.8, 0.8, 0.7, 0.6]), 0, 0
    true = [(1, 1), (2, 3), (2, 3), (4, 4), (5, 5)]
    rng = np.random.default_rng(11)
    for _ in range(200):
        joint = _joint((rng.random((200, 5)) < rates).astype(float))
        deviations = joint.deviations(400, 0)
        found = max_t(joint, deviations, alpha=0.05)
        ranks = rank_sets(found.low, found.high, 5)
        held += all(low <= a and b <= high for (a, b), (low, high) in zip(true, ranks, strict=True))
        best += bool(best_set(joint, deviations, alpha=0.05)[0])
    assert held >= 200 * (0.95 - 4 * 0.0154)
    assert best >= 200 * (0.95 - 4 * 0.0154)


def test_no_model_is_left_out_of_the_best_where_all_are_alike():
    right = np.repeat((np.random.default_rng(0).random((50, 1)) < 0.7).astype(float), 3, axis=1)
    joint = _joint(right)
    assert best_set(joint, joint.deviations(100, 0), alpha=0.05).all()


def test_rank_sets_count_who_is_better_for_sure():
    low = {(0, 1): 0.1, (0, 2): 0.2, (0, 3): 0.3, (1, 2): -0.1, (1, 3): 0.1, (2, 3): -0.2}
    high = {pair: value + 0.5 for pair, value in low.items()}
    pairs = list(itertools.combinations(range(4), 2))
    found = rank_sets(np.array([low[p] for p in pairs]), np.array([high[p] for p in pairs]), 4)
    assert found.tolist() == [[1, 1], [2, 3], [2, 4], [3, 4]]


def test_cochran_of_two_is_mcnemar_without_correction():
    right = np.array([[1, 0], [0, 1], [1, 1], [0, 0]], dtype=bool)
    found = cochran_q(right, np.array([35, 15, 300, 62]))
    assert found.statistic == pytest.approx((35 - 15) ** 2 / 50)
    assert found.p_value == pytest.approx(stats.chi2.sf(8.0, 1))


def test_cochran_is_the_textbook_formula():
    rng = np.random.default_rng(2)
    rows = rng.random((60, 4)) < [0.5, 0.6, 0.7, 0.9]
    columns, items = rows.sum(axis=0), rows.sum(axis=1)
    expected = 3 * (4 * np.sum(columns**2) - columns.sum() ** 2) / (4 * items.sum() - np.sum(items**2))
    found = cochran_q(rows, np.ones(60, dtype=np.int64))
    assert found.statistic == pytest.approx(expected)
    assert found.p_value == pytest.approx(stats.chi2.sf(expected, 3))


def test_cochran_without_mixed_items_says_nothing():
    found = cochran_q(np.array([[True] * 3, [False] * 3]), np.array([5, 7]))
    assert (found.statistic, found.p_value, found.degenerate) == (0.0, 1.0, True)


def test_cochran_of_few_mixed_items_is_by_permutation():
    # 5 items that the first alone gets right, 3 models: each of 3^5 assignments is equally likely.
    right = np.array([[True, False, False]])
    found = cochran_q(right, np.array([5]))
    assert found.p_value == pytest.approx(3 / 3**5, abs=4 * np.sqrt(3 / 3**5 / 10_000))
