import pytest

from bakeoff.lab.learners import Majority


def test_the_first_of_the_most_frequent():
    learner = Majority().fit([[0]] * 5, ["b", "b", "a", "a", "c"])
    assert learner.predict([[0], [3]]).tolist() == ["a", "a"]
    assert learner.predict_proba([[0]])[0] == pytest.approx([0.4, 0.4, 0.2])
