"""The mean ROC curves of two learners over the folds of an experiment by AUC."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from tests.unit.experiment.test_verdict_items import Sure

import bakeoff
from bakeoff.designs import Holdout, KFold, LeaveOneOut, RepeatedKFold

LOGISTIC, BAYES = LogisticRegression(), GaussianNB()


@pytest.fixture(scope="module")
def data():
    return make_classification(n_samples=120, n_features=5, flip_y=0.2, random_state=1)


def curves(data, design, metric="auc", a=LOGISTIC, **more):
    X, y = data
    return bakeoff.compare_learners(a, BAYES, X, y, design=design, metric=metric, **more).evidence.curves


def test_they_are_those_of_roc_average_over_the_folds(data):
    X, y = data
    design, roc = RepeatedKFold(runs=2, folds=5), bakeoff.roc
    by_fold = [
        roc(y[test], LOGISTIC.fit(np.delete(X, test, 0), np.delete(y, test)).predict_proba(X[test])[:, 1])
        for test in design.split(X, y).test
    ]
    mean, (a, b) = bakeoff.roc_average(by_fold, test_to_train=1 / 4), curves(data, design)
    np.testing.assert_array_equal(a.x, mean.false_alarm)
    for ours, theirs in ((a.y, mean.sensitivity), (a.low, mean.low), (a.high, mean.high)):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    assert (a.of, b.of, a.finest) == (10, 10, mean.finest)
    assert not np.array_equal(a.y, b.y)


def test_their_level_is_that_of_the_verdict(data):
    (wide, _), (narrow, _) = (curves(data, KFold(folds=5), alpha=alpha) for alpha in (0.01, 0.2))
    inside = (narrow.low > 0) & (narrow.high < 1)
    assert inside.any()
    assert np.all((wide.high - wide.low)[inside] > (narrow.high - narrow.low)[inside])


@pytest.mark.slow
def test_there_are_none_of_other_metrics_and_designs(data):
    assert curves(data, KFold(folds=5), metric="accuracy") is None
    single, _ = curves(data, Holdout())
    assert single.low is None  # the curve of one test set, without a band
    assert curves(data, LeaveOneOut(), metric="log-loss") is None


def test_a_curve_without_spread_is_drawn_without_width(data):
    a, _ = curves(data, KFold(folds=5), a=Sure())
    np.testing.assert_allclose(a.low, a.high, atol=1e-12)
