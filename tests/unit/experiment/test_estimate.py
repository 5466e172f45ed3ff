import sys

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff import InputError, estimate, interval
from bakeoff.core.exceptions import UnknownNameError
from bakeoff.designs import Bootstrap, Holdout, KFold, RepeatedKFold


def test_leave_one_out_of_the_majority_of_two_equal_classes_is_always_wrong():
    found = estimate(DummyClassifier(), np.zeros((20, 1)), np.arange(20) % 2, estimator="leave-one-out")
    assert found.value == 1.0


def errors_in(splits, X, y, learner):
    """By plain loops, for each split: which test items the learner got wrong."""
    return [learner.fit(X[train], y[train]).predict(X[test]) != y[test] for train, test in splits]


@pytest.mark.parametrize("stratified", [True, False])
def test_folds_by_plain_loops(two, stratified):
    X, y = two
    wrong = errors_in(KFold(folds=7, stratified=stratified).split(X, y, rng=2), X, y, GaussianNB())
    found = estimate(GaussianNB(), X, y, folds=7, stratified=stratified, rng=2)
    assert (found.estimator, found.n) == ("kfold", 60)
    assert found.value == pytest.approx(np.mean(np.concatenate(wrong)), abs=1e-12)
    assert found.parts["kfold"] == pytest.approx(np.array([[np.mean(each) for each in wrong]]), abs=1e-12)
    folds = estimate(GaussianNB(), X, y, folds=7, stratified=stratified, rng=2, average="folds")
    assert folds.value == pytest.approx(np.mean(found.parts["kfold"]), abs=1e-12)


@pytest.mark.parametrize("share", [0.5, 0.25])
def test_a_holdout_has_the_interval_of_a_rate(two, share):
    X, y = two
    (wrong,) = errors_in(Holdout(test=share, stratified=False).split(X, y), X, y, GaussianNB())
    found = estimate(GaussianNB(), X, y, estimator="holdout", test=share, level=0.9)
    assert (found.value, found.n) == (np.mean(wrong), 60 * share)
    expected = list(interval(int(np.sum(wrong)), len(wrong), level=0.9))
    assert [found.interval.low, found.interval.high] == pytest.approx(expected)


def test_what_was_trained_on_is_no_test(two):
    assert estimate(KNeighborsClassifier(1), *two, estimator="apparent").value == 0.0


def test_repeated_folds_agree_with_scikit_learn(two):
    splits = list(RepeatedKFold(runs=3, folds=4).split(two[1]))
    asked = {"runs": 3, "folds": 4, "stratified": True}
    found = estimate(GaussianNB(), *two, estimator="repeated-kfold", **asked)
    expected = 1 - np.mean(cross_val_score(GaussianNB(), *two, cv=splits))
    assert found.value == pytest.approx(expected, abs=1e-12)


def test_the_bootstrap_by_plain_loops(two):
    X, y = two
    outside = np.concatenate(errors_in(Bootstrap(samples=10).split(X, y), X, y, GaussianNB()))
    apparent = np.mean(GaussianNB().fit(X, y).predict(X) != y)
    found = estimate(GaussianNB(), X, y, estimator="bootstrap-632", samples=10)
    assert found.value == pytest.approx(0.632 * np.mean(outside) + 0.368 * apparent, abs=1e-12)


def test_numbers_are_judged_by_squares(two):
    X, y = two[0], two[0][:, 0] * 2
    found = estimate(DummyRegressor(), X, y, folds=3)
    assert (found.loss, found.estimator) == ("squared", "kfold")
    assert found.value > 0
    assert estimate(LinearRegression(), X, y, folds=3).value == pytest.approx(0, abs=1e-20)


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame, sparse.csr_matrix], ids=lambda k: k.__name__)
def test_items_of_their_own_to_test_on(two, kind):
    X, y = two
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    found = estimate(
        tree,
        kind(X[:40]),
        y[:40],
        estimator="independent-test",
        test=(kind(X[40:]), y[40:]),
    )
    errors = int(np.sum(tree.fit(X[:40], y[:40]).predict(X[40:]) != y[40:]))
    assert (found.value, found.n) == (errors / 20, 20)
    assert list(found.interval) == pytest.approx(list(interval(errors, 20)))


