"""Reports of skore: stand-ins with its attributes, and skore 0.28.0 itself where it is installed."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from bakeoff import compare_learners, compare_predictions, compare_reports
from bakeoff.core.exceptions import InputError

X, Y = load_iris(return_X_y=True)
LEARNERS = GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)
TRAIN, TEST = np.arange(150) % 3 > 0, np.arange(150) % 3 == 0
FOLDS = StratifiedKFold(5)


def held_out(learner, X=X, y=Y, task="multiclass-classification"):
    said = clone(learner).fit(X[TRAIN], y[TRAIN]).predict(X[TEST])
    return SimpleNamespace(
        y_test=y[TEST],
        ml_task=task,
        estimator_name_=type(learner).__name__,
        get_predictions=lambda *, data_source: said if data_source == "test" else None,
    )


def cross_validated(learner, splitter, X=X, y=Y, task="multiclass-classification"):
    splits = list(splitter.split(X, y))
    said = [clone(learner).fit(X[train], y[train]).predict(X[test]) for train, test in splits]
    return SimpleNamespace(
        y=y,
        split_indices=splits,
        ml_task=task,
        estimator_name_=type(learner).__name__,
        get_predictions=lambda *, data_source: said if data_source == "test" else None,
    )


def test_test_items_are_compared_one_by_one():
    reports = [held_out(each) for each in LEARNERS]
    verdict = compare_reports(*reports)
    said = [each.get_predictions(data_source="test") for each in reports]
    assert verdict.result == compare_predictions(Y[TEST], *said).result
    assert verdict.names == ("GaussianNB", "DecisionTreeClassifier")
    both = SimpleNamespace(reports_={"bayes": reports[0], "tree": reports[1]})
    assert compare_reports(both, metric="macro-f1").names == ("bayes", "tree")


def test_folds_are_compared_as_by_compare_learners():
    verdict = compare_reports(*(cross_validated(each, FOLDS) for each in LEARNERS))
    trained = compare_learners(*LEARNERS, X, Y, design=FOLDS)
    assert verdict.result.method == "items-folds-t"
    assert verdict.result.estimate == pytest.approx(trained.result.estimate, abs=1e-12)
    assert verdict.result.interval == pytest.approx(tuple(trained.result.interval), abs=1e-12)


def test_numbers_are_compared_by_their_squared_errors():
    data = load_diabetes(return_X_y=True)
    learners = LinearRegression(), DecisionTreeRegressor(random_state=0)
    made = [cross_validated(each, KFold(5), *data, task="regression") for each in learners]
    verdict = compare_reports(*made)
    assert (verdict.metric, verdict.decision) == ("squared-error", "a-better")
    assert compare_reports(*made, metric="absolute-error").decision == "a-better"


def test_what_cannot_be_compared():
    one, fold = held_out(LEARNERS[0]), cross_validated(LEARNERS[0], FOLDS)
    other = held_out(LEARNERS[1])
    other.y_test = other.y_test[::-1]
    shuffled = cross_validated(LEARNERS[0], ShuffleSplit(5, random_state=0))
    repeated = cross_validated(LEARNERS[0], RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0))
    for given, told in [
        ((one, other), "y_test differs"),
        ((one, 7), "a report is int; expected two EstimatorReports"),
        ((one,), "there is SimpleNamespace; expected two"),
        ((fold, repeated), "different data or splits"),
        ((repeated, repeated), "10 splits do not test each of 150 items once"),
        ((shuffled, shuffled), "5 splits do not test each of 150 items once"),
        ((one, held_out(LEARNERS[0], task="regression")), "one report is for regression"),
    ]:
        with pytest.raises(InputError, match=told):
            compare_reports(*given)
    with pytest.raises(InputError, match="metric is 'auc'; expected accuracy, error"):
        compare_reports(fold, fold, metric="auc")


@pytest.mark.filterwarnings("ignore")
def test_reports_of_skore_itself():
    skore = pytest.importorskip("skore", reason="skore is not installed; `make skore` tests it by itself")
    split = {"X_train": X[TRAIN], "X_test": X[TEST], "y_train": Y[TRAIN], "y_test": Y[TEST]}
    reports = [skore.EstimatorReport(clone(each), **split) for each in LEARNERS]
    same = compare_reports(*map(held_out, LEARNERS))
    found = compare_reports(*reports)
    assert (found.result, found.names) == (same.result, same.names)
    named = skore.ComparisonReport({"bayes": reports[0], "tree": reports[1]})
    assert compare_reports(named).result == same.result
    made = [skore.CrossValidationReport(clone(each), X, Y, splitter=FOLDS) for each in LEARNERS]
    told = compare_reports(*(cross_validated(each, FOLDS) for each in LEARNERS))
    assert compare_reports(*made).result == told.result
    assert compare_reports(skore.ComparisonReport(made)).result == told.result
