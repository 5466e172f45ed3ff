import math

import numpy as np
import pytest

from bakeoff.core.outcomes import ClusterKinds, PairedLabels, PairedScores
from bakeoff.methods._reference import CANCELLED, IDENTICAL, ONE_ITEM
from bakeoff.methods.jackknife import jackknife
from bakeoff.methods.paired_mean import paired_mean
from bakeoff.metrics import METRICS

ACCURACY, MCC, MACRO_F1 = (METRICS[key].compute for key in ("accuracy", "mcc", "macro-f1"))
TWO = {"level": 0.95, "alternative": "two-sided"}


@pytest.fixture
def items():
    rng = np.random.default_rng(4)
    cluster = np.repeat(np.arange(20), rng.integers(1, 12, 20))
    truth = rng.integers(0, 3, cluster.size)
    hard = rng.random(20)[cluster]
    a, b = (np.where(rng.random(cluster.size) < hard, truth, rng.integers(0, 3, cluster.size)) for _ in "ab")
    return np.column_stack([truth, a, b]), cluster


def labels_of(rows, metric, clusters=None, **more):
    cell = (rows[:, 0] * 3 + rows[:, 1]) * 3 + rows[:, 2]
    kinds = None
    if clusters is not None:
        pairs, count = np.unique(np.column_stack([clusters, cell]), axis=0, return_counts=True)
        repeats = np.ones(pairs[-1, 0] + 1, dtype=np.int64)
        kinds = ClusterKinds(kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=repeats)
    table = np.bincount(cell, minlength=27).reshape(3, 3, 3)
    return PairedLabels(table=table, labels=(0, 1, 2), metric=metric, clusters=kinds, **more)


def gap_of(rows, metric):
    table = labels_of(rows, metric).table
    return float(metric(table.sum(axis=2).T) - metric(table.sum(axis=1).T))


@pytest.mark.parametrize("metric", [MCC, MACRO_F1], ids=["mcc", "macro-f1"])
@pytest.mark.parametrize("grouped", [False, True], ids=["items", "clusters"])
def test_it_is_deleting_one_at_a_time(items, metric, grouped):
    rows, cluster = items
    groups = cluster if grouped else np.arange(len(rows))
    whole = gap_of(rows, metric)
    variance = sum(
        (1 - np.mean(groups == g)) * (gap_of(rows[groups != g], metric) - whole) ** 2 for g in set(groups)
    )
    result = jackknife(labels_of(rows, metric, cluster if grouped else None), **TWO)
    assert result.estimate == pytest.approx(whole, rel=1e-12)
    assert result.statistic == pytest.approx(whole / math.sqrt(variance), rel=1e-9)
    assert result.n == len(rows)


@pytest.mark.parametrize("grouped", [False, True], ids=["items", "uneven clusters"])
def test_for_accuracy_it_is_the_robust_error_of_the_mean(items, grouped):
    rows, cluster = items
    right = (rows[:, 1:] == rows[:, :1]).astype(float)
    scores = PairedScores(a=right[:, 0], b=right[:, 1], clusters=cluster if grouped else None)
    expected = paired_mean(scores, **TWO)
    result = jackknife(labels_of(rows, ACCURACY, cluster if grouped else None), **TWO)
    assert result.estimate == pytest.approx(expected.estimate, rel=1e-12)
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert result.df <= expected.df + 1e-9


def test_degrees_are_few_where_few_items_differ():
    # Two of 200 items differ: by hand, u is 0 but for these, and 2 V^2 / (sum u^4 - V^2 / n) is about 4.
    rows = np.zeros((200, 3), dtype=int)
    rows[:2, 1] = 1
    rows[100:] = 2
    assert jackknife(labels_of(rows, ACCURACY), **TWO).df == pytest.approx(4, rel=0.05)


def test_kinds_of_clusters_are_so_many_clusters(items):
    rows, cluster = items
    twice = np.concatenate([rows, rows]), np.concatenate([cluster, cluster + 20])
    apart = labels_of(*twice[:1], MCC, twice[1])
    once = labels_of(rows, MCC, cluster)
    kinds = ClusterKinds(
        kind=once.clusters.kind,
        cell=once.clusters.cell,
        count=once.clusters.count,
        repeats=2 * once.clusters.repeats,
    )
    together = PairedLabels(table=2 * once.table, labels=once.labels, metric=MCC, clusters=kinds)
    one, two = jackknife(apart, **TWO), jackknife(together, **TWO)
    assert two.statistic == pytest.approx(one.statistic, rel=1e-9)
    assert two.df == pytest.approx(one.df, rel=1e-9)


def test_limits_stay_within_the_span(items):
    rows, _ = items
    result = jackknife(labels_of(rows[:6], ACCURACY, span=0.2), level=0.999, alternative="two-sided")
    assert -0.2 <= result.interval.low <= result.interval.high <= 0.2


def test_one_item_has_a_defined_answer():
    result = jackknife(labels_of(np.array([[0, 0, 1]]), ACCURACY, span=1.0), **TWO)
    assert (result.estimate, result.p_value, result.degenerate) == (1, 1, True)
    assert (tuple(result.interval), result.notes) == ((-1, 1), (ONE_ITEM,))


def test_identical_and_cancelling_answers():
    same = np.array([[0, 0, 0], [1, 1, 1], [2, 0, 0]])
    assert jackknife(labels_of(same, ACCURACY), **TWO).notes == (IDENTICAL,)
    cancelled = labels_of(np.array([[0, 0, 1], [0, 1, 0]] * 4), ACCURACY, clusters=np.repeat(np.arange(4), 2))
    result = jackknife(cancelled, **TWO)
    assert (result.estimate, result.p_value) == (0, 1)
    rows = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]])
    assert jackknife(labels_of(rows, ACCURACY, clusters=np.array([0, 0, 1, 1])), **TWO).notes == (CANCELLED,)
