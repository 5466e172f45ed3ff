import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import (
    balanced_accuracy_score,
    cohen_kappa_score,
    f1_score,
    make_scorer,
    matthews_corrcoef,
    precision_score,
    recall_score,
)
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVR
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import (
    Measure,
    UndefinedScoreError,
    cell_score,
    measure_for,
    split_scores,
    truth_of,
)
from bakeoff.experiment.stage import MAIN, Stage, permuted, split_by
from bakeoff.metrics import METRICS

DESIGN = RepeatedKFold(runs=2, folds=4)


def finished(data, *estimators, design=DESIGN, parts=()):
    named = tuple(Learner(name="ab"[i], estimator=each) for i, each in enumerate(estimators))
    run = Run(data=data, learners=named, rng=0)
    extend(run, [Stage(key=MAIN, splits=split_by(design, data, 0)), *parts], Setup())
    return run


def scores(run, metric, positive=None, part=MAIN, learner="a"):
    return split_scores(run, learner, part, measure_for(metric, run.data, positive))


def by_fold(run, metric, positive=None):
    """The metric of each fold by itself."""
    measure = measure_for(metric, run.data, positive)
    return np.array([cell_score(run, "a", MAIN, at, measure) for at in range(len(run.splits))])


def theirs(run, X, y, **scorings):
    """What scikit-learn makes of the same splits, trained once for all scores."""
    cv, estimator = list(run.splits), run.learners[0].estimator
    with threadpool_limits(limits=1):
        found = cross_validate(estimator, X, y, cv=cv, scoring=scorings)
    return {name: found[f"test_{name}"] for name in scorings}


LEARNERS = [LogisticRegression(), GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)]
BINARY = {
    "accuracy": "accuracy",
    "balanced-accuracy": "balanced_accuracy",
    "f1": make_scorer(f1_score, pos_label=1),
    "precision": make_scorer(precision_score, pos_label=1),
    "recall": make_scorer(recall_score, pos_label=1),
    "specificity": make_scorer(recall_score, pos_label=0),
    "macro-f1": "f1_macro",
    "micro-f1": "f1_micro",
    "mcc": "matthews_corrcoef",
    "kappa": make_scorer(cohen_kappa_score),
    "auc": "roc_auc",
}
LOSSES = {"log-loss": "neg_log_loss", "brier": "neg_brier_score"}


def minus_brier_of_several(fitted, X, y):
    """What "neg_brier_score" is for more than two classes from scikit-learn 1.7 on; before it has none."""
    gaps = fitted.predict_proba(X) - (y[:, None] == fitted.classes_)
    return -np.square(gaps).sum(axis=1).mean()


@pytest.mark.parametrize("learner", LEARNERS[:2], ids=repr)
@pytest.mark.slow
def test_scores_of_two_classes_are_those_of_scikit_learn(two, learner):
    run = finished(make_data(*two), learner)
    expected = theirs(run, *two, **BINARY, **LOSSES)
    for metric in BINARY:
        assert by_fold(run, metric) == pytest.approx(expected[metric], abs=1e-12), metric
    for metric in ("accuracy", "auc"):
        assert np.array_equal(scores(run, metric), by_fold(run, metric))
    for metric in LOSSES:
        assert -scores(run, metric) == pytest.approx(expected[metric], rel=1e-9), metric
    assert scores(run, "error") == pytest.approx(1 - expected["accuracy"], abs=1e-12)


def test_the_other_class_may_be_the_positive_one(two):
    run = finished(make_data(*two), GaussianNB())
    expected = theirs(run, *two, f1=make_scorer(f1_score, pos_label=0))["f1"]
    assert by_fold(run, "f1", positive=0) == pytest.approx(expected, abs=1e-12)
    assert scores(run, "auc", positive=0) == pytest.approx(scores(run, "auc"), abs=1e-12)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.slow
