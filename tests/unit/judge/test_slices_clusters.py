"""Whether slices differ where clusters have items in several of them."""

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.judge.slices import within_clusters

SERIES, HORIZONS = 200, 12
DRAWS = np.random.default_rng(3)
LEVEL = DRAWS.normal(size=(SERIES, 1))
SCORES = LEVEL + np.linspace(-0.06, 0.06, HORIZONS) + 0.4 * DRAWS.normal(size=(SERIES, HORIZONS))
CLUSTERS, BY = np.repeat(np.arange(SERIES), HORIZONS), np.tile(np.arange(HORIZONS), SERIES)


def hotelling(scores):
    """Hotelling's T2 of the differences between neighbouring columns, by its definition."""
    n, k = scores.shape
    apart = np.diff(scores, axis=1)
    mean = apart.mean(axis=0)
    square = n * mean @ np.linalg.solve(np.cov(apart.T), mean)
    statistic = square * (n - k + 1) / ((k - 1) * (n - 1))
    return statistic, stats.f.sf(statistic, k - 1, n - k + 1)


def test_horizons_of_series_are_compared_within_series():
    found = bakeoff.compare_item_scores(SCORES.ravel(), np.zeros(SCORES.size), clusters=CLUSTERS, by=BY)
    spread, (statistic, p_value) = found.heterogeneity, hotelling(SCORES)
    assert spread.statistic == pytest.approx(statistic, rel=1e-8)
    assert spread.p_value == pytest.approx(p_value, rel=1e-6)
    assert (spread.test, spread.df) == ("within-clusters", (11.0, 189.0))
    assert spread.p_value < 0.01
    apart = bakeoff.compare_item_scores(SCORES.ravel(), np.zeros(SCORES.size), by=BY)
    assert apart.heterogeneity.test == "welch"
    assert apart.heterogeneity.p_value > 0.05


def test_clusters_inside_slices_leave_welchs_test():
    by = np.repeat(np.arange(4), SCORES.size // 4)
    found = bakeoff.compare_item_scores(SCORES.ravel(), np.zeros(SCORES.size), clusters=CLUSTERS, by=by)
    assert found.heterogeneity.test == "welch"


@pytest.mark.parametrize("metric", ["accuracy", "auc", "squared-error"])
def test_order_and_names_of_clusters_change_nothing(metric):
    truth = np.tile([0, 1], SCORES.size // 2)
    a, b = truth + SCORES.ravel(), truth + DRAWS.normal(size=SCORES.size)
    if metric == "accuracy":
        a, b = (np.where(each > 0.5, 1, 0) for each in (a, b))
    by = BY // 4
    order = DRAWS.permutation(SCORES.size)
    one = bakeoff.compare_predictions(truth, a, b, metric=metric, clusters=CLUSTERS, by=by).heterogeneity
    other = bakeoff.compare_predictions(
        truth[order], b[order], a[order], metric=metric, clusters=[f"s{-each}" for each in CLUSTERS[order]],
        by=by[order],
    ).heterogeneity  # fmt: skip
    assert one.test == "within-clusters"
    assert other.p_value == pytest.approx(one.p_value, rel=1e-6)


def test_right_and_wrong_labels_are_scores_of_1_and_0():
    truth = np.tile([0, 1, 1], SCORES.size // 3)
    a, b = (np.where(DRAWS.random(truth.size) < share, truth, 1 - truth) for share in (0.8, 0.7))
    by = BY // 3
    labels = bakeoff.compare_predictions(truth, a, b, clusters=CLUSTERS, by=by).heterogeneity
    right = [(each == truth).astype(float) for each in (a, b)]
    scores = bakeoff.compare_item_scores(*right, clusters=CLUSTERS, by=by).heterogeneity
    assert labels.p_value == pytest.approx(scores.p_value, rel=1e-9)
    assert labels.test == "within-clusters"


def test_influences_on_an_area_are_those_of_items():
    """Each item its own cluster, all in one slice: the variance is DeLong's but for n / (n - 1)."""
    from bakeoff.core.outcomes import RankedItems
    from bakeoff.judge.material import _moved_by

    positive = np.arange(60) % 3 == 0
    a, b = DRAWS.normal(positive, 1.0), DRAWS.normal(positive, 1.0)
    moved = _moved_by(RankedItems(positive=positive, a=a, b=b))
    found = bakeoff.compare_predictions(positive.astype(int), a, b, metric="auc", method="delong").result
    parts = [np.sum(moved[side] ** 2) * side.sum() / (side.sum() - 1) for side in (positive, ~positive)]
    assert (found.estimate / found.statistic) ** 2 == pytest.approx(sum(parts), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clusters", "slices", "share"), [(200, 12, 1.0), (40, 12, 1.0), (20, 12, 1.0), (8, 5, 1.0), (60, 4, 0.5)]
)
def test_equal_slices_are_seldom_said_to_differ(clusters, slices, share):
    """A size of 5 % would be above 7.4 % in less than 1 of 1000 sets of 1000 draws."""
    draws, found = np.random.default_rng(8), []
    for _ in range(1000):
        values = 0.8 * draws.normal(size=(clusters, 1)) + 0.6 * draws.normal(size=(clusters, slices))
        here = draws.random((clusters, slices)) < share
        count = here.sum(axis=0)
        means = np.where(here, values, 0).sum(axis=0) / count
        moved = np.where(here, values - means, 0) / count * np.sqrt(count / (count - 1))
        found.append(within_clusters(means, moved, int(count.min())).p_value < 0.05)
    assert np.mean(found) < 0.074
