"""Areas of items in clusters: against formulas written out in loops, and against what is known about them."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
from bakeoff.methods._areas import IMAGINED
from bakeoff.methods._ranked_kinds import clustered_rank_kinds
from bakeoff.methods._resampling import bootstrap_gaps
from bakeoff.methods.bootstrap import bootstrap
from bakeoff.methods.delong import delong

TWO = {"level": 0.95, "alternative": "two-sided"}


def drawn(seed, clusters=12, ties=True, size=6, effect=0.0, alike=1.0):
    """Clusters of unequal sizes, whose items share part of the noise of their scores."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(clusters), rng.integers(1, size + 1, clusters))
    positive = rng.random(codes.size) < 0.45
    positive[[0, -1]], positive[[1, -2]] = True, False
    shared = rng.normal(size=(clusters, 3)) * alike
    noise = rng.normal(size=(codes.size, 2)) + shared[codes, :2] + shared[codes, 2:]
    a, b = noise[:, 0] + (1 + effect) * positive, noise[:, 1] + positive
    if ties:
        a, b = np.round(a), np.round(b)
    return RankedItems(positive=positive, a=a, b=b, clusters=codes)


def kernel(x, y):
    return 1.0 if x > y else 0.5 if x == y else 0.0


def obuchowski(items, *, in_full=False):
    """The variance of the difference as the paper writes it, one sum after the other.

    Or with the error of every cluster taken in full: over the share of its class that the others hold.
    """
    pos, neg = np.flatnonzero(items.positive), np.flatnonzero(~items.positive)
    m, n, groups = pos.size, neg.size, np.unique(items.clusters)

    def parts(score):
        v10 = {i: np.mean([kernel(score[i], score[j]) for j in neg]) for i in pos}
        v01 = {j: np.mean([kernel(score[i], score[j]) for i in pos]) for j in neg}
        return v10, v01, np.mean(list(v10.values()))

    (a10, a01, area_a), (b10, b01, area_b) = parts(items.a), parts(items.b)

    def of(group, first, second, members, area):
        inside = [i for i in members if items.clusters[i] == group]
        return sum(first[i] - second[i] for i in inside) - len(inside) * area

    gap = area_a - area_b
    x = np.array([of(g, a10, b10, pos, gap) for g in groups])
    y = np.array([of(g, a01, b01, neg, gap) for g in groups])
    with_pos = len(set(items.clusters[pos].tolist()))
    with_neg = len(set(items.clusters[neg].tolist()))
    factors = [k / (k - 1) for k in (with_pos, with_neg, groups.size)]
    influences = x / m + y / n
    if in_full:
        x /= [1 - np.mean(items.clusters[pos] == g) for g in groups]
        y /= [1 - np.mean(items.clusters[neg] == g) for g in groups]
        factors = [(with_pos - 1) / with_pos, (with_neg - 1) / with_neg]
        factors.append(np.sqrt(factors[0] * factors[1]))
    s10, s01, s11 = factors[0] * np.sum(x * x), factors[1] * np.sum(y * y), factors[2] * np.sum(x * y)
    return gap, s10 / m**2, s01 / n**2, 2 * s11 / (m * n), influences


def even(seed):
    """Clusters that hold as many positives and as many negatives each."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(9), 5)
    positive = np.arange(45) % 5 < 2
    a, b = np.round(positive + rng.normal(size=(2, 9))[:, codes] + rng.normal(size=(2, 45)))
    return RankedItems(positive=positive, a=a, b=b, clusters=codes)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("made", [even, lambda seed: equal_clusters(seed, 5, 9)], ids=["both", "one class"])
def test_delong_of_even_clusters_is_obuchowskis_formula(seed, made):
    items = made(seed)
    gap, *parts, _ = obuchowski(items)
    found = delong(items, **TWO)
    assert found.estimate == pytest.approx(gap, abs=1e-14)
    assert found.statistic == pytest.approx(gap / np.sqrt(sum(parts)), rel=1e-10)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ties", [True, False])
def test_delong_of_clusters_takes_large_ones_in_full(seed, ties):
    items = drawn(seed, ties=ties)
    gap, *parts, _ = obuchowski(items, in_full=True)
    found = delong(items, **TWO)
    assert found.estimate == pytest.approx(gap, abs=1e-14)
    assert found.statistic == pytest.approx(gap / np.sqrt(sum(parts)), rel=1e-10)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.statistic), found.df), rel=1e-9)
    assert 1 <= found.df <= len(np.unique(items.clusters)) - 1


def equal_clusters(seed, of_positives, of_negatives):
    """Clusters of four items of one class each, whose noise they share."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(of_positives + of_negatives), 4)
    positive = codes < of_positives
    noise = rng.normal(size=(codes.max() + 1, 2))[codes] + rng.normal(size=(codes.size, 2))
    return RankedItems(positive=positive, a=noise[:, 0] + positive, b=noise[:, 1] + positive, clusters=codes)


