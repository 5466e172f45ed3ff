import numpy as np
import pytest

from bakeoff import InputError
from bakeoff.lab.learners import VotedPerceptron
from bakeoff.lab.learners._perceptron import shuffled


def test_the_shuffle_of_java():
    # java.util.Random(1): nextInt(5), nextInt(4), ... as the documentation defines them, computed apart
    state, drawn = (1 ^ 0x5DEECE66D) & (2**48 - 1), []
    for bound in (5, 4, 3, 2):
        state = (state * 0x5DEECE66D + 11) % 2**48
        bits = state >> 17
        drawn.append(bits * bound >> 31 if bound in (2, 4) else bits % bound)
    order = list(range(5))
    for last, other in zip((4, 3, 2, 1), drawn, strict=True):
        order[last], order[other] = order[other], order[last]
    assert shuffled(5).tolist() == order
    assert sorted(shuffled(1000)) == list(range(1000))


def plain(X, y, asked):
    """The algorithm of Freund and Schapire, figure 1, with a constant attribute."""
    X, asked = (np.c_[each, np.ones(len(each), dtype=int)] for each in (X, asked))
    vectors, votes = [np.zeros(X.shape[1], dtype=int)], [0]
    for item in shuffled(len(X)):
        if (vectors[-1] @ X[item] >= 0) == (y[item] == 1):
            votes[-1] += 1
        else:
            vectors.append(vectors[-1] + (2 * y[item] - 1) * X[item])
            votes.append(1)
    return np.where(asked @ np.array(vectors).T >= 0, 1, -1) @ np.array(votes)


def test_against_the_plain_algorithm():
    rng = np.random.default_rng(2)
    for _ in range(20):
        X, y, asked = rng.integers(2, size=(70, 6)), rng.integers(2, size=70), rng.integers(2, size=(30, 6))
        learner = VotedPerceptron().fit(X, y)
        votes = plain(X, y, asked)
        assert learner.decision_function(asked).tolist() == votes.tolist()
        assert learner.predict(asked).tolist() == (votes > 0).astype(int).tolist()


def test_more_than_two_values_are_indicators():
    rng = np.random.default_rng(3)
    X, y = rng.integers(3, size=(60, 3)), rng.integers(2, size=60)
    wide = (X[:, :, None] == np.arange(3)).reshape(60, 9).astype(int)
    assert VotedPerceptron().fit(X, y).decision_function(X).tolist() == plain(wide, y, wide).tolist()


def test_more_values_than_bits_of_a_word():
    X = np.arange(200).reshape(-1, 1) % 100
    y = X.ravel() % 2
    assert (VotedPerceptron().fit(X, y).predict(X) == y).mean() > 0.7


def test_three_classes():
    with pytest.raises(InputError, match="It has 3 classes"):
        VotedPerceptron().fit([[0], [1], [2]], [0, 1, 2])
