import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from bakeoff import InputError
from bakeoff.lab.learners import NearestNeighbours


def test_all_as_near_as_the_kth_vote():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "c"]
    assert NearestNeighbours(1).fit(X, y).predict_proba([[0, 0]]).tolist() == [[1, 0, 0]]
    # the second and the third are as near as each other
    assert NearestNeighbours(2).fit(X, y).predict_proba([[0, 0]]).tolist() == [[1 / 3, 2 / 3, 0]]
    assert NearestNeighbours(9).fit(X, y).predict_proba([[0, 0]]).tolist() == [[0.25, 0.5, 0.25]]


def test_tied_votes_go_to_the_first_class():
    assert NearestNeighbours(2).fit([[0], [0]], ["b", "a"]).predict([[0]]).tolist() == ["a"]


@pytest.mark.parametrize("k", [1, 3])
def test_as_scikit_learn_where_nothing_is_tied(k):
    rng = np.random.default_rng(1)
    compared = 0
    for _ in range(40):
        X, y, asked = (
            rng.integers(3, size=(25, 12)),
            rng.integers(2, size=25),
            rng.integers(3, size=(40, 12)),
        )
        distances = np.sort((asked[:, None] != X[None]).sum(axis=2), axis=1)
        untied = distances[:, k - 1] < distances[:, k]
        other = KNeighborsClassifier(k, metric="hamming", algorithm="brute").fit(X, y)
        ours = NearestNeighbours(k).fit(X, y)
        assert (ours.predict(asked[untied]) == other.predict(asked[untied])).all()
        compared += untied.sum()
    assert compared > 300


def test_a_value_never_seen_differs_from_all():
    learner = NearestNeighbours().fit([[0, 0], [1, 1]], ["a", "b"])
    assert learner.predict([[9, 1], [9, 0], [9, 9]]).tolist() == ["b", "a", "a"]


@pytest.mark.parametrize("k", [0, 1.5, True, "1"])
def test_bad_k(k):
    with pytest.raises(InputError, match=r"k is .*; expected a whole number of at least 1"):
        NearestNeighbours(k).fit([[0]], [0])
