import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB

from bakeoff.lab.learners import NaiveBayes
from bakeoff.lab.learners._bayes import best_of

RNG = np.random.default_rng(0)
X = RNG.integers(3, size=(80, 5))
Y = RNG.choice(["a", "b", "c"], size=80, p=[0.6, 0.3, 0.1])


def test_the_probabilities_by_hand():
    learner = NaiveBayes().fit([[0, 0], [0, 2], [1, 1]], ["x", "x", "y"])
    # priors 3/5 and 2/5; the first attribute 3/4 and 1/3, the second, of three values, 2/5 and 1/4
    x, y = 3 / 5 * 3 / 4 * 2 / 5, 2 / 5 * 1 / 3 * 1 / 4
    assert learner.predict_proba([[0, 0]])[0] == pytest.approx([x / (x + y), y / (x + y)])


def test_values_never_seen_are_passed_over():
    learner = NaiveBayes().fit([[0, 0], [0, 2], [1, 1]], ["x", "x", "y"])
    x, y = 3 / 5 * 3 / 4, 2 / 5 * 1 / 3
    assert learner.predict_proba([[0, 9]])[0] == pytest.approx([x / (x + y), y / (x + y)])


def test_against_scikit_learn():
    # it smoothes attributes as we do, and takes priors as they are given
    counts = np.unique(Y, return_counts=True)[1]
    other = CategoricalNB(alpha=1, class_prior=(counts + 1) / (len(Y) + 3)).fit(X, Y)
    ours = NaiveBayes().fit(X, Y)
    assert ours.predict_proba(X) == pytest.approx(other.predict_proba(X), rel=1e-12)
    assert (ours.predict(X) == other.predict(X)).all()


def test_many_attributes_do_not_vanish():
    wide = RNG.integers(2, size=(40, 2000))
    y = wide[:, :1001].sum(axis=1) > 500
    shares = NaiveBayes().fit(wide, y).predict_proba(wide)
    assert np.isfinite(shares).all()
    other = CategoricalNB(alpha=1, class_prior=(np.bincount(y) + 1) / 42).fit(wide, y)
    assert (NaiveBayes().fit(wide, y).predict(wide) == other.predict(wide)).all()


def test_the_first_of_equal_classes():
    assert best_of(np.array([0.2, 0.4, 0.4])) == 1
    assert best_of(np.array([0.4, np.nextafter(0.4, 1)])) == 1
    tied = 0
    for p in np.linspace(0.5, 1, 50):
        product = np.array([p, np.nextafter(p, 2), p])
        shares = product / product.sum()
        assert best_of(product) == shares.argmax()
        tied += shares[0] == shares[1]
    assert tied > 0
