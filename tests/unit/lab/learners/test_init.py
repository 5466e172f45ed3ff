import pytest

import bakeoff
from bakeoff.lab.learners import C45, LEARNERS, NUMERIC, NearestNeighbours, make


def test_each_key_is_an_estimator():
    assert repr(make("c45")) == "C45()"
    assert make("3-nn").get_params() == NearestNeighbours(3).get_params()
    assert make("c45-full").get_params() == C45(min_items=1, pruned=False).get_params()
    for key in LEARNERS:
        assert type(make(key)).__name__ in bakeoff.lab.learners.__all__


def test_the_learners_of_numbers():
    assert repr(make("gaussian-naive-bayes")) == "GaussianNB()"
    assert set(NUMERIC) - set(LEARNERS) == {"gaussian-naive-bayes"}


def test_an_unknown_key():
    with pytest.raises(bakeoff.UnknownNameError, match="no learner is called 'naive_bayes'; did you mean"):
        make("naive_bayes")
