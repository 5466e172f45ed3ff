"""Whether slices differ where clusters have items in several of them."""

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.compare.ranking import rank_panel
from bakeoff.core.panel import ItemPanel
from bakeoff.judge.slices import within_clusters
from bakeoff.metrics import METRICS

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


def labels_of(draws, clusters=100, each=6, slices=2, classes=2, turning=1.2):
    """Two equal models whose advantage in a cluster turns its sign from slice to slice."""
    cluster = np.repeat(np.arange(clusters), each * slices)
    by = np.tile(np.repeat(np.arange(slices), each), clusters)
    truth = np.tile(np.arange(classes), cluster.size)[: cluster.size]
    effect = turning * draws.normal(size=clusters)[cluster] * np.where(by % 2 == 0, 1, -1)
    answers = []
    for sign in (1, -1):
        right = draws.random(cluster.size) < 1 / (1 + np.exp(-1 - sign * effect))
        wrong = (truth + draws.integers(1, classes, size=cluster.size)) % classes
        answers.append(np.where(right, truth, wrong))
    return truth, *answers, cluster, by


def influences_on_f1(truth, said):
    """What each item adds to F1, by its derivative: F = 2 TP / (true + said)."""
    both, either = np.sum(truth * said), np.sum(truth + said)
    return 2 * truth * said / either - 2 * both / either**2 * (truth + said), 2 * both / either


def test_f1_is_compared_within_clusters_by_its_influences():
    truth, a, b, cluster, by = labels_of(np.random.default_rng(4), clusters=40, slices=3)
    found = bakeoff.compare_predictions(truth, a, b, metric="f1", positive=1, clusters=cluster, by=by)
    estimates, moved = [], np.zeros((40, 3))
    for at in range(3):
        here = by == at
        (of_a, f_a), (of_b, f_b) = (influences_on_f1(truth[here], each[here]) for each in (a, b))
        estimates.append(f_a - f_b)
        moved[:, at] = np.bincount(cluster[here], weights=of_a - of_b, minlength=40) * np.sqrt(40 / 39)
    expected = within_clusters(np.array(estimates), moved, 40)
    assert found.heterogeneity.test == "within-clusters"
    assert found.heterogeneity.statistic == pytest.approx(expected.statistic, rel=1e-6)
    assert found.heterogeneity.p_value == pytest.approx(expected.p_value, rel=1e-6)
    assert found.heterogeneity.df == expected.df


def test_clusters_are_found_by_content_with_items_in_any_order():
    """Neither the order of rows nor the names of classes matter, nor that equal clusters are one kind."""
    draws = np.random.default_rng(5)
    truth, a, b, cluster, by = labels_of(draws, clusters=60, each=2)
    order = draws.permutation(truth.size)
    names = np.array(["z", "y"])
    one = bakeoff.compare_predictions(truth, a, b, metric="mcc", clusters=cluster, by=by)
    other = bakeoff.compare_predictions(
        *(names[each[order]] for each in (truth, b, a)), metric="mcc", clusters=cluster[order], by=by[order]
    )
    assert other.heterogeneity.p_value == pytest.approx(one.heterogeneity.p_value, rel=1e-9)
    assert one.heterogeneity.test == "within-clusters"


@pytest.mark.parametrize("classes", [2, 25])
def test_balanced_accuracy_is_tested_as_accuracy_where_each_cluster_has_all_classes_alike(classes):
    """With 25 classes, influences are those of clusters left out."""
    truth, a, b, cluster, by = labels_of(np.random.default_rng(6), clusters=40, each=50, classes=classes)
    found = [
        bakeoff.compare_predictions(truth, a, b, metric=metric, clusters=cluster, by=by).heterogeneity
        for metric in ("accuracy", "balanced-accuracy")
    ]
    assert [each.test for each in found] == ["within-clusters"] * 2
    assert found[1].statistic == pytest.approx(found[0].statistic, rel=1e-6)
    assert found[1].df == found[0].df