def test_scores_of_three_classes_are_those_of_scikit_learn(learner):
    X, y = load_iris(return_X_y=True)
    X, y = X[::2, :2], np.array(["setosa", "versicolor", "virginica"])[y[::2]]
    run = finished(make_data(X, y), learner)
    names = ("accuracy", "balanced-accuracy", "macro-f1", "micro-f1", "mcc", "kappa")
    f1 = make_scorer(f1_score, labels=["virginica"], average="macro", pos_label=None)
    losses = LOSSES | {"brier": minus_brier_of_several}
    expected = theirs(run, X, y, f1=f1, **{name: BINARY[name] for name in names}, **losses)
    for metric in names:
        assert by_fold(run, metric) == pytest.approx(expected[metric], abs=1e-12), metric
    assert by_fold(run, "f1", positive="virginica") == pytest.approx(expected["f1"], abs=1e-12)
    assert -scores(run, "brier") == pytest.approx(expected["brier"], rel=1e-9)
    if not isinstance(learner, DecisionTreeClassifier):  # whose zeros are clipped elsewhere
        assert -scores(run, "log-loss") == pytest.approx(expected["log-loss"], rel=1e-9)


def test_decision_values_rank_as_scikit_learn_ranks_them(two):
    run = finished(make_data(*two), RidgeClassifier())
    expected = theirs(run, *two, auc="roc_auc")["auc"]
    assert scores(run, "auc") == pytest.approx(expected, abs=1e-12)
    assert scores(run, "auc", positive=0) == pytest.approx(expected, abs=1e-12)


def test_scores_of_numbers_are_those_of_scikit_learn(two):
    X, y = two[0], two[0][:, 0] ** 2 + two[0][:, 1]
    run = finished(make_data(X, y, kind="numbers"), SVR())
    expected = theirs(run, X, y, mse="neg_mean_squared_error")["mse"]
    assert -scores(run, "squared-error") == pytest.approx(expected, rel=1e-12)


def test_the_loss_of_a_class_that_was_never_seen_is_that_of_probability_zero(two):
    X, y = two[0], np.array(["b", "c"] * 30)
    y[:10] = "a"
    splits = [(np.arange(20, 60), np.arange(20))]
    run = finished(make_data(X, y), GaussianNB(), design=splits)
    measure = measure_for("log-loss", run.data, None)
    assert cell_score(run, "a", MAIN, 0, measure) > 0.5 * 36.04
    plain = GaussianNB().fit(X[20:], y[20:]).predict_proba(X[10:20])
    others = -np.log(plain[np.arange(10), (y[10:20] == "c").astype(int)])
    expected = (10 * -np.log(np.finfo(np.float64).eps) + others.sum()) / 20
    assert cell_score(run, "a", MAIN, 0, measure) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("auc", "auc needs probabilities or decision values, which a does not provide"),
        ("log-loss", "log-loss needs probabilities, which a does not provide"),
        ("brier", "brier needs probabilities, which a does not provide"),
    ],
)
def test_learners_without_scores_are_told_what_they_lack(two, learners, metric, words):
    run = finished(make_data(*two), learners.Majority())
    with pytest.raises(InputError, match=words):
        scores(run, metric)


def test_decision_values_are_no_probabilities(two):
    run = finished(make_data(*two), RidgeClassifier())
    with pytest.raises(
        InputError, match="brier needs probabilities, which a does not provide; set probability=True"
    ):
        scores(run, "brier")


POOLED = {
    "f1": f1_score,
    "precision": precision_score,
    "recall": recall_score,
    "kappa": cohen_kappa_score,
    "mcc": matthews_corrcoef,
    "balanced-accuracy": balanced_accuracy_score,
    "macro-f1": lambda truth, said: f1_score(truth, said, average="macro"),
}


@pytest.mark.parametrize("metric", POOLED)
def test_a_metric_of_labels_is_that_of_all_folds_together(two, metric):
    run = finished(make_data(*two), GaussianNB())
    truth = np.concatenate([truth_of(run.data, run.stages[MAIN], at) for at in range(8)])
    said = np.concatenate([run.cell("a", MAIN, at).predicted for at in range(8)])
    # All folds have as many items, so that the mean over folds is the mean over items.
    assert scores(run, metric).mean() == pytest.approx(POOLED[metric](truth, said), abs=1e-12)