def test_classes_that_only_the_test_items_have_are_errors(two):
    X, y = two
    found = estimate(
        GaussianNB(), X[:40], y[:40], estimator="independent-test", test=(X[40:], np.full(20, 7))
    )
    assert found.value == 1.0


def test_a_population_that_can_be_drawn_from(monkeypatch):
    monkeypatch.setattr(sys.modules["bakeoff.experiment.estimate"], "POPULATION_SAMPLE", 4000)

    def draw(n, draws):
        y = draws.integers(0, 2, n)
        return draws.normal(size=(n, 1)) + 2 * y[:, None], y

    X, y = draw(200, np.random.default_rng(0))
    found = estimate(GaussianNB(), X, y, estimator="true-error", population=draw)
    assert found.n == 4000
    assert found.value == pytest.approx(0.1587, abs=0.03)
    again = estimate(GaussianNB(), X, y, estimator="true-error", population=draw)
    assert again.value == found.value


@pytest.mark.parametrize(
    ("asked", "kind", "words"),
    [
        ({"estimator": "nonsense"}, UnknownNameError, "is called 'nonsense'"),
        ({"nonsense": 3}, UnknownNameError, "no option of kfold is called 'nonsense'"),
        ({"level": 95}, InputError, "level is 95"),
        (
            {"test": ([[1]], [1])},
            InputError,
            "kfold uses only the data it is given; leave out test and popul",
        ),
        (
            {"estimator": "independent-test"},
            InputError,
            r"independent-test needs items to test on: give test=",
        ),
        ({"estimator": "true-error"}, InputError, "true-error needs items .* or population=, a function"),
        (
            {"estimator": "independent-test", "test": (np.zeros((2, 2)), [0, 1])},
            InputError,
            "expected the same type and shape",
        ),
        ({"folds": 1}, InputError, "folds is 1"),
        ({"jobs": 0}, InputError, "jobs is 0"),
    ],
    ids=str,
)
def test_bad_input_is_told_before_training(two, learners, asked, kind, words):
    with pytest.raises(kind, match=words):
        estimate(learners.Majority(), *two, **asked)
    assert learners.fits == []


def test_a_learner_that_fails_once_has_no_estimate(two, learners):
    with pytest.raises(
        InputError, match=r"failed in 1 of 5 trainings \(ValueError: the marked item is missing\)"
    ):
        estimate(learners.Failing(two[0][0, 0]), *two, folds=5)


def test_a_store_is_used(two, learners, tmp_path):
    first = estimate(learners.Majority(), *two, folds=5, store=tmp_path / "s")
    again = estimate(learners.Majority(), *two, folds=5, store=tmp_path / "s")
    assert len(learners.fits) == 5
    assert first.to_dict() == again.to_dict()


def test_groups_stay_together(two):
    groups = np.repeat(np.arange(20), 3)
    found = estimate(GaussianNB(), *two, estimator="leave-one-out", groups=groups)
    assert sum(errors.size for errors in found.parts.values()) == 20
    assert found.interval is None


@pytest.mark.parametrize("estimator", ["holdout", "independent-test"])
def test_groups_leave_no_interval(two, estimator):
    X, y = two
    asked = {"estimator": estimator} | ({"test": (X[40:], y[40:])} if estimator != "holdout" else {})
    alone = estimate(GaussianNB(), X[:40], y[:40], **asked)
    assert alone.interval is not None
    grouped = estimate(GaussianNB(), X[:40], y[:40], groups=np.arange(40) // 2, **asked)
    assert grouped.interval is None
    assert grouped.notes == ("no interval: items of a group are not independent",)
    each = estimate(GaussianNB(), X[:40], y[:40], groups=np.arange(40) // 2, folds=4)
    assert each.interval is None
    assert each.to_dict()["interval"] is None