def test_clusters_without_what_is_measured_change_nothing():
    """Recall is of positive items; clusters that have none are no evidence of how it varies."""
    truth, a, b, cluster, by = labels_of(np.random.default_rng(8), clusters=20)
    more = 400
    negative = np.zeros(more, dtype=int)
    others = np.arange(more) // 4 + 20
    one = bakeoff.compare_predictions(truth, a, b, metric="recall", positive=1, clusters=cluster, by=by)
    other = bakeoff.compare_predictions(
        *(np.concatenate([each, negative]) for each in (truth, a, b)),
        metric="recall", positive=1,
        clusters=np.concatenate([cluster, others]), by=np.concatenate([by, np.arange(more) % 2]),
    )  # fmt: skip
    assert other.heterogeneity.df == one.heterogeneity.df == (1.0, 19.0)
    assert other.heterogeneity.statistic == pytest.approx(one.heterogeneity.statistic, rel=1e-6)


def test_label_metrics_find_what_series_hide():
    """Strong effects of series are the same in all horizons, so that they do not hide a small difference."""
    draws = np.random.default_rng(7)
    level = np.repeat(draws.normal(size=SERIES), HORIZONS) * 3
    truth = draws.integers(2, size=level.size)
    right = [
        draws.random(level.size) < 1 / (1 + np.exp(-sign * level - shift))
        for sign, shift in ((1, np.where(BY < 6, 0.5, -0.5)), (-1, 0.0))
    ]
    a, b = (np.where(each, truth, 1 - truth) for each in right)
    p_values = [
        bakeoff.compare_predictions(
            truth, a, b, metric=metric, clusters=CLUSTERS, by=BY // 6
        ).heterogeneity.p_value
        for metric in ("accuracy", "balanced-accuracy", "macro-f1", "kappa")
    ]
    assert max(p_values) < 0.001


@pytest.mark.slow
@pytest.mark.parametrize(("clusters", "slices"), [(100, 2), (30, 4)])
@pytest.mark.parametrize("metric", ["balanced-accuracy", "f1"])
def test_label_metrics_seldom_say_that_equal_slices_differ(metric, clusters, slices):
    """A size of 5 % would be above 9 % in less than 1 of 1000 sets of 300 draws."""
    draws, found = np.random.default_rng(9), []
    positive = 1 if metric == "f1" else None
    for _ in range(300):
        truth, a, b, cluster, by = labels_of(draws, clusters=clusters, slices=slices)
        verdict = bakeoff.compare_predictions(
            truth, a, b, metric=metric, positive=positive, clusters=cluster, by=by
        )
        found.append(verdict.heterogeneity.p_value < 0.05)
    assert np.mean(found) < 0.09


@pytest.mark.parametrize("metric", ["accuracy", "balanced-accuracy", "macro-f1"])
@pytest.mark.slow
def test_rankings_are_compared_within_clusters_as_pairs_are(metric):
    truth, a, b, cluster, by = labels_of(np.random.default_rng(10), clusters=50)
    pair = bakeoff.compare_predictions(truth, a, b, metric=metric, clusters=cluster, by=by).heterogeneity
    two = bakeoff.rank_predictions(
        truth, {"a": a, "b": b}, metric=metric, clusters=cluster, by=by, resamples=1000
    )
    assert two.heterogeneity.test == "within-clusters"
    assert two.heterogeneity.p_value == pytest.approx(pair.p_value, rel=1e-6)
    models = {"c": np.roll(a, 7), "a": a, "b": b}
    three = bakeoff.rank_predictions(truth, models, metric=metric, clusters=cluster, by=by, resamples=1000)
    p_values = [
        bakeoff.compare_predictions(
            truth, models[one], models[other], metric=metric, clusters=cluster, by=by
        ).heterogeneity.p_value
        for one, other in ("ab", "bc", "ca")
    ]
    assert three.heterogeneity.p_value == pytest.approx(min(1.0, 3 * min(p_values)), rel=1e-6)
    inside = bakeoff.rank_predictions(
        truth, models, metric=metric, clusters=cluster, by=cluster % 2, resamples=1000
    )
    assert inside.heterogeneity.test == "welch"


def test_rankings_by_scores_of_items_are_compared_within_clusters():
    models = {"one": SCORES.ravel(), "other": np.zeros(SCORES.size)}
    pair = bakeoff.compare_item_scores(*models.values(), clusters=CLUSTERS, by=BY).heterogeneity
    panel = ItemPanel(
        names=tuple(models), answers=tuple(models.values()), truth=None, clusters=CLUSTERS, slices=BY
    )
    found = rank_panel(panel, METRICS["score"], resamples=1000).heterogeneity
    assert found.test == "within-clusters"
    assert found.p_value == pytest.approx(pair.p_value, rel=1e-6)
