import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import FiveByTwo, KFold
from bakeoff.designs.repeated_kfold import RepeatedKFold

LABELS = np.repeat([0, 1, 2], [20, 11, 10])


def test_ten_runs_of_ten_folds():
    assert (RepeatedKFold().key, RepeatedKFold().shape) == ("repeated-kfold", (10, 10))
    assert RepeatedKFold(runs=3, folds=5).shape == (3, 5)
    assert RepeatedKFold(runs=3, folds=5).test_to_train == 0.25


@pytest.mark.parametrize(("given", "message"), [({"runs": 0}, "runs is 0"), ({"folds": 1}, "folds is 1")])
def test_bad_sizes(given, message):
    with pytest.raises(InputError, match=message):
        RepeatedKFold(**given)


def test_every_run_tests_each_item_once_in_folds_of_its_own():
    splits = RepeatedKFold(runs=4, folds=5).split(LABELS)
    runs = [splits.test[5 * run : 5 * run + 5] for run in range(4)]
    for run in runs:
        assert sorted(np.concatenate(run).tolist()) == list(range(41))
    assert len({run[0].tobytes() for run in runs}) == 4
    assert not splits.tests_each_once
    assert splits.n_train.tolist() == [[32, 33, 33, 33, 33]] * 4


@pytest.mark.parametrize("groups", [None, np.arange(41) // 3])
def test_fewer_runs_are_the_first_of_more(groups):
    many = RepeatedKFold(runs=5, folds=4).split(LABELS, groups=groups, rng=8)
    few = RepeatedKFold(runs=2, folds=4).split(LABELS, groups=groups, rng=8)
    assert [each.tolist() for each in many.test[:8]] == [each.tolist() for each in few.test]


def test_one_run_is_k_fold_and_five_of_two_are_five_by_two():
    one = RepeatedKFold(runs=1, folds=4).split(LABELS, rng=8)
    assert one.fingerprint == KFold(folds=4).split(LABELS, rng=8).fingerprint
    five = RepeatedKFold(runs=5, folds=2).split(LABELS, rng=8)
    assert five.fingerprint == FiveByTwo().split(LABELS, rng=8).fingerprint


def test_a_generator_is_asked_once():
    draws, twin = np.random.default_rng(1), np.random.default_rng(1)
    RepeatedKFold(runs=3, folds=3).split(LABELS, rng=draws)
    twin.integers(2**63)
    assert draws.random() == twin.random()
