"""Learners of numbers, and scores of several classes, by every metric of them."""

import numpy as np
import pytest
from sklearn import metrics as theirs
from sklearn.base import clone
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS

RNG = np.random.default_rng(3)
X = RNG.normal(size=(60, 2))
Y = X[:, 0] + 0.3 * RNG.normal(size=60)
CLASSES = np.digitize(X[:, 0] + 0.3 * RNG.normal(size=60), [-0.5, 0.5])
FOLDS = bakeoff.KFold(folds=5)
OF_NUMBERS = {
    "rmse": theirs.root_mean_squared_error,
    "r2": theirs.r2_score,
    "median-absolute-error": theirs.median_absolute_error,
    "absolute-error": theirs.mean_absolute_error,
    "pinball:0.9": lambda t, p: theirs.mean_pinball_loss(t, p, alpha=0.9),
}


def pooled(learner, splits):
    """What a learner predicts for each item in the fold that tests it."""
    said = np.empty(60)
    for test in splits:
        train = np.setdiff1d(np.arange(60), test)
        said[test] = clone(learner).fit(X[train], Y[train]).predict(X[test])
    return said


@pytest.mark.slow
@pytest.mark.parametrize("key", OF_NUMBERS)
def test_folds_are_taken_together(key):
    line, mean = LinearRegression(), DummyRegressor()
    verdict = bakeoff.compare_learners(line, mean, X, Y, metric=key, design=FOLDS)
    splits = bakeoff.KFold(folds=5, stratified=False).split(60, rng=0).test
    expected = [OF_NUMBERS[key](Y, pooled(each, splits)) for each in (line, mean)]
    assert verdict.values == pytest.approx(expected)
    sign = METRICS[key].sign
    assert verdict.result.estimate == pytest.approx(sign * (expected[0] - expected[1]))
    assert verdict.result.method == "items-folds-t"
    assert (verdict.result.p_value <= 0.05) == (verdict.result.interval.low > 0)


@pytest.mark.slow
def test_a_holdout_and_methods_of_items():
    asked = {"metric": "rmse", "design": bakeoff.Holdout(test=0.5)}
    verdict = bakeoff.compare_learners(LinearRegression(), DummyRegressor(), X, Y, **asked)
    assert verdict.result.method == "skewed-t"
    by_items = {"metric": "neg_root_mean_squared_error", "design": FOLDS, "method": "skewed-t"}
    assert bakeoff.compare_learners(LinearRegression(), DummyRegressor(), X, Y, **by_items).metric == "rmse"


@pytest.mark.parametrize("key", ["auc-ovr", "top-k-accuracy", "roc_auc_ovr"])
def test_scores_of_several_classes(key):
    learners = GaussianNB(), KNeighborsClassifier()
    verdict = bakeoff.compare_learners(*learners, X, CLASSES, metric=key, design=FOLDS)
    assert verdict.result.method == "items-folds-t"
    assert 0.5 < min(verdict.values) <= max(verdict.values) <= 1


def test_a_fold_without_a_class_is_told_before_training():
    rare = np.append(CLASSES[:-1] % 2, 2)
    with pytest.raises(InputError, match=r"auc-ovr is undefined on split 1 of .*: none of its"):
        bakeoff.compare_learners(
            GaussianNB(),
            KNeighborsClassifier(),
            X,
            rare,
            metric="auc-ovr",
            design=bakeoff.KFold(folds=5, stratified=False),
        )


def test_metrics_that_do_not_fit():
    with pytest.raises(InputError, match="r2 cannot be used, because the learners predict classes"):
        bakeoff.compare_learners(GaussianNB(), KNeighborsClassifier(), X, CLASSES, metric="r2")
    with pytest.raises(InputError, match="use squared-error or r2"):
        bakeoff.compare_learners(LinearRegression(), DummyRegressor(), X, Y, metric="auc")