def test_splits_of_a_resampling_have_a_metric_each(two):
    run = finished(make_data(*two), GaussianNB(), design=Resampling(splits=3))
    assert np.array_equal(scores(run, "f1"), by_fold(run, "f1"))


class Seldom(ClassifierMixin, BaseEstimator):
    """Predict 1 where the first attribute is ``mark``, and 0 elsewhere."""

    def __init__(self, mark=np.inf):
        self.mark = mark

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (X[:, 0] == self.mark).astype(int)


def test_a_metric_that_is_undefined_on_all_folds_says_why(two):
    run = finished(make_data(*two), Seldom())
    words = (
        r"precision of a is undefined \(0/0\) on all folds of main together, where it predicts 0 only; use a "
        r"metric that"
    )
    with pytest.raises(UndefinedScoreError, match=words):
        scores(run, "precision")


@pytest.mark.parametrize("metric", ["precision", "mcc"])
def test_a_fold_where_a_metric_is_undefined_is_part_of_all(two, metric):
    X, y = two
    found = int(np.flatnonzero(y == 1)[0])
    run = finished(make_data(X, y), Seldom(mark=X[found, 0]))
    expected = POOLED[metric](y, np.arange(60) == found)
    assert scores(run, metric).mean() == pytest.approx(expected, abs=1e-12)
    with pytest.raises(
        UndefinedScoreError, match=rf"{metric} of a is undefined \(0/0\) on split \d of main \(15 test"
    ):
        by_fold(run, metric)


def test_a_ranking_of_one_class_says_where(two):
    X, y = two
    run = finished(make_data(X, y), GaussianNB(), design=KFold(folds=4, stratified=False))
    run.data.codes[run.stages[MAIN].test(2)] = 0
    with pytest.raises(
        UndefinedScoreError, match=r"auc of a is undefined \(0/0\) on split 3 of main \(15 test items\)"
    ):
        scores(run, "auc")


def test_cells_that_failed_have_no_score(two, learners):
    run = finished(make_data(*two), learners.Failing(two[0][0, 0]), GaussianNB())
    found = scores(run, "accuracy")
    failed = [at for at in range(8) if 0 in run.stages[MAIN].test(at)]
    assert np.flatnonzero(np.isnan(found)).tolist() == failed
    assert len(failed) == 2


def test_permuted_labels_are_the_truth_of_their_part(two):
    data = make_data(*two)
    part = permuted(data, KFold(folds=4), 0, rng=0)
    run = finished(data, GaussianNB(), parts=[part])
    assert np.array_equal(truth_of(data, part, 1), data.y[part.order][part.test(1)])
    labels, expected = data.y[part.order], []
    for train, test in part.splits:
        model = GaussianNB().fit(data.X[train], labels[train])
        expected.append(model.score(data.X[test], labels[test]))
    assert scores(run, "accuracy", part="permuted 1") == pytest.approx(expected, abs=1e-12)


def test_the_class_that_a_metric_speaks_of(two):
    data = make_data(*two)
    assert measure_for("f1", data, None).place == 1
    assert measure_for("f1", data, 0).place == 0
    assert measure_for("accuracy", data, 0) == Measure(metric=METRICS["accuracy"])
    with pytest.raises(UnknownNameError, match="no class is called 'yes'"):
        measure_for("auc", data, "yes")
    three = make_data(two[0], np.arange(60) % 3)
    with pytest.raises(InputError, match="needs one positive class, but there are 3 classes"):
        measure_for("f1", three, None)


def test_metrics_of_the_other_kind_of_data(two):
    classes, numbers = make_data(*two), make_data(two[0], two[0][:, 0], kind="numbers")
    with pytest.raises(
        InputError, match="squared-error cannot be used, because the learners predict classes; use acc"
    ):
        measure_for("squared-error", classes, None)
    with pytest.raises(
        InputError, match="accuracy cannot be used, because the learners predict numbers; use squared"
    ):
        measure_for("accuracy", numbers, None)


def test_one_class_is_nothing_to_compare_on():
    data = make_data(np.zeros((6, 1)), ["p"] * 6)
    with pytest.raises(InputError, match="every item belongs to class 'p'; expected at least two classes"):
        measure_for("accuracy", data, None)
