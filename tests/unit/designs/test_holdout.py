import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.holdout import Holdout


def test_a_third_is_tested_once():
    design = Holdout()
    assert (design.key, design.shape) == ("holdout", (1, 1))
    assert design.test_to_train == pytest.approx(0.5, rel=1e-15)


def test_the_share_is_checked():
    with pytest.raises(InputError, match="test is 30; expected the share"):
        Holdout(test=30)


def test_a_third_of_each_class_is_tested():
    labels = np.repeat(["a", "b"], [60, 30])
    splits = Holdout().split(np.zeros((90, 1)), labels)
    train, test = splits[0]
    assert np.unique(labels[test], return_counts=True)[1].tolist() == [20, 10]
    assert sorted([*train, *test]) == list(range(90))
    assert (splits.n_train.tolist(), splits.n_test.tolist()) == ([[60]], [[30]])


@pytest.mark.parametrize(
    ("share", "message"),
    [
        (
            0.01,
            r"Holdout\(test=0.01, stratified=False\) leaves none of 20 items to test on; .* a larger share",
        ),
        (
            0.99,
            "leaves none of 20 items to train on; expected items to train and to test on: use a smaller "
            "share",
        ),
    ],
)
@pytest.mark.parametrize("groups", [None, np.arange(20) // 2])
def test_no_side_is_empty(share, message, groups):
    with pytest.raises(InputError, match=message):
        Holdout(test=share, stratified=False).split(20, groups=groups)


def test_of_two_groups_one_is_tested():
    for rng in range(10):
        train, test = Holdout(stratified=False).split(10, groups=[0] * 9 + [1], rng=rng)[0]
        assert {len(train), len(test)} == {1, 9}
