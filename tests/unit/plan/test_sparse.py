"""The bound for few differing items."""

import math

import numpy as np
import pytest

from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.panel import counted
from bakeoff.judge.material import counted_outcomes
from bakeoff.methods.score_t import score_t
from bakeoff.metrics import METRICS
from bakeoff.plan.paired_gate import tango_p
from bakeoff.plan.sparse import Sparse, sparse_of


def scores(new, old, **more):
    return PairedScores(a=np.array(new, dtype=float), b=np.array(old, dtype=float), **more)


def test_right_and_wrong_answers_are_tangos_counts():
    found = sparse_of(scores([1, 1, 0, 1, 0], [1, 0, 1, 1, 1], span=1.0))
    assert found == Sparse(wins=1.0, losses=2.0, items=5.0, size=1.0)
    assert found.p_value(0.1) == tango_p(1, 2, 5, -0.1)
    assert found.turned == Sparse(wins=2.0, losses=1.0, items=5.0, size=1.0)


def test_the_size_keeps_the_variance():
    x = np.array([0.0, 0.2, -0.5, 0.1, 0.0])
    found = sparse_of(scores(x, np.zeros(5)))
    assert found.size**2 * (found.wins + found.losses) == pytest.approx(np.sum(x**2))
    assert found.size * (found.wins - found.losses) == pytest.approx(x.sum())


def test_units_do_not_matter():
    rng = np.random.default_rng(3)
    new, old = rng.random((2, 40))
    one, ten = (sparse_of(scores(k * new, k * old)) for k in (1, 10))
    assert 10 * one.bound(0.025, 0.05) == pytest.approx(ten.bound(0.025, 0.5))
    assert one.p_value(0.05) == pytest.approx(ten.p_value(0.5))


def test_items_that_differ_together_count_less():
    new, old = [0, 0, 0, 1, 1, 1, 1, 1, 1], [1] * 9
    apart, together = [0, 1, 2, 0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1, 2, 2, 2]
    found = [sparse_of(scores(new, old, clusters=np.array(each), span=1.0)) for each in (apart, together)]
    assert found[0].items > found[1].items == pytest.approx(9 / 3)


@pytest.mark.parametrize(("clusters", "units"), [(None, 6), ([0, 0, 0, 1, 1, 1], 2)])
def test_where_nothing_differs_units_count(clusters, units):
    given = {} if clusters is None else {"clusters": np.array(clusters)}
    same = [0.1, 0.4, 0.2, 0.9, 0.3, 0.5]
    assert sparse_of(scores(same, same, span=1.0, **given)) == Sparse(
        wins=0.0, losses=0.0, items=float(units), size=1.0
    )
    assert sparse_of(scores(same, same, **given)).size == pytest.approx(0.8)


def test_nothing_at_all_is_known_of_constant_scores_without_a_range():
    found = sparse_of(scores([2.0, 2.0], [2.0, 2.0]))
    assert found.bound(0.025, 0.1) == -math.inf


def test_rankings_that_are_the_same():
    positive = np.array([True, True, False, False, False])
    items = RankedItems(positive=positive, a=np.arange(5.0), b=np.arange(5.0))
    assert sparse_of(items) is None
    assert sparse_of(items, same=True) == Sparse(wins=0.0, losses=0.0, items=2.0, size=1.0)


def labels_in_clusters(metric):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 90)
    new, old = (np.where(rng.random(90) < rate, truth, 1 - truth) for rate in (0.8, 0.9))
    codes = {"truth": truth, "a": new, "b": old, "clusters": np.arange(90) // 3}
    positive = 1 if METRICS[metric].per_class else None
    return counted_outcomes(counted(codes, (0, 1)), METRICS[metric], wanted=PairedLabels, positive=positive)


def test_accuracy_as_a_metric_of_labels_is_that_of_right_and_wrong_answers():
    labels = labels_in_clusters("accuracy").outcomes
    rng = np.random.default_rng(2)
    rng.integers(0, 2, 90)  # the truth
    right = [np.where(rng.random(90) < rate, 1.0, 0.0) for rate in (0.8, 0.9)]
    expected = sparse_of(scores(*right, clusters=np.arange(90) // 3, span=1.0))
    found = sparse_of(labels)
    for name in ("wins", "losses", "items", "size"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name))


@pytest.mark.parametrize("metric", ["f1", "mcc", "balanced-accuracy"])
def test_moves_of_labels_add_up_to_the_difference(metric):
    outcomes = labels_in_clusters(metric).outcomes
    found = sparse_of(outcomes)
    estimate = score_t(outcomes, level=0.95, alternative="two-sided").estimate
    assert found.size * (found.wins - found.losses) / found.items == pytest.approx(estimate)
