import tracemalloc

import numpy as np
import pytest
from sklearn import model_selection as sk

from bakeoff.core.exceptions import InputError
from bakeoff.designs.leave_one_out import LeaveOneOut


def test_the_data_decide_how_many_folds():
    assert (LeaveOneOut().key, LeaveOneOut().shape, LeaveOneOut().test_to_train) == (
        "leave-one-out",
        None,
        None,
    )


def test_the_splits_are_those_of_scikit_learn():
    ours = [(train.tolist(), test.tolist()) for train, test in LeaveOneOut().split(7, rng=3)]
    theirs = [(train.tolist(), test.tolist()) for train, test in sk.LeaveOneOut().split(np.zeros(7))]
    assert ours == theirs
    assert LeaveOneOut().split(7).shape == (1, 7)


def test_with_groups_one_group_is_left_out():
    groups = [3, 1, 1, 2, 3, 2, 2]
    splits = LeaveOneOut().split(np.zeros((7, 2)), groups=groups)
    theirs = sk.LeaveOneGroupOut().split(np.zeros(7), groups=groups)
    assert sorted(test.tolist() for test in splits.test) == sorted(test.tolist() for _, test in theirs)
    assert splits.shape == (1, 3)


def test_labels_and_the_rng_have_no_say():
    assert LeaveOneOut().split(5).fingerprint == LeaveOneOut().split(5, [1, 1, 1, 1, 2], rng=9).fingerprint


def test_many_items_need_no_table_of_all_pairs():
    tracemalloc.start()
    splits = LeaveOneOut().split(5000)
    sizes = (len(splits), splits.n_train.sum(), splits.fingerprint)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sizes[:2] == (5000, 5000 * 4999)
    assert peak < 5000 * 5000 / 4  # a table of booleans would be 25 MB


def test_one_item_is_too_few():
    with pytest.raises(InputError, match="there are 1 items; expected at least 2"):
        LeaveOneOut().split(1)
