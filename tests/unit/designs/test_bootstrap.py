import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.bootstrap import Bootstrap


def test_each_sample_tests_on_what_it_left_out():
    assert (Bootstrap().key, Bootstrap().shape, Bootstrap().test_to_train) == ("bootstrap", (1, 200), None)


def test_at_least_one_sample():
    with pytest.raises(InputError, match="samples is 0"):
        Bootstrap(samples=0)


def test_as_many_items_are_drawn_as_there_are():
    splits = Bootstrap(samples=50).split(np.zeros((30, 2)))
    assert splits.n_train.tolist() == [[30] * 50]
    for train, test in splits:
        assert set(train.tolist()) == set(range(30)) - set(test.tolist())
        assert train.dtype == test.dtype == np.int64
    assert len({train.tobytes() for train in splits.drawn}) == 50


def test_about_a_third_is_left_out():
    # (1 - 1/100)^100 = 0.3660; the mean of 400 samples has standard error 0.0016 (sd of one: 0.031).
    share = Bootstrap(samples=400).split(100).n_test.mean() / 100
    assert abs(share - 0.3660) < 4.5 * 0.0016


def test_something_is_always_left_out():
    assert Bootstrap(samples=40).split(2).n_test.tolist() == [[1] * 40]


def test_fewer_samples_are_the_first_of_more():
    many, few = (Bootstrap(samples=samples).split(12, rng=2) for samples in (9, 4))
    assert [each.tolist() for each in many.drawn[:4]] == [each.tolist() for each in few.drawn]
    assert few.fingerprint != Bootstrap(samples=4).split(12, rng=3).fingerprint


def test_groups_are_drawn_whole():
    groups = np.array([0, 0, 0, 1, 1, 2, 3, 3, 3, 3])
    for train, test in Bootstrap(samples=20).split(10, groups=groups):
        times = np.bincount(train, minlength=10)
        for group in range(4):
            assert len(set(times[groups == group])) == 1
        assert sum(times[groups == group][0] for group in range(4)) == 4
        assert set(test.tolist()) == set(np.flatnonzero(times == 0).tolist())
        assert len(test)
