"""How often gates pass where the new model is worse by exactly the margin.

Accuracy is exact: all outcomes are summed. F1, scores and clusters are drawn; a gate whose true share is
2.5 % or less exceeds the limit of one world with probability 2e-4.
"""

import numpy as np
import pytest
from studies._gate_scores import World
from studies._gate_worlds import cluster_draws, f1_cluster_draws, f1_draws, f1_table, passes

from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.needed import exact_power, paired_needed
from bakeoff.plan.paired_gate import is_exact

ALPHA = 0.025
DRAWS = 200
MOST = 14  # passes of 200 at 2.5 %: more have probability 2e-4


def chance(n, test):
    return exact_power(n, test) if is_exact(n) else test.power(n)


@pytest.mark.parametrize(("n", "most"), [(20, 0.025), (50, 0.025), (100, 0.028), (500, 0.028), (5000, 0.028)])
@pytest.mark.parametrize("margin", [0.01, 0.02, 0.05, 0.10])
def test_false_passes_of_accuracy(n, most, margin):
    shares = np.linspace(max(margin, 0.01), 0.40, 14)
    tests = [NotWorse(disagreement=p, difference=-margin, margin=margin, alpha=ALPHA) for p in shares]
    assert max(chance(n, each) for each in tests) <= most + 1e-6


@pytest.mark.parametrize(("disagreement", "margin"), [(0.05, 0.05), (0.10, 0.02), (0.4, 0.2), (0.02, 0.10)])
def test_power_is_not_below_the_planned_one(disagreement, margin):
    test = NotWorse(disagreement=disagreement, difference=0.0, margin=margin, alpha=ALPHA)
    n = paired_needed(test, 0.8)
    assert min(chance(int(each), test) for each in np.linspace(n, 2 * n, 8)) >= 0.8


def passed(draws, margin):
    return sum(passes(each, margin, ALPHA) for each in draws)


@pytest.mark.parametrize(("n", "positives", "shared"), [(100, 0.3, 0.9), (200, 0.3, 0.0)])
def test_false_passes_of_f1(n, positives, shared):
    rng = np.random.default_rng(n)
    assert passed(f1_draws(f1_table(positives, 0.1, shared), n, DRAWS, rng), 0.1) <= MOST


@pytest.mark.parametrize(
    ("clusters", "size", "share", "margin", "alike"),
    [(20, 5, 0.02, 0.02, 1.0), (50, 5, 0.05, 0.05, 1.0), (60, -5, 0.3, 0.1, 0.3), (100, 4, 0.1, 0.05, 0.0)],
)
def test_false_passes_in_clusters(clusters, size, share, margin, alike):
    rng = np.random.default_rng(clusters)
    assert passed(cluster_draws(share, margin, clusters, size, alike, DRAWS, rng), margin) <= MOST


@pytest.mark.parametrize(
    ("metric", "kind", "positives", "n", "margin"),
    [
        ("auc", "0.75", 0.5, 100, 0.05),
        ("auc", "0.95", 0.1, 300, 0.05),
        ("log-loss", "more noise", 0.1, 100, 0.05),
        ("log-loss", "overconfident", 0.5, 100, 0.05),
        ("brier", "overconfident", 0.1, 300, 0.01),
    ],
)
def test_false_passes_of_scores(metric, kind, positives, n, margin):
    world = World(metric=metric, positives=positives, kind=kind, margin=margin)
    assert passed(world.draws(n, margin, DRAWS, np.random.default_rng(n)), margin) <= MOST


def test_false_passes_of_f1_in_clusters():
    rng = np.random.default_rng(9)
    draws = f1_cluster_draws(f1_table(0.3, 0.1, 0.9), 60, 5, 1.0, DRAWS // 2, rng)
    assert passed(draws, 0.1) <= 9  # of 100 at 2.5 %: more have probability 2e-4


def test_equal_models_pass_in_clusters():
    rng = np.random.default_rng(10)
    draws = f1_cluster_draws(f1_table(0.3, 0.0, 0.5), 60, 5, 0.3, 60, rng)
    assert passed(draws, 0.1) >= 12  # of 60 at 40 %: fewer have probability 3e-4