def test_degrees_of_freedom_are_the_fewest_of_three():
    # Of n equal clusters Bell and McCaffrey's are n - 1, of a class as of all.
    fewest = set()
    for seed in range(30):
        of_positives, of_negatives = (3, 40) if seed % 2 else (10, 14)
        items = equal_clusters(seed, of_positives, of_negatives)
        _, first, second, _, moved = obuchowski(items)
        square, own = np.sum(moved**2), (of_positives - 1, of_negatives - 1)
        found = {
            "sizes": of_positives + of_negatives - 1,
            "classes": (first + second) ** 2 / (first**2 / own[0] + second**2 / own[1]),
            "influences": 2 * square**2 / (np.sum(moved**4) - square**2 / moved.size),
        }
        assert delong(items, **TWO).df == pytest.approx(max(min(found.values()), 1), rel=1e-9)
        fewest.add(min(found, key=found.get))
    assert fewest >= {"classes", "influences"}


def test_a_p_value_is_no_smaller_than_clusters_of_the_rarer_class_can_show():
    # Two clusters of positives, all of which A ranks above all negatives and B below them.
    codes = np.repeat(np.arange(12), 5)
    positive = codes < 2
    items = RankedItems(positive=positive, a=positive * 1.0, b=codes * 1.0, clusters=codes)
    found = bootstrap(items, resamples=2000, interval="percentile", **TWO)
    assert found.estimate > 0.9
    assert found.p_value >= 2 * 2.0**-2


@pytest.mark.parametrize("seed", range(4))
def test_clusters_of_one_item_are_items(seed):
    items = drawn(seed, clusters=40, ties=False)
    alone = RankedItems(positive=items.positive, a=items.a, b=items.b)
    each = RankedItems(positive=items.positive, a=items.a, b=items.b, clusters=np.arange(items.a.size))
    one, other = delong(alone, **TWO), delong(each, **TWO)
    assert other.estimate == pytest.approx(one.estimate, abs=1e-14)
    assert other.statistic == pytest.approx(one.statistic, rel=1e-10)


def test_rows_and_names_of_clusters_may_change_places():
    items = drawn(3)
    rows = np.random.default_rng(1).permutation(items.a.size)
    moved = RankedItems(
        positive=items.positive[rows],
        a=np.exp(items.a[rows]),
        b=3 * items.b[rows] - 1,
        clusters=items.clusters[rows],
    )
    assert delong(moved, **TWO) == delong(items, **TWO)
    assert bootstrap(moved, resamples=200, **TWO) == bootstrap(items, resamples=200, **TWO)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_without_a_cluster(seed):
    items = drawn(seed)
    kinds = clustered_rank_kinds(items)
    expected = []
    for group in np.unique(items.clusters):
        rest = items.clusters != group
        areas = [roc_auc_score(items.positive[rest], side[rest]) for side in (items.a, items.b)]
        expected.append(areas[0] - areas[1])
    assert kinds.without() == pytest.approx(expected, abs=1e-12)
    areas = [roc_auc_score(items.positive, side) for side in (items.a, items.b)]
    assert kinds.estimate == pytest.approx(areas[0] - areas[1], abs=1e-12)


def test_a_drawn_cluster_is_drawn_with_all_its_items():
    items = drawn(5)
    kinds, groups = clustered_rank_kinds(items), np.unique(items.clusters)
    weights = np.random.default_rng(2).multinomial(groups.size, np.full(groups.size, 1 / groups.size), 20)
    for row, gap in zip(weights, kinds.gaps(weights), strict=True):
        each = np.concatenate([np.flatnonzero(items.clusters == g) for g in np.repeat(groups, row)])
        areas = [roc_auc_score(items.positive[each], side[each]) for side in (items.a, items.b)]
        assert gap == pytest.approx(areas[0] - areas[1], abs=1e-12)


def test_the_bootstrap_spreads_as_the_formula_says():
    items = drawn(7, clusters=150, ties=False)
    gaps, _ = bootstrap_gaps(clustered_rank_kinds(items), 4000, 0)
    error = delong(items, **TWO)
    expected = error.estimate / error.statistic
    # A standard deviation of 4000 draws has an error of 1.1 %; formulas differ by some 1 / 150.
    assert np.std(gaps) == pytest.approx(expected, rel=0.05)


