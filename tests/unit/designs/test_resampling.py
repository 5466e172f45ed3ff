import numpy as np
import pytest
from sklearn.model_selection import ShuffleSplit

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Holdout
from bakeoff.designs.resampling import Resampling


def test_thirty_splits_stand_in_one_row():
    assert (Resampling().key, Resampling().shape) == ("resampling", (1, 30))
    assert Resampling(test=0.2).test_to_train == pytest.approx(0.25, rel=1e-15)


@pytest.mark.parametrize(("given", "message"), [({"splits": 0}, "splits is 0"), ({"test": 1}, "test is 1")])
def test_bad_sizes(given, message):
    with pytest.raises(InputError, match=message):
        Resampling(**given)


def test_sizes_are_those_of_scikit_learn():
    splits = Resampling(splits=4, test=0.25, stratified=False).split(40)
    theirs = list(ShuffleSplit(4, test_size=0.25).split(np.zeros(40)))
    assert splits.n_test.tolist() == [[len(test) for _, test in theirs]]
    assert splits.n_train.tolist() == [[len(train) for train, _ in theirs]]
    assert len({test.tobytes() for test in splits.test}) == 4


def test_fewer_splits_are_the_first_of_more_and_one_is_the_holdout():
    labels = np.repeat([0, 1], [13, 8])
    many, few = (Resampling(splits=s).split(labels, rng=5) for s in (6, 3))
    assert [each.tolist() for each in many.test[:3]] == [each.tolist() for each in few.test]
    assert many.test[0].tolist() == Holdout().split(labels, rng=5).test[0].tolist()


@pytest.mark.slow
def test_each_item_is_tested_at_its_share():
    # 5 of 15 are tested: 2 2/3, 1 2/3 and 2/3 by class. The last gets 1, and the first or the second, as
    # near to one more, the other: 2.5 / 8, 1.5 / 5 and 1 / 2 on average.
    # 4000 splits: standard error at most 0.0079; 15 items within 4.5 of them but for 1e-4 of seeds.
    splits = Resampling(splits=4000, test=0.34).split(np.repeat([0, 1, 2], [8, 5, 2]))
    shares = np.bincount(np.concatenate(splits.test)) / 4000
    assert np.abs(shares - np.repeat([2.5 / 8, 1.5 / 5, 1 / 2], [8, 5, 2])).max() < 4.5 * 0.0079
