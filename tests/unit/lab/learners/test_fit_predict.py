import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.lab.learners import make
from bakeoff.lab.learners.fit_predict import fit_predict, learner_keys

RNG = np.random.default_rng(0)
NOMINAL, NUMBERS, Y = RNG.integers(3, size=(60, 4)), RNG.normal(size=(60, 4)), RNG.integers(2, size=60)


@pytest.mark.parametrize("key", ["naive-bayes", "c45", "1-nn", "tan", "voted-perceptron"])
def test_nominal_attributes_go_to_the_learners_of_the_lab(key):
    expected = make(key).fit(NOMINAL[:40], Y[:40]).predict(NOMINAL[40:])
    assert np.array_equal(fit_predict(key)(NOMINAL[:40], Y[:40], NOMINAL[40:]), expected)


@pytest.mark.parametrize(
    ("key", "estimator"),
    [("gaussian-naive-bayes", GaussianNB()), ("3-nn", KNeighborsClassifier(3))],
)
def test_numbers_go_to_scikit_learn(key, estimator):
    expected = estimator.fit(NUMBERS[:40], Y[:40]).predict(NUMBERS[40:])
    assert np.array_equal(fit_predict(key)(NUMBERS[:40], Y[:40], NUMBERS[40:]), expected)


def test_the_majority_learner_looks_at_no_attribute():
    said = fit_predict("majority")(NUMBERS[:40], Y[:40], NUMBERS[40:])
    assert set(said) == {np.bincount(Y[:40]).argmax()}


@pytest.mark.parametrize("key", ["c46", "gaussian"])
def test_what_is_no_learner(key):
    with pytest.raises(InputError, match=key):
        fit_predict(key)


def test_a_learner_of_nominal_attributes_is_refused_numbers():
    with pytest.raises(InputError, match="learner of numbers"):
        fit_predict("c45")(NUMBERS, Y, NUMBERS)
    assert {"c45", "gaussian-naive-bayes"} <= set(learner_keys())
