import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.five_by_two import FiveByTwo


def test_five_runs_of_two_equal_halves():
    assert (FiveByTwo().key, FiveByTwo().shape, FiveByTwo().test_to_train) == ("five-by-two", (5, 2), 1)


def test_each_half_is_the_other_halfs_training_set():
    splits = FiveByTwo().split(np.repeat(["a", "b"], [31, 20]))
    for run in range(5):
        (train, test), (other_train, other_test) = splits[2 * run], splits[2 * run + 1]
        assert train.tolist() == other_test.tolist()
        assert test.tolist() == other_train.tolist()
    assert splits.n_test.tolist() == [[26, 25]] * 5


def test_a_single_member_cannot_be_in_both_halves():
    with pytest.raises(InputError, match=r"class 'b' has 1 item, fewer than the 2 folds of FiveByTwo\(\)"):
        FiveByTwo().split(["a", "a", "b"])
