import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import HALVINGS, Experiment
from bakeoff.experiment.learner import Learner


def named(*names):
    return tuple(Learner(name=name, estimator=GaussianNB()) for name in names)


def sets(*names):
    return tuple(make_data(np.zeros((4, 1)), [0, 1, 0, 1], name=name) for name in names)


def experiment(**asked):
    return Experiment(**({"data": sets("iris"), "learners": named("a", "b", "c")} | asked))


def test_what_goes_without_saying():
    usual = experiment()
    assert usual.design == RepeatedKFold(runs=10, folds=10)
    assert (usual.metrics, usual.method, usual.adjustment) == (("accuracy",), "auto", "holm")
    assert (usual.halvings, usual.alpha, usual.interval_level, usual.rng) == (HALVINGS, 0.05, 0.95, 0)
    assert HALVINGS == 15


def test_all_pairs_or_all_against_a_baseline():
    assert experiment().pairs == [("a", "b"), ("a", "c"), ("b", "c")]
    assert experiment(baseline="b").pairs == [("a", "b"), ("c", "b")]
    assert experiment(learners=named("a", "b")).pairs == [("a", "b")]


def test_what_is_asked_of_every_method_alike():
    assert experiment(alpha=0.01, margin=0.02, rng=5, halvings=3, positive=0).common == {
        "alpha": 0.01,
        "level": None,
        "alternative": "two-sided",
        "margin": 0.02,
        "rng": 5,
        "tried": 1,
        "tuned_on_test": False,
    }


@pytest.mark.parametrize(
    ("asked", "kind", "words"),
    [
        ({"data": ()}, InputError, "the number of data sets is 0; expected at least 1"),
        ({"learners": named("a")}, InputError, "the number of learners is 1; expected at least 2"),
        (
            {"learners": named("a", "a")},
            InputError,
            "two learners are called 'a'; give each a different name",
        ),
        ({"data": sets("x", "x")}, InputError, "two data sets are called 'x'"),
        ({"baseline": "d"}, UnknownNameError, "no learner is called 'd'"),
        ({"metrics": ()}, InputError, "there is no metric; expected at least one"),
        ({"halvings": 1}, InputError, "halvings is 1; expected a whole number of at least 2"),
        ({"halvings": "all"}, InputError, "halvings is 'all'"),
        ({"permutations": 1}, InputError, "permutations is 1; expected a whole number of at least 2"),
        ({"permutations": -5}, InputError, "permutations is -5"),
    ],
    ids=str,
)
def test_experiments_that_make_no_sense(asked, kind, words):
    with pytest.raises(kind, match=words):
        experiment(**asked)
