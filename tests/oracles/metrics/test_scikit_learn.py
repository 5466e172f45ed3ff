"""Agreement with scikit-learn on random data, wherever it has the same metric."""

import numpy as np
import pytest
from sklearn import metrics as theirs
from tests.looping import in_one_test

from bakeoff.compare.measure import confusion, measure
from bakeoff.metrics import METRICS
from bakeoff.metrics._roc import roc

NAMES = {
    "strings": np.array(["ash", "birch", "cedar", "date"]),
    "integers": np.array([3, -1, 7, 40]),
    "booleans": np.array([False, True]),
}

LABEL_METRICS = {
    "accuracy": theirs.accuracy_score,
    "balanced-accuracy": theirs.balanced_accuracy_score,
    "error": theirs.zero_one_loss,
    "kappa": theirs.cohen_kappa_score,
    "mcc": theirs.matthews_corrcoef,
    "precision": lambda t, p: theirs.precision_score(t, p, average=None),
    "recall": lambda t, p: theirs.recall_score(t, p, average=None),
    "f1": lambda t, p: theirs.f1_score(t, p, average=None),
    "macro-precision": lambda t, p: theirs.precision_score(t, p, average="macro"),
    "macro-recall": lambda t, p: theirs.recall_score(t, p, average="macro"),
    "macro-f1": lambda t, p: theirs.f1_score(t, p, average="macro"),
    "micro-precision": lambda t, p: theirs.precision_score(t, p, average="micro"),
    "micro-recall": lambda t, p: theirs.recall_score(t, p, average="micro"),
    "micro-f1": lambda t, p: theirs.f1_score(t, p, average="micro"),
    "weighted-precision": lambda t, p: theirs.precision_score(t, p, average="weighted"),
    "weighted-f1": lambda t, p: theirs.f1_score(t, p, average="weighted"),
}
# With weights of the items, so that the influence of one can be had by brute force.
NUMBER_METRICS = {
    "squared-error": theirs.mean_squared_error,
    "mape": theirs.mean_absolute_percentage_error,
    "absolute-error": theirs.mean_absolute_error,
    "rmse": theirs.root_mean_squared_error,
    "r2": theirs.r2_score,
    "median-absolute-error": theirs.median_absolute_error,
    "pinball:0.5": theirs.mean_pinball_loss,
    "pinball:0.9": lambda t, p, **w: theirs.mean_pinball_loss(t, p, alpha=0.9, **w),
}


def draw(kind, seed, n=97):
    rng = np.random.default_rng(seed)
    names = NAMES[kind]
    truth = rng.integers(len(names), size=n)
    predicted = np.where(rng.random(n) < 0.4, truth, rng.integers(len(names), size=n))
    return names[truth], names[predicted]


