import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVR

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedItems, PairedLabels, PairedScores, RankedItems
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.outcomes import of_folds, of_items
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import Measure, measure_for
from bakeoff.experiment.stage import MAIN, Stage, split_by
from bakeoff.metrics import METRICS

ACCURACY = Measure(metric=METRICS["accuracy"])
SPLITS = RepeatedKFold(runs=2, folds=3).split(np.arange(20) % 2)


def test_scores_of_all_splits_keep_their_design():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    found = of_folds(a, b, SPLITS, ACCURACY, np.array([[0.1, 0.2]]))
    assert found.design == SPLITS.design
    assert np.array_equal(found.a, a.reshape(2, 3))
    assert np.array_equal(found.n_train, SPLITS.n_train)
    assert np.array_equal(found.n_test, SPLITS.n_test)
    assert found.halves.tolist() == [[0.1, 0.2]]


def test_a_loss_is_turned_round():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    loss = Measure(metric=METRICS["log-loss"])
    found = of_folds(a, b, SPLITS, loss, np.array([[0.1, 0.2]]))
    assert np.array_equal(found.differences.ravel(), b - a)
    assert found.halves.tolist() == [[-0.1, -0.2]]
    wrong = of_folds(a, b, SPLITS, Measure(metric=METRICS["error"]))
    assert wrong.differences.ravel() == pytest.approx(b - a)


def test_what_is_left_of_a_run_with_gaps_is_plain_splits():
    a, b = np.linspace(0.5, 1, 6), np.linspace(0.4, 0.6, 6)
    a[1], b[4] = np.nan, np.nan
    found = of_folds(a, b, SPLITS, ACCURACY, np.array([[0.1, 0.2]]))
    left = [0, 2, 3, 5]
    share = float(np.mean(SPLITS.n_test.ravel()[left] / 20))
    assert found.design == Resampling(splits=4, test=share)
    assert np.array_equal(found.a, a[None, left])
    assert np.array_equal(found.b, b[None, left])
    assert np.array_equal(found.n_train, SPLITS.n_train.ravel()[None, left])
    assert found.halves is None


@pytest.mark.parametrize("left", [0, 1])
def test_too_little_left(left):
    a = np.full(6, np.nan)
    a[:left] = 0.5
    with pytest.raises(InputError, match=f"only {left} of 6 splits were finished by both learners"):
        of_folds(a, np.full(6, 0.5), SPLITS, ACCURACY)


def finished(data, *estimators):
    named = tuple(Learner(name=name, estimator=each) for name, each in zip("ab", estimators, strict=True))
    run = Run(data=data, learners=named, rng=0)
    extend(run, [Stage(key=MAIN, splits=split_by(KFold(folds=4), data, 0))], Setup())
    return run


def built(run, metric, method="auto", positive=None):
    measure = measure_for(METRICS[metric], run.data, positive)
    return of_items(run, "a", "b", measure, method=method, positive=positive)


def by_item(run, estimator, X, y, what="predict"):
    """What a plain loop over the same splits says of each item."""
    said = np.full(len(y), np.nan)
    for train, test in run.stages[MAIN].splits:
        found = getattr(estimator.fit(X[train], y[train]), what)(X[test])
        said[test] = found[:, 1] if found.ndim == 2 else found
    return said


@pytest.fixture
def run(two):
    return finished(make_data(*two), GaussianNB(), LogisticRegression())


def test_right_and_wrong_are_counted_over_all_items(run, two):
    X, y = two
    a, b = (by_item(run, each, X, y) == y for each in (GaussianNB(), LogisticRegression()))
    assert built(run, "accuracy").outcomes == PairedItems(
        only_a=int(np.sum(a & ~b)), only_b=int(np.sum(b & ~a)), n=60, both_right=int(np.sum(a & b))
    )


def test_labels_for_any_label_metric(run):
    found = built(run, "mcc").outcomes
    assert isinstance(found, PairedLabels)
    assert found.table.sum() == 60
    assert isinstance(built(run, "accuracy", "bootstrap").outcomes, PairedLabels)
    assert built(run, "f1", positive=0).about == "class 0"


def test_ranks_for_areas_under_curves(run, two):
    X, y = two
    found = built(run, "auc")
    assert isinstance(found.outcomes, RankedItems)
    order = np.concatenate(run.stages[MAIN].splits.test)
    assert np.array_equal(found.outcomes.positive, y[order] == 1)
    expected = by_item(run, GaussianNB(), X, y, "predict_proba")[order]
    assert np.array_equal(found.outcomes.a, expected)
    assert found.about == "class 1"


def test_losses_item_by_item(run, two):
    X, y = two
    found = built(run, "brier").outcomes
    order = np.concatenate(run.stages[MAIN].splits.test)
    chances = by_item(run, LogisticRegression(), X, y, "predict_proba")
    assert found.b == pytest.approx(-((chances - y) ** 2)[order], abs=1e-14)


def test_squares_of_numbers(two):
    X, y = two[0], two[0][:, 0] * 2.0
    run = finished(make_data(X, y, kind="numbers"), SVR(), SVR(C=5))
    order = np.concatenate(run.stages[MAIN].splits.test)
    expected = -((by_item(run, SVR(), X, y) - y) ** 2)[order]
    assert built(run, "squared-error").outcomes.a == pytest.approx(expected, rel=1e-12)


def test_groups_are_clusters(two):
    groups = np.array([f"g{i}" for i in np.arange(60) // 3])
    run = finished(make_data(*two, groups=groups), GaussianNB(), LogisticRegression())
    for metric in ("accuracy", "log-loss"):
        found = built(run, metric).outcomes
        assert isinstance(found, PairedScores)
        assert found.n == 60
        items = np.ones(60) if found.counts is None else found.counts
        assert np.bincount(found.clusters, weights=items).tolist() == [3] * 20
    ranked = built(run, "auc").outcomes
    assert isinstance(ranked, RankedItems)
    assert np.bincount(ranked.clusters).tolist() == [3] * 20


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True], [-1, 1], [0.0, 1.0], [-3, -2]])
def test_labels_of_every_type(two, labels):
    y = np.array(labels)[two[1]]
    first = built(finished(make_data(*two), GaussianNB(), LogisticRegression()), "mcc").outcomes
    second = built(finished(make_data(two[0], y), GaussianNB(), LogisticRegression()), "mcc").outcomes
    assert np.array_equal(first.table, second.table)
    assert list(second.labels) == labels
