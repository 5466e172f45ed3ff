import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.kfold import KFold

LABELS = np.array(["x"] * 30 + ["y"] * 12 + ["z"] * 5)


def test_one_run_of_ten_folds():
    assert (KFold().key, KFold().shape) == ("kfold", (1, 10))
    assert KFold(folds=5).test_to_train == 0.25


def test_two_folds_are_the_fewest():
    assert KFold(folds=2).test_to_train == 1
    with pytest.raises(InputError, match="folds is 1; expected a whole number of at least 2"):
        KFold(folds=1)


def test_folds_partition_the_items_by_class():
    splits = KFold(folds=5).split(np.zeros((47, 3)), LABELS, rng=3)
    assert (splits.n, splits.shape, splits.design) == (47, (1, 5), KFold(folds=5))
    assert sorted(np.concatenate(splits.test).tolist()) == list(range(47))
    assert [sorted(np.unique(LABELS[test]).tolist()) for test in splits.test] == [["x", "y", "z"]] * 5
    assert all(test.dtype == np.int64 and (np.diff(test) > 0).all() for test in splits.test)
    assert splits.drawn is None
    assert splits.tests_each_once


def test_the_rng_decides():
    prints = [KFold(folds=5).split(LABELS, rng=rng).fingerprint for rng in (1, 1, 2)]
    assert prints[0] == prints[1] != prints[2]


def test_a_generator_gives_new_splits_each_time():
    draws = np.random.default_rng(4)
    first, second = (KFold(folds=5).split(LABELS, rng=draws) for _ in range(2))
    assert first.fingerprint != second.fingerprint
    again = KFold(folds=5).split(LABELS, rng=np.random.default_rng(4))
    assert first.fingerprint == again.fingerprint


def test_groups_share_a_fold():
    groups = np.arange(47) // 2
    splits = KFold(folds=5, stratified=False).split(47, groups=groups)
    for train, test in splits:
        assert not set(groups[train]) & set(groups[test])
    assert splits.n_test.min() >= 8


@pytest.mark.parametrize(
    ("design", "given", "message"),
    [
        (
            KFold(),
            {"X": 4, "y": [0, 0, 1, 1]},
            r"KFold\(folds=10\) needs 10 folds, but there are 4 items; .*",
        ),
        (
            KFold(stratified=False),
            {"X": 9},
            "there are 9 items; expected at least one .*: use folds=9 or fewer",
        ),
        (
            KFold(),
            {"X": LABELS},
            r"class 'z' has 5 items, fewer than the 10 folds of KFold\(folds=10\); .*: use 5 folds or "
            r"fewer, or stratified=False",
        ),
        (KFold(folds=2), {"X": [7, 7, 9]}, r"class 9 has 1 item, .* in each fold: use stratified=False"),
        (
            KFold(folds=4, stratified=False),
            {"X": 9, "groups": [0, 0, 0, 1, 1, 1, 2, 2, 2]},
            "needs 4 folds, but there are 3 groups; .*: use folds=3 or fewer",
        ),
        (KFold(folds=2), {"X": list(np.array(["a", "a", "b"]))}, "class 'b' has 1"),
    ],
)
def test_what_cannot_be_dealt_is_named(design, given, message):
    with pytest.raises(InputError, match=message):
        design.split(**given)
