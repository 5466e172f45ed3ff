import json
import math

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold
from bakeoff.designs.apparent import Apparent
from bakeoff.experiment.data import make_data
from bakeoff.experiment.randomization import randomization_reference
from bakeoff.experiment.stage import permuted

FOLDS = KFold(folds=4)


@pytest.fixture(scope="module")
def plain():
    """Forty items whose class is plain to see."""
    draws = np.random.default_rng(0)
    y = np.arange(40) % 2
    return draws.normal(size=(40, 2)) + 9 * y[:, None], y


@pytest.mark.slow
def test_a_perfect_learner_has_the_smallest_p_value_there_is(plain):
    found = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=19)
    assert (found.observed, found.p_value) == (1.0, 1 / 20)
    assert found.p_error == pytest.approx(math.sqrt(0.05 * 0.95 / 19))
    assert len(found.permuted) == 19


def test_the_permuted_scores_by_plain_loops(plain):
    X, y = plain
    found = randomization_reference(("bayes", GaussianNB()), X, y, design=FOLDS, draws=5, rng=3)
    data, expected, agreed = make_data(X, y), [], []
    for draw in range(5):
        part = permuted(data, FOLDS, draw, rng=3)
        labels, scores = y[part.order], []
        for train, test in part.splits:
            said = GaussianNB().fit(X[train], labels[train]).predict(X[test])
            scores.append(np.mean(said == labels[test]))
            agreed.append(np.mean(said == 1))
        expected.append(np.mean(scores))
    assert found.learner == "bayes"
    assert found.permuted == pytest.approx(expected, abs=1e-12)
    assert found.p_value == (1 + sum(np.array(expected) >= found.observed)) / 6
    ones = np.mean(agreed)
    assert found.chance == pytest.approx(ones * 0.5 + (1 - ones) * 0.5, abs=1e-12)
    assert found.bias == pytest.approx(np.mean(expected) - found.chance, abs=1e-12)
    assert found.bias_error == pytest.approx(np.std(expected, ddof=1) / math.sqrt(5))


@pytest.mark.slow
def test_an_honest_methodology_makes_nothing_of_nothing(plain):
    found = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=40)
    assert abs(found.bias) < 4 * found.bias_error + 0.02


def test_a_methodology_that_tests_on_what_it_trained_on_makes_much_of_nothing(plain):
    found = randomization_reference(KNeighborsClassifier(1), *plain, design=Apparent(), draws=19)
    assert (found.observed, found.p_value) == (1.0, 1.0)
    assert found.permuted.tolist() == [1.0] * 19
    assert found.bias == pytest.approx(0.5)


def test_the_same_scores_in_another_order_are_ties(plain, monkeypatch):
    scores = [0.1, 0.2, 0.3, 0.15]
    monkeypatch.setattr(
        "bakeoff.experiment.randomization.split_scores",
        lambda run, learner, part, measure: np.array(scores if part == "main" else scores[::-1]),
    )
    assert np.mean(scores) > np.mean(scores[::-1])
    found = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=3)
    assert found.p_value == 1.0
    less = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=3, metric="error")
    assert less.p_value == 1.0


@pytest.mark.parametrize(("step", "p_value"), [(1e-9, 0.25), (-1e-9, 1.0)])
def test_scores_that_differ_by_more_than_rounding_are_no_ties(plain, monkeypatch, step, p_value):
    monkeypatch.setattr(
        "bakeoff.experiment.randomization.split_scores",
        lambda run, learner, part, measure: np.array([0.5 + (step if part == "main" else 0)]),
    )
    assert randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=3).p_value == p_value


def test_groups_change_places_as_groups(plain):
    X, groups = plain[0], np.arange(40) // 4
    mine = groups % 2
    found = randomization_reference(GaussianNB(), X, mine, groups=groups, design=FOLDS, draws=5, rng=3)
    data, expected = make_data(X, mine, groups=groups), []
    for draw in range(5):
        part = permuted(data, FOLDS, draw, rng=3)
        labels, scores = mine[part.order], []
        for train, test in part.splits:
            assert not set(groups[train]) & set(groups[test])
            scores.append(np.mean(GaussianNB().fit(X[train], labels[train]).predict(X[test]) == labels[test]))
        expected.append(np.mean(scores))
    assert found.permuted == pytest.approx(expected, abs=1e-12)


