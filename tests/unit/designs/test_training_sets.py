import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.training_sets import TrainingSets


def test_sets_share_no_items_with_each_other_or_the_test_set():
    splits = TrainingSets(size=7, sets=4, test=0.4).split(60, rng=1)
    every = np.concatenate([*splits.drawn, splits.test[0]])
    assert len(set(every.tolist())) == every.size == 4 * 7 + 24
    assert all(test is splits.test[0] for test in splits.test)
    assert splits.shape == (1, 4)


def test_the_same_rng_gives_the_same_sets_and_another_others():
    design = TrainingSets(size=5, sets=2)
    one, again, other = (design.split(40, rng=rng).fingerprint for rng in (0, 0, 1))
    assert one == again != other


def test_without_a_size_they_are_as_large_as_can_be():
    assert TrainingSets(sets=3, test=0.25).split(40).n_train.tolist() == [[10.0] * 3]


@pytest.mark.parametrize(
    ("given", "n", "words"),
    [
        ({"size": 20, "sets": 3}, 60, "there are 60 items, 20 of them to test on; expected 60 more for 3"),
        ({"sets": 9}, 10, "expected 18 more for 9 training sets of 2: use fewer sets"),
        ({"size": 1}, 60, "size is 1; expected a whole number of at least 2"),
        ({"sets": 1}, 10, "sets is 1; expected a whole number of at least 2"),
        ({"test": 1.5}, 10, "test is 1.5"),
    ],
)
def test_bad_input(given, n, words):
    with pytest.raises(InputError, match=words):
        TrainingSets(**given).split(n)


def test_groups_are_refused():
    with pytest.raises(InputError, match="expected no groups"):
        TrainingSets(size=2, sets=2).split(20, groups=np.arange(20) // 2)