@in_one_test("seed", [1, 2])
@in_one_test("kind", NAMES)
@in_one_test("key", LABEL_METRICS)
def test_label_metrics(key, kind, seed):
    truth, predicted = draw(kind, seed)
    value = METRICS[key].compute(confusion(truth, predicted).matrix)
    np.testing.assert_allclose(value, LABEL_METRICS[key](truth, predicted), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kind", NAMES)
def test_confusion_is_the_transpose_of_theirs(kind):
    truth, predicted = draw(kind, 3)
    matrix, labels = confusion(truth, predicted)
    assert matrix.T.tolist() == theirs.confusion_matrix(truth, predicted, labels=list(labels)).tolist()


@pytest.mark.parametrize("average", ["precision", "recall", "f1"])
def test_zero_for_undefined_is_their_zero_division(average):
    truth, predicted = list("aabbbd"), list("aabbcc")
    table = measure(truth, predicted, undefined="zero")
    score = getattr(theirs, f"{average}_score")
    expected = score(truth, predicted, average=None, zero_division=0.0)
    np.testing.assert_allclose(table.per_class[average], expected, rtol=1e-12)
    expected = score(truth, predicted, average="macro", zero_division=0.0)
    assert table.overall[f"macro-{average}"] == pytest.approx(expected, rel=1e-12)


def test_exclude_is_their_nan_division():
    truth, predicted = list("aabbbd"), list("aabbcc")
    table = measure(truth, predicted, undefined="exclude")
    expected = theirs.precision_score(truth, predicted, average="macro", zero_division=np.nan)
    assert table.overall["macro-precision"] == pytest.approx(expected, rel=1e-12)


def test_balanced_accuracy_of_a_class_only_predicted():
    truth, predicted = list("aabbb"), list("aabbb")[::-1]
    by_them = theirs.balanced_accuracy_score(truth, predicted)
    matrix = confusion(truth, predicted, labels=("a", "b", "c")).matrix
    assert METRICS["balanced-accuracy"].compute(matrix) == pytest.approx(by_them, rel=1e-12)


@pytest.mark.parametrize("digits", [0, 1, 9])
def test_ranking(digits):
    rng = np.random.default_rng(digits)
    positive = rng.random(200) < 0.3
    score = np.round(rng.normal(size=200) + positive, digits)
    assert METRICS["auc"].compute(positive, score) == pytest.approx(
        theirs.roc_auc_score(positive, score), rel=1e-12
    )
    false_alarm, sensitivity, _ = theirs.roc_curve(positive, score, drop_intermediate=False)
    curve = roc(positive, score)
    np.testing.assert_allclose(curve.false_alarm, false_alarm, rtol=1e-12)
    np.testing.assert_allclose(curve.sensitivity, sensitivity, rtol=1e-12)


def test_probabilities_of_two_classes():
    rng = np.random.default_rng(5)
    truth, p = rng.random(80) < 0.4, rng.random(80)
    assert METRICS["log-loss"].compute(truth, p).mean() == pytest.approx(theirs.log_loss(truth, p), rel=1e-12)
    assert METRICS["brier"].compute(truth, p).mean() == pytest.approx(
        theirs.brier_score_loss(truth, p), rel=1e-12
    )


def test_probabilities_of_several_classes():
    rng = np.random.default_rng(6)
    truth, p = rng.integers(4, size=80), rng.dirichlet(np.ones(4), size=80)
    assert METRICS["log-loss"].compute(truth, p).mean() == pytest.approx(theirs.log_loss(truth, p), rel=1e-12)
    by_them = 4 * theirs.mean_squared_error(np.eye(4)[truth], p)  # theirs is a mean over the classes too
    assert METRICS["brier"].compute(truth, p).mean() == pytest.approx(by_them, rel=1e-12)


def test_squared_error():
    rng = np.random.default_rng(7)
    truth, guess = rng.normal(size=(2, 50))
    by_them = theirs.mean_squared_error(truth, guess)
    assert METRICS["squared-error"].compute(truth, guess).mean() == pytest.approx(by_them, rel=1e-12)


@in_one_test("key", NUMBER_METRICS)
def test_metrics_of_numbers(key):
    rng = np.random.default_rng(1)
    truth = rng.normal(size=60)
    said = truth + rng.standard_t(3, 60)
    values = METRICS[key].compute(truth, said)
    np.testing.assert_allclose(values.mean(), NUMBER_METRICS[key](truth, said), rtol=1e-12)
    if METRICS[key].kind == "whole" and key != "median-absolute-error":
        np.testing.assert_allclose(
            values, brute_force(NUMBER_METRICS[key], truth, said), rtol=1e-6, atol=1e-7
        )


def brute_force(metric, truth, said):
    """The metric, and what it gains from a little more weight of each item."""
    steps, n = np.eye(len(truth)) * 1e-5, len(truth)
    moved = [[metric(truth, said, sample_weight=1 + sign * step) for step in steps] for sign in (1, -1)]
    return metric(truth, said) + n * np.subtract(*moved) / 2e-5


@pytest.mark.parametrize("classes", [3, 6])
def test_scores_of_several_classes(classes):
    rng = np.random.default_rng(classes)
    truth = np.append(np.arange(classes), rng.integers(classes, size=80))
    scores = np.round(rng.random((truth.size, classes)) + np.eye(classes)[truth] / 3, 2)  # with ties
    scores /= scores.sum(axis=1, keepdims=True)
    area = theirs.roc_auc_score(truth, scores, multi_class="ovr")
    np.testing.assert_allclose(METRICS["auc-ovr"].compute(truth, scores).mean(), area, rtol=1e-12)
    untied = scores + 1e-9 * rng.random(scores.shape)
    for k in range(1, classes):
        top = theirs.top_k_accuracy_score(truth, untied, k=k)
        assert METRICS[f"top-k-accuracy:{k}"].compute(truth, untied).mean() == top
