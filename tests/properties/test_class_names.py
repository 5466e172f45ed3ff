"""Names of classes, and so their order, change no number, nor do those of clusters or the order of rows."""

import numpy as np
import pytest

import bakeoff

METRICS = ["accuracy", "macro-f1", "kappa", "mcc", "balanced-accuracy", "weighted-f1", "micro-f1"]
NAMES = [["a", "b", "c"], ["c", "a", "b"], ["z", "y", "x"], [10, 9, 2]]


def world(seed, classes=3, n=120, models=3):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    shares = np.linspace(0.8, 0.6, models)
    answers = [np.where(rng.random(n) < p, truth, rng.integers(0, classes, n)) for p in shares]
    return truth, answers, rng.integers(0, 15, n)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("clustered", [False, True], ids=["items", "clusters"])
def test_rankings_are_the_same_whatever_the_classes_are_called(metric, clustered):
    truth, answers, clusters = world(1)
    found = set()
    for names in map(np.array, NAMES):
        ranking = bakeoff.rank_predictions(
            names[truth],
            {f"m{at}": names[each] for at, each in enumerate(answers)},
            metric=metric,
            clusters=clusters if clustered else None,
            resamples=300,
        )
        found.add(repr((ranking.models, ranking.pairs, ranking.best, ranking.critical)))
    assert len(found) == 1


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("method", ["auto", "bootstrap", "permutation", "jackknife"])
@pytest.mark.parametrize("clustered", [False, True], ids=["items", "clusters"])
def test_verdicts_are_the_same_whatever_the_classes_are_called(metric, method, clustered):
    truth, (a, b, _), clusters = world(2)
    found, turned = set(), set()
    for names in map(np.array, NAMES):
        asked = {"metric": metric, "clusters": clusters if clustered else None, "method": method}
        result = bakeoff.compare_predictions(names[truth], names[a], names[b], resamples=300, **asked).result
        found.add((result.estimate, result.p_value, result.interval))
        result = bakeoff.compare_predictions(names[truth], names[b], names[a], resamples=300, **asked).result
        turned.add((-result.estimate, result.p_value, (-result.interval.high, -result.interval.low)))
    assert len(found) == 1
    assert turned == found


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "mcc"])
@pytest.mark.parametrize("clustered", [False, True], ids=["items", "clusters"])
def test_rankings_do_not_depend_on_any_order(metric, clustered):
    truth, answers, clusters = world(3)
    rng = np.random.default_rng(4)
    found = set()
    for at in range(4):
        rows = rng.permutation(len(truth)) if at else np.arange(len(truth))
        groups = rng.permutation(100)[clusters] if at > 1 else clusters
        order = [0, 1, 2] if at < 3 else [2, 0, 1]
        ranking = bakeoff.rank_predictions(
            truth[rows],
            {f"m{one}": answers[one][rows] for one in order},
            metric=metric,
            clusters=groups[rows] if clustered else None,
            resamples=300,
        )
        found.add(repr((ranking.models, ranking.pairs, ranking.best, ranking.critical)))
    assert len(found) == 1
