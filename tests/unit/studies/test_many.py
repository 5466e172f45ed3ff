"""Worlds of the study of rankings have the values that they say, and ranks are those of the values."""

import numpy as np
import pytest
from scipy.special import ndtri
from studies._area_worlds import AREAS, AreaWorld, area, shift
from studies._ranked_rivals import VALUES
from studies._ranked_worlds import GROUPS, World, draw, world_of
from studies.many import true_ranks


@pytest.mark.parametrize(("metric", "positives"), [("accuracy", 0.5), ("f1", 0.2), ("auc", 0.3)])
@pytest.mark.parametrize("unlike", [False, True])
def test_models_have_the_values_of_their_world(metric, positives, unlike):
    """A deviation of 0.02 is at least three standard errors with 20,000 items; the draws are fixed."""
    world = World(metric=metric, k=4, n=20_000, levels=(0.8, 0.7), positives=positives, unlike=unlike)
    panel = draw(world, np.random.default_rng(1))
    found = VALUES[metric](panel, np.ones((1, world.n)))[0]
    np.testing.assert_allclose(found, [0.8, 0.8, 0.7, 0.7], atol=0.02)


def test_models_that_hide_positives_have_the_same_area():
    """The standard error is 0.003 with 6000 positives; the draws are fixed."""
    facts = {"metric": "auc", "k": 4, "n": 20_000, "levels": [0.95], "positives": 0.3}
    panel = draw(world_of(facts | {"hidden": 0.09}), np.random.default_rng(1))
    found = VALUES["auc"](panel, np.ones((1, 20_000)))[0]
    np.testing.assert_allclose(found, 0.95, atol=0.01)
    low = [np.mean(each[panel.truth == 1] < -0.5) for each in panel.answers]  # nearly a third of the hidden
    assert min(low[1::2]) > 2 * max(low[::2])


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["normal", "heavy", "skewed"])
def test_models_of_confirming_worlds_have_the_same_area_in_unlike_ways(shape):
    """The standard error is at most 0.004 with 6000 positives; the draws are fixed."""
    facts = {"metric": "auc", "k": 6, "n": 20_000, "levels": (0.8,), "positives": 0.3, "shape": shape}
    world = AreaWorld(**facts, spreads=(0.4, 1.0, 2.5), grades=(0, 0, 0, 5, 5, 3))
    panel = draw(world, np.random.default_rng(1))
    assert max(len(np.unique(each)) for each in panel.answers[3:]) <= 5
    np.testing.assert_allclose(VALUES["auc"](panel, np.ones((1, world.n)))[0], 0.8, atol=0.012)


def test_areas_of_normal_scores_have_a_closed_form():
    """Phi(shift / sqrt(1 + spread^2)); the integral has 20,000 nodes."""
    assert shift("normal", 2.5, 0, 0.8) == pytest.approx(ndtri(0.8) * np.sqrt(1 + 2.5**2), abs=1e-4)
    assert area("normal", 1.0, 5, 0.0) == pytest.approx(0.5, abs=1e-12)


def test_confirming_worlds_are_none_of_the_others():
    assert len(set(AREAS)) == len(AREAS) == 30
    assert not {world for group in GROUPS.values() for world in group} & set(AREAS)


def test_a_whole_cluster_is_of_one_class():
    facts = {"metric": "auc", "k": 2, "n": 2000, "levels": (0.8,), "positives": 0.3, "clusters": True}
    panel = draw(AreaWorld(**facts, whole=True), np.random.default_rng(1))
    neighbours = panel.clusters[1:] == panel.clusters[:-1]
    assert np.all(panel.truth[1:][neighbours] == panel.truth[:-1][neighbours])
    assert 0 < panel.truth.mean() < 1


def test_items_of_a_cluster_are_alike():
    world = World(metric="accuracy", k=2, n=20_000, levels=(0.7,), clusters=True)
    panel = draw(world, np.random.default_rng(1))
    right = (panel.answers[0] == panel.truth).astype(float)
    neighbours = panel.clusters[1:] == panel.clusters[:-1]
    assert np.corrcoef(right[1:][neighbours], right[:-1][neighbours])[0, 1] > 0.2
    assert abs(np.corrcoef(right[1:][~neighbours], right[:-1][~neighbours])[0, 1]) < 0.1


def test_equal_models_share_their_ranks():
    low, high = true_ranks(np.array([0.9, 0.9, 0.8]))
    assert low.tolist() == [1, 1, 3]
    assert high.tolist() == [2, 2, 3]