def test_labels_that_differ_within_a_group_are_refused_before_training(plain, learners):
    with pytest.raises(InputError, match="labels differ within a group, so permuting them would break"):
        randomization_reference(learners.Majority(), *plain, groups=np.arange(40) // 4, design=FOLDS, draws=3)
    assert learners.fits == []


def test_tuning_is_part_of_the_methodology(plain, learners):
    search = GridSearchCV(learners.Majority(), {}, cv=2)
    randomization_reference(search, *plain, design=FOLDS, draws=3)
    assert len(learners.fits) == (1 + 3) * 4 * 3


def test_chance_follows_what_the_learner_says():
    X, y = np.zeros((40, 1)), (np.arange(40) < 10).astype(int)
    majority = randomization_reference(DummyClassifier(), X, y, design=FOLDS, draws=3)
    assert (majority.chance, majority.bias) == (0.75, pytest.approx(0.0))
    wrong = randomization_reference(DummyClassifier(), X, y, design=FOLDS, draws=3, metric="error")
    assert (wrong.chance, wrong.bias) == (0.25, pytest.approx(0.0))
    assert wrong.p_value == 1.0


@pytest.mark.parametrize(
    ("metric", "chance"), [("balanced-accuracy", 0.5), ("auc", 0.5), ("kappa", 0.0), ("log-loss", None)]
)
def test_chance_by_metric(plain, metric, chance):
    found = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=9, metric=metric)
    assert found.chance == chance
    assert (found.bias is None) == (chance is None)
    assert found.p_value == 0.1
    json.dumps(found.to_dict(), allow_nan=False)


def test_numbers_too(plain):
    X = plain[0]
    found = randomization_reference(LinearRegression(), X, X[:, 0] * 2, design=FOLDS, draws=9)
    assert (found.metric, found.p_value, found.bias) == ("squared-error", 0.1, None)
    assert found.observed < found.permuted.min()


def test_it_goes_on_where_it_was(plain, learners, tmp_path):
    def ask(draws):
        return randomization_reference(
            learners.Majority(), *plain, design=FOLDS, draws=draws, store=tmp_path / "s"
        ).to_dict()

    first = ask(4)
    assert len(learners.fits) == 20
    assert ask(4) == first
    assert len(learners.fits) == 20
    ask(6)
    assert len(learners.fits) == 28


@pytest.mark.slow
def test_the_sentence(plain):
    found = randomization_reference(("bayes", GaussianNB()), *plain, design=FOLDS, draws=19)
    assert str(found).startswith(
        "bayes is better than chance: accuracy 1.0000, with 19 permutations of the labels 0."
    )
    assert "p = 0.05 (Monte-Carlo error 0.05); bias of the methodology " in str(found)
    loss = randomization_reference(GaussianNB(), *plain, design=FOLDS, draws=3, metric="log-loss")
    assert "bias" not in str(loss)
    assert str(loss).startswith(
        "GaussianNB is not shown to be better than chance (too few permutations to show it): log-loss 0."
    )


@pytest.mark.parametrize("draws", [1, 0, -3, 2.5, "many"])
def test_too_few_draws_are_refused_before_training(plain, learners, draws):
    with pytest.raises(InputError, match=r"draws is .*; expected a whole number of at least 2"):
        randomization_reference(learners.Majority(), *plain, draws=draws)
    assert learners.fits == []


def test_a_learner_that_fails(plain, learners):
    with pytest.raises(InputError, match="Limited failed in main, split 1: RuntimeError: not my number"):
        randomization_reference(learners.Limited(), *plain, design=FOLDS, draws=2)


def test_the_same_rng_gives_the_same_reference(plain):
    def ask(rng):
        learner = DecisionTreeClassifier(max_features=1)
        return randomization_reference(learner, *plain, design=FOLDS, draws=3, rng=rng).to_dict()

    assert ask(0) == ask(0)
    assert ask(0) != ask(1)
