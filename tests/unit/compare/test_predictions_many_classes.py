"""Many classes: counts by class and sparse tables give the same verdict as matrices and tables in full."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import f1_score

from bakeoff import compare_predictions, rank_predictions
from bakeoff.judge import own_values
from bakeoff.methods import _label_kinds, _restricted
from bakeoff.methods.many import _labels
from bakeoff.metrics import METRICS

KEYS = ("macro-f1", "weighted-f1", "kappa", "mcc", "balanced-accuracy", "macro-mcc", "micro-f1")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch):
    """Matrices of as many classes as there really must be take minutes."""
    monkeypatch.setattr(_label_kinds, "MOST_CLASSES", 5)
    monkeypatch.setattr(_restricted, "MOST_CLASSES", 5)
    monkeypatch.setattr(own_values, "MOST_CLASSES", 5)
    monkeypatch.setattr(_labels, "MANY", 5)


def columns(classes=7, n=120):
    draws = np.random.default_rng(classes)
    truth = draws.permutation(np.arange(n) % classes)
    a, b = (np.where(draws.random(n) < p, truth, draws.integers(0, classes, n)) for p in (0.8, 0.6))
    return truth, a, b


def told(verdict):
    found = [verdict.decision, verdict.result, verdict.values]
    return found, [end for each in verdict.value_intervals for end in each]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("clusters", [None, np.arange(120) // 3], ids=["items", "clusters"])
def test_counts_by_class_say_what_matrices_do(key, clusters):
    by_counts = compare_predictions(*columns(), metric=key, clusters=clusters)
    of_matrices = replace(METRICS[key], of_counts=False)
    by_matrices = compare_predictions(*columns(), metric=of_matrices, clusters=clusters)
    assert told(by_counts)[0] == told(by_matrices)[0]
    # slopes from differences of values keep some ten digits
    assert told(by_counts)[1] == pytest.approx(told(by_matrices)[1], abs=1e-9)


@pytest.mark.parametrize("method", ["score-t", "bootstrap", "permutation", "jackknife"])
@pytest.mark.parametrize("clusters", [None, np.arange(120) // 3], ids=["items", "clusters"])
def test_a_sparse_table_says_what_one_in_full_does(method, clusters, monkeypatch):
    asked = {"metric": "macro-f1", "method": method, "clusters": clusters, "resamples": 100}
    full = compare_predictions(*columns(), **asked)
    monkeypatch.setattr("bakeoff.judge.material.MOST_CELLS", 1)
    sparse = compare_predictions(*columns(), **asked)
    assert sparse.result.estimate == full.result.estimate
    if method in ("score-t", "jackknife"):
        assert told(sparse) == told(full)
    else:  # which model faces which way, and so what is drawn, is told by other bytes
        assert sparse.result.p_value == pytest.approx(full.result.p_value, abs=0.2)


@pytest.mark.parametrize("key", sorted(each.key for each in METRICS if each.kind == "labels"))
def test_every_metric_takes_counts_by_class(key):
    truth, a, b = columns()
    asked = {"positive": 3} if METRICS[key].per_class else {}
    assert compare_predictions(truth, a, b, metric=key, method="score-t", **asked).result.method == "score-t"


@pytest.mark.slow
def test_a_thousand_classes_are_answered():
    truth, a, b = columns(classes=1000, n=5000)
    verdict = compare_predictions(truth, a, b, metric="macro-f1")
    assert verdict.decision == "a-better"
    assert verdict.values == pytest.approx([f1_score(truth, each, average="macro") for each in (a, b)])


def test_a_ranking_by_counts_says_what_one_by_matrices_does():
    truth, a, b = columns()
    answers = {"a": a, "b": b}
    by_counts = rank_predictions(truth, answers, metric="macro-f1", resamples=100)
    of_matrices = replace(METRICS["macro-f1"], of_counts=False)
    by_matrices = rank_predictions(truth, answers, metric=of_matrices, resamples=100)
    assert str(by_counts) == str(by_matrices)