@pytest.mark.slow
def test_false_alarms_of_few_clusters():
    # 600 draws of 12 clusters at 5 %: more than 8 % would be a rise that chance gives in 1 of 1000 runs.
    alarms, ignoring = 0, 0
    for seed in range(600):
        items = drawn(seed, ties=False, size=12, alike=1.5)
        alarms += delong(items, **TWO).p_value < 0.05
        alone = RankedItems(positive=items.positive, a=items.a, b=items.b)
        ignoring += delong(alone, **TWO).p_value < 0.05
    assert alarms / 600 < 0.08
    assert ignoring / 600 > alarms / 600


@pytest.mark.slow
def test_false_alarms_where_one_cluster_holds_most_of_a_class():
    # Obuchowski's own formula raises some 40 %; 8 % of 300 would be a rise of chance in 1 of 50.
    alarms = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        codes = np.repeat(np.arange(30), [60] + [4] * 29)
        positive = codes < 2
        a, b = positive + rng.normal(size=(2, 30))[:, codes] + 0.5 * rng.normal(size=(2, codes.size))
        items = RankedItems(positive=positive, a=a, b=b, clusters=codes)
        alarms += delong(items, **TWO).p_value < 0.05
    assert alarms / 300 < 0.08


@pytest.mark.parametrize("method", [delong, bootstrap])
@pytest.mark.parametrize("clusters", [None, np.arange(400), np.arange(400) // 2], ids=["", "single", "pairs"])
@pytest.mark.slow
def test_a_class_whose_items_are_all_placed_alike_shows_no_spread(method, clusters):
    # Chance flags a few of many negatives and none of twenty positives, against a score that says nothing.
    flagged = np.zeros(400)
    flagged[100:115] = 1
    items = RankedItems(positive=np.arange(400) < 20, a=flagged, b=np.zeros(400), clusters=clusters)
    found = method(items, **TWO)
    assert found.p_value > 0.2
    assert IMAGINED in found.notes
    assert found.interval.low < 0 < found.interval.high


def test_two_clusters_that_agree_decide_nothing():
    truth = np.array([False, True] * 4)
    items = RankedItems(positive=truth, a=truth * 1.0, b=1.0 - truth, clusters=[0] * 4 + [1] * 4)
    found = delong(items, **TWO)
    assert found.estimate == 1.0
    assert found.p_value == pytest.approx(2 * stats.t(found.df).sf(found.statistic), rel=1e-9)
    assert found.p_value > 0.3


def test_identical_models():
    items = drawn(2)
    same = RankedItems(positive=items.positive, a=items.a, b=items.a, clusters=items.clusters)
    found = delong(same, **TWO)
    assert (found.estimate, found.p_value, found.degenerate) == (0.0, 1.0, True)
    assert bootstrap(same, resamples=100, **TWO).p_value == 1.0


@pytest.mark.parametrize("turned", [False, True])
def test_a_class_in_one_cluster_alone(turned):
    positive = np.array([True, True, False, False, False, False]) != turned
    items = RankedItems(
        positive=positive, a=[6, 5, 4, 3, 2, 1], b=[6, 1, 5, 2, 4, 3], clusters=[0, 0, 0, 1, 1, 2]
    )
    name = "negative" if turned else "positive"
    for method in (delong, bootstrap):
        with pytest.raises(InputError, match=f"all {name} items are in one cluster"):
            method(items, **TWO)


@pytest.mark.parametrize("method", ["auto", "delong", "bootstrap"])
@pytest.mark.slow
def test_a_verdict_on_areas_of_clusters(method):
    items = drawn(4, clusters=60, effect=2.0, ties=False)
    truth = np.where(items.positive, "yes", "no")
    names = np.array([f"user {c}" for c in items.clusters])
    found = compare_predictions(truth, items.a, items.b, metric="auc", clusters=names, method=method)
    assert found.decision == "a-better"
    assert found.basis.clusters == 60
    assert found.result.method == ("area-t" if method == "auto" else method)


def test_own_areas_are_wider_where_clusters_are_alike():
    items = equal_clusters(8, 30, 50)
    truth = np.where(items.positive, "yes", "no")
    plain = compare_predictions(truth, items.a, items.b, metric="auc")
    wide = compare_predictions(truth, items.a, items.b, metric="auc", clusters=items.clusters)
    assert wide.values == plain.values
    for narrow, wider in zip(plain.value_intervals, wide.value_intervals, strict=True):
        assert 0 <= wider.low < narrow.low
        assert narrow.high < wider.high <= 1
        # Four items that share half of their variance; the number of clusters alone makes it 2 % wider.
        assert wider.high - wider.low > 1.3 * (narrow.high - narrow.low)
