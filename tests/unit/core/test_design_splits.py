import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.design import Splits
from bakeoff.designs import Bootstrap, KFold, LeaveOneOut, RepeatedKFold


def of(*test, n=6, drawn=None, shape=None):
    arrays = tuple(np.array(part, dtype=np.int64) for part in test)
    trained = None if drawn is None else tuple(np.array(part, dtype=np.int64) for part in drawn)
    return Splits(design=KFold(folds=2), n=n, shape=shape or (1, len(arrays)), test=arrays, drawn=trained)


def test_the_rest_is_trained_on_unless_it_was_drawn():
    train, test = of([1, 4], [0])[0]
    assert (train.tolist(), test.tolist()) == ([0, 2, 3, 5], [1, 4])
    train, test = of([1, 4], drawn=[[0, 0, 2]])[0]
    assert (train.tolist(), test.tolist()) == ([0, 0, 2], [1, 4])


def test_splits_are_gone_through_in_order():
    splits = of([0, 1], [2, 3], [4, 5])
    assert len(splits) == 3
    assert [test.tolist() for _, test in splits] == [[0, 1], [2, 3], [4, 5]]
    assert [test.tolist() for _, test in splits] == [[0, 1], [2, 3], [4, 5]]


def test_sizes_by_run_and_fold():
    splits = of([0, 1, 2, 3], [4, 5], [0, 1, 2], [3, 4, 5], shape=(2, 2))
    assert splits.n_test.tolist() == [[4, 2], [3, 3]]
    assert splits.n_train.tolist() == [[2, 4], [3, 3]]
    assert of([0], drawn=[[1, 1, 1, 2]]).n_train.tolist() == [[4]]


@pytest.mark.parametrize(
    "other",
    [
        of([0, 1], [3, 2]),
        of([2, 3], [0, 1]),
        of([0, 1, 2], [3]),
        of([0, 1], [2, 3], n=7),
        of([0, 1], [2, 3], shape=(2, 1)),
        of([0, 1], [2, 3], drawn=[[2, 3, 4, 5], [0, 1, 4, 5]]),
    ],
)
def test_another_fingerprint_for_other_splits(other):
    assert other.fingerprint != of([0, 1], [2, 3]).fingerprint
    assert of([0, 1], [2, 3]).fingerprint == of([0, 1], [2, 3]).fingerprint


def test_drawn_items_have_an_order_too():
    assert of([0], drawn=[[1, 2]]).fingerprint != of([0], drawn=[[2, 1]]).fingerprint


def test_designs_that_train_and_test_alike_share_their_fingerprint():
    labels = np.arange(20) % 2
    assert (
        KFold(folds=5).split(labels).fingerprint == RepeatedKFold(runs=1, folds=5).split(labels).fingerprint
    )
    assert KFold(folds=5).split(labels).fingerprint != KFold(folds=5).split(labels, rng=1).fingerprint


def test_whether_no_item_is_tested_twice():
    labels = np.arange(20) % 2
    assert of([0, 1], [2, 3]).tests_each_once
    assert not of([0, 1], [1, 2]).tests_each_once
    assert LeaveOneOut().split(labels).tests_each_once
    assert not RepeatedKFold(runs=2, folds=2).split(labels).tests_each_once
    assert not Bootstrap(samples=5).split(labels).tests_each_once


@settings(deadline=None)
@given(st.integers(2, 30), st.integers(0, 5), st.data())
@pytest.mark.slow
def test_train_and_test_are_everything_and_share_nothing(n, rng, data):
    splits = KFold(folds=data.draw(st.integers(2, n)), stratified=False).split(n, rng=rng)
    for at, (train, test) in enumerate(splits):
        assert sorted([*train, *test]) == list(range(n))
        assert (len(train), len(test)) == (splits.n_train.flat[at], splits.n_test.flat[at])
