import numpy as np
import pytest
from sklearn import model_selection as sk

from bakeoff.core.rng import generator
from bakeoff.designs._deal import apportion, draw
from bakeoff.designs._items import Items


@pytest.mark.parametrize(
    ("n", "share", "size"), [(10, 0.2, 2), (10, 1 / 3, 3), (11, 0.5, 6), (2, 1 / 3, 1), (100, 0.999, 100)]
)
def test_the_share_is_rounded(n, share, size):
    test = draw(Items(n=n), share, generator(0))
    assert len(set(test.tolist())) == size
    assert (np.diff(test) > 0).all()


@pytest.mark.parametrize(
    ("sizes", "n_test", "expected"),
    [
        ([50, 50], 20, {(10, 10)}),
        ([60, 30, 10], 10, {(6, 3, 1)}),
        ([70, 20, 10], 9, {(6, 2, 1)}),  # 6.3, 1.8, 0.9: by largest remainders
        ([97, 3], 5, {(4, 1)}),  # 4.85, 0.15: the rare class keeps one
        ([97, 2], 97, {(96, 1)}),  # one of the rare class is kept to train on
        ([5, 1], 3, {(3, 0), (2, 1)}),  # 2.5, 0.5: a tie, and one item cannot be on both sides
        ([8, 5, 2], 5, {(3, 1, 1), (2, 2, 1)}),  # 2 2/3, 1 2/3, 2/3
        ([5, 5], 3, {(1, 2), (2, 1)}),
        ([2, 2, 2], 2, {(1, 1, 0), (1, 0, 1), (0, 1, 1)}),  # fewer test items than classes
        ([10], 4, {(4,)}),
    ],
)
def test_classes_have_their_share_and_ties_are_broken_by_chance(sizes, n_test, expected):
    found = {tuple(apportion(np.array(sizes), n_test, generator(run)).tolist()) for run in range(40)}
    assert found == expected


@pytest.mark.parametrize("seed", range(5))
def test_class_counts_are_those_of_scikit_learn(seed):
    y = np.repeat([0, 1, 2], [60, 31, 14])
    test = draw(Items(n=105, codes=y), 21 / 105, generator(seed))
    _, theirs = next(sk.StratifiedShuffleSplit(1, test_size=21, random_state=seed).split(y, y))
    assert np.bincount(y[test]).tolist() == np.bincount(y[theirs]).tolist()


def test_whole_groups_meet_the_share_nearly():
    groups = np.repeat(np.arange(50), 4)
    for run in range(20):
        test = draw(Items(n=200, groups=groups), 0.3, generator(run))
        assert len(test) == 60
        assert not set(groups[test]) & set(np.delete(groups, test))
