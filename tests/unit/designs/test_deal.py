import numpy as np
import pytest
from sklearn import model_selection as sk

from bakeoff.core.rng import generator
from bakeoff.designs._deal import deal


@pytest.mark.parametrize(("n", "folds"), [(10, 3), (7, 7), (101, 10), (2, 2)])
def test_sizes_are_those_of_scikit_learn(n, folds):
    ours = [len(part) for part in deal(None, n, folds, generator(0))]
    theirs = [len(test) for _, test in sk.KFold(folds).split(np.zeros(n))]
    assert ours == theirs


@pytest.mark.parametrize("seed", range(10))
def test_class_counts_are_those_of_scikit_learn(seed):
    draws = np.random.default_rng(seed)
    y = np.concatenate(
        [np.arange(4), np.arange(4), np.arange(4), draws.choice(4, 90, p=[0.6, 0.2, 0.1, 0.1])]
    )
    ours = [np.bincount(y[part], minlength=4).tolist() for part in deal(y, len(y), 3, generator(seed))]
    theirs = [np.bincount(y[t], minlength=4).tolist() for _, t in sk.StratifiedKFold(3).split(y, y)]
    assert ours == theirs


def test_a_class_rarer_than_the_folds_is_dealt_all_the_same():
    parts = deal(np.array([0] * 17 + [1] * 3), 20, 10, generator(0))
    assert [len(part) for part in parts] == [2] * 10
    assert sorted(int((part >= 17).sum()) for part in parts) == [0] * 7 + [1] * 3


def test_groups_may_have_any_names_and_classes_may_be_absent():
    groups = np.array(["p7", "p7", "p2", "p2", "p9", "p9"])
    parts = deal(np.array([0, 0, 3, 3, 0, 3]), 6, 3, generator(0), groups)
    assert sorted(part.tolist() for part in parts) == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize("groups", [None, [0, 1]])
def test_folds_that_nothing_is_left_for_stay_empty(groups):
    assert [len(part) for part in deal(None, 2, 4, generator(0), groups)] == [1, 1, 0, 0]


def test_each_item_of_a_class_is_as_likely_in_each_fold():
    # Of 3000 deals, a cell's count has standard deviation 27.4 or less; 30 cells all lie within 4.5 of
    # them but for 2e-4 of seeds.
    codes = np.array([0] * 6 + [1] * 4)
    counts = np.zeros((10, 3))
    for run in range(3000):
        for fold, part in enumerate(deal(codes, 10, 3, generator(run, "deal"))):
            counts[part, fold] += 1
    # Positions 6 to 9 are of the second class: folds 0, 1, 2, 0.
    expected = 3000 * np.array([[1 / 3, 1 / 3, 1 / 3]] * 6 + [[1 / 2, 1 / 4, 1 / 4]] * 4)
    assert np.abs(counts - expected).max() < 4.5 * 27.4
