import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

import bakeoff
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    ClusterKinds,
    DatasetScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
)
from bakeoff.intervals._rate import interval
from bakeoff.judge.own_values import _varied, own_intervals
from bakeoff.methods._own_area import area_interval
from bakeoff.methods._ranked_kinds import placements
from bakeoff.methods.skewed_t import skewed_t
from bakeoff.metrics import METRICS

TABLE = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])


def labels_of(key, table=TABLE, place=1, clusters=None):
    metric = METRICS[key]

    def signed(matrices):
        values = metric.sign * metric.compute(matrices)
        return values[..., place] if metric.per_class else values

    return PairedLabels(
        table=np.asarray(table),
        labels=tuple(range(len(table))),
        metric=signed,
        span=metric.high - metric.low,
        clusters=clusters,
    )


def ask(outcomes, key, level=0.95):
    return [tuple(each) for each in own_intervals(outcomes, METRICS[key], level)]


def test_accuracy_and_error_are_jeffreys():
    items = PairedItems(only_a=5, only_b=2, both_right=88, n=100)
    a, b = ask(items, "accuracy")
    assert a == pytest.approx(stats.beta(93.5, 7.5).ppf([0.025, 0.975]), rel=1e-9)
    assert b == pytest.approx(stats.beta(90.5, 10.5).ppf([0.025, 0.975]), rel=1e-9)
    assert ask(items, "error")[0] == pytest.approx((1 - a[1], 1 - a[0]), rel=1e-9)


def test_two_test_sets_have_each_its_size():
    a, b = ask(RatePair(errors_a=3, n_a=20, errors_b=30, n_b=200), "error")
    assert a == pytest.approx(tuple(interval(3, 20)))
    assert b == pytest.approx(tuple(interval(30, 200)))


def test_what_does_not_tell_has_none():
    assert own_intervals(PairedItems(only_a=5, only_b=2, n=100), METRICS["accuracy"], 0.95) is None
    assert own_intervals(DatasetScores(a=[1, 2], b=[2, 1]), METRICS["accuracy"], 0.95) is None


def test_recall_is_jeffreys_interval_of_its_class():
    # A is right on 45 of 50 items of class 1, B on 38.
    a, b = ask(labels_of("recall"), "recall")
    assert a == pytest.approx(tuple(interval(45, 50)), abs=2e-4)
    assert b == pytest.approx(tuple(interval(38, 50)), abs=2e-4)


@in_one_test("level", [0.5, 0.8, 0.95, 0.999])
@in_one_test(
    "key",
    ["accuracy", "error", "f1", "macro-f1", "mcc", "kappa", "balanced-accuracy", "false-alarm", "precision"],
)
def test_limits_hold_the_value_and_keep_to_the_range(key, level):
    metric = METRICS[key]
    perfect = np.zeros((2, 2, 2), dtype=int)
    perfect[0, 0, 0], perfect[1, 1, 1], perfect[1, 1, 0] = 6, 3, 1
    for table in (TABLE, perfect, perfect[:, ::-1, ::-1]):
        outcomes = labels_of(key, table)
        values = [metric.sign * float(outcomes.metric(table.sum(axis=axis).T)) for axis in (2, 1)]
        for (low, high), value in zip(ask(outcomes, key, level), values, strict=True):
            assert metric.low <= low <= value + 1e-12
            assert value - 1e-12 <= high <= metric.high
            assert low < high


@pytest.mark.parametrize("key", ["f1", "macro-f1", "recall", "precision", "balanced-accuracy", "weighted-f1"])
def test_a_single_class_leaves_the_other_one_possible(key):
    # Forty right answers, no other class: as if none of it had been seen, not as if there were none.
    alone = own_intervals(labels_of(key, [[[40]]], place=0), METRICS[key], 0.95)
    padded = np.zeros((2, 2, 2), dtype=int)
    padded[0, 0, 0] = 40
    assert alone == own_intervals(labels_of(key, padded, place=0), METRICS[key], 0.95, (1.0, 1.0))
    assert all(each.low < 0.97 and each.high == 1 for each in alone)


def test_names_of_classes_do_not_matter():
    table = np.random.default_rng(0).integers(0, 9, (3, 3, 3))
    order = np.array([2, 0, 1])
    other = table[np.ix_(order, order, order)]
    for key in ("macro-f1", "mcc"):
        one, two = ask(labels_of(key, table), key), ask(labels_of(key, other), key)
        assert np.array(one) == pytest.approx(np.array(two), rel=1e-9)


def test_the_variance_is_that_of_the_delta_method():
    # For accuracy p (1 - p) / n; for recall the same with the items of the class.
    matrix = np.array([[55.0, 5], [10, 30]])
    accuracy, recall = METRICS["accuracy"].compute, METRICS["recall"].compute
    assert _varied(accuracy, matrix) == pytest.approx((0.85, 0.85 * 0.15 / 100), rel=1e-4)
    _, second = _varied(lambda m: recall(m)[..., 1], matrix)
    assert second == pytest.approx((30 / 35) * (5 / 35) / 35, rel=1e-4)


def clusters_of(copies):
    """Every item as a cluster of so many copies."""
    cells = np.flatnonzero(TABLE)
    return ClusterKinds(
        kind=np.arange(cells.size),
        cell=cells,
        count=np.full(cells.size, copies),
        repeats=TABLE.ravel()[cells],
    )


@pytest.mark.parametrize("key", ["macro-f1", "mcc", "recall"])
def test_copies_of_items_tell_no_more(key):
    # Only Student's t with 99 degrees of freedom in the place of the normal is left of the clusters.
    alone = np.array(ask(labels_of(key), key))
    copied = np.array(ask(labels_of(key, 4 * TABLE, clusters=clusters_of(4)), key))
    assert copied == pytest.approx(alone, abs=0.02 * float(np.ptp(alone)))
    assert np.ptp(copied, axis=1) == pytest.approx(
        np.ptp(alone, axis=1) * stats.t.ppf(0.975, 99) / 1.96, rel=0.01
    )


def test_copies_of_right_and_wrong_tell_no_more():
    rng = np.random.default_rng(0)
    a, b = (rng.random((2, 80)) < 0.9).astype(float)
    alone = ask(PairedScores(a=a, b=b), "accuracy")
    copied = PairedScores(a=a, b=b, clusters=np.arange(80), counts=np.full(80, 5))
    assert alone[0] == pytest.approx(tuple(interval(int(a.sum()), 80)), rel=1e-9)
    for one, many in zip(alone, ask(copied, "accuracy"), strict=True):
        assert many == pytest.approx(one, abs=0.004)
        assert many[1] - many[0] > one[1] - one[0]


def test_clusters_all_right_count_as_clusters():
    scores = PairedScores(a=np.ones(60), b=np.ones(60), clusters=np.repeat(np.arange(12), 5))
    low, high = ask(scores, "accuracy")[0]
    assert high == 1
    assert low < interval(12, 12).low + 1e-9
    assert low > interval(6, 6).low


def test_errors_by_item_are_told_as_errors():
    a, b = np.array([1.0] * 18 + [0] * 2), np.array([1.0] * 15 + [0] * 5)
    found = ask(PairedScores(a=a, b=b), "error")
    assert found[0] == pytest.approx(tuple(interval(2, 20)), rel=1e-9)
    assert found[1] == pytest.approx(tuple(interval(5, 20)), rel=1e-9)


@pytest.mark.parametrize("clusters", [None, np.arange(30) // 3])
def test_a_loss_has_the_interval_of_its_difference_from_a_model_without_loss(clusters):
    losses = np.random.default_rng(1).exponential(size=(2, 30))
    found = ask(PairedScores(a=-losses[0], b=-losses[1], clusters=clusters), "squared-error")
    for (low, high), loss in zip(found, losses, strict=True):
        alone = PairedScores(a=loss, b=np.zeros(30), clusters=clusters)
        expected = skewed_t(alone, level=0.95, alternative="two-sided").interval
        assert (low, high) == pytest.approx((max(0, expected.low), expected.high), rel=1e-9)


def test_losses_have_the_ends_where_halls_statistic_is_students_quantile():
    loss = np.random.default_rng(2).normal(size=60) ** 2
    low, high = ask(PairedScores(a=-loss, b=-loss), "squared-error")[0]
    apart = loss - loss.mean()
    square = np.sum(apart**2)
    skew, error = np.sum(apart**3) / square**1.5, math.sqrt(square / (60 * 59))
    df = 2 * square**2 / (np.sum(apart**4) - square**2 / 60)
    point = stats.t.isf(0.025, df) * math.sqrt(1 + 2 / df)
    t = (loss.mean() - high) / error  # below 0, where a positive skew brings it nearer to 0
    assert t + skew * t**2 / 3 + skew**2 * t**3 / 27 == pytest.approx(-point, rel=1e-9)
    assert (loss.mean() - low) / error == pytest.approx(point, rel=1e-9)


def test_intervals_of_losses_keep_to_the_range():
    tiny = np.zeros(20)
    tiny[0] = 1
    low, high = ask(PairedScores(a=-tiny, b=-tiny), "squared-error")[0]
    assert low == 0
    assert high > 0.1


def test_one_cluster_tells_nothing():
    scores = PairedScores(a=[1, 0, 1], b=[1, 1, 1], clusters=[2, 2, 2])
    assert own_intervals(scores, METRICS["accuracy"], 0.95) is None


def test_a_metric_without_bounds_is_judged_by_students_t():
    metric = Metric(
        key="gain",
        title="gain",
        formula="TP - FP",
        higher_is_better=True,
        low=-math.inf,
        high=math.inf,
        kind="labels",
        compute=lambda m: (m[..., 1, 1] - m[..., 1, 0]) / m.sum(axis=(-2, -1)),
    )
    outcomes = PairedLabels(table=TABLE, labels=(0, 1), metric=metric.compute)
    # Each item is worth 1, -1 or 0: a mean. A says 1 of 45 items of class 1 and 5 of class 0.
    worth = np.array([1] * 45 + [-1] * 5 + [0] * 50)
    expected = stats.ttest_1samp(worth, 0).confidence_interval(0.95)
    assert tuple(own_intervals(outcomes, metric, 0.95)[0]) == pytest.approx(tuple(expected), rel=1e-9)


AREAS = json.loads((Path(__file__).parents[2] / "oracles" / "areas.json").read_text(encoding="utf-8"))


@in_one_test("case", AREAS)
def test_areas_and_their_errors_agree_with_proc(case):
    positive, score = np.array(case["positive"], dtype=bool), np.array(case["score"], dtype=float)
    placed = placements(score, positive) / 2
    above, below = placed[positive] / np.sum(~positive), placed[~positive] / np.sum(positive)
    error = math.sqrt(np.var(above, ddof=1) / above.size + np.var(below, ddof=1) / below.size)
    assert (above.mean(), error) == pytest.approx((case["auc"], case["se"]), rel=1e-10)
    found = area_interval(each := RankedItems(positive=positive, a=score, b=score), each.ranks[0], 0.95)
    assert 0 <= found.low < case["auc"] < found.high <= 1
    if case["auc"] < 0.9 and len(score) >= 300:  # where all formulas agree
        assert tuple(found) == pytest.approx((case["low"], case["high"]), abs=0.01)


def weighed_area(positive, score, worth, end):
    """Mean and variances by class of an area with parts of items at both ends, pair by pair."""
    items = [(x, is_in, worth) for x, is_in in zip(score, positive, strict=True)]
    items += [(x, is_in, end) for x in (-math.inf, math.inf) for is_in in (True, False)]
    sides = [[(x, w) for x, is_in, w in items if is_in == wanted] for wanted in (True, False)]
    sizes = [sum(w for _, w in side) for side in sides]

    def right(high, low):
        return 0.5 if high == low else float(high > low)

    above = [(sum(w * right(x, y) for y, w in sides[1]) / sizes[1], own) for x, own in sides[0]]
    below = [(sum(w * right(x, y) for x, w in sides[0]) / sizes[0], own) for y, own in sides[1]]
    mean = sum(own * v for v, own in above) / sizes[0]
    return mean, [
        sum(own * (v - mean) ** 2 for v, own in side) / size**2
        for side, size in zip((above, below), sizes, strict=True)
    ]


def test_an_area_is_a_beta_interval_of_items_that_count_less_where_they_are_few():
    rng = np.random.default_rng(8)
    positive = np.arange(60) < 7
    score = np.round(rng.normal(size=60) + positive, 1)
    _, (first, second) = weighed_area(positive, score, 1.0, 0.035)
    df = (first + second) ** 2 / (first**2 / 7 + second**2 / 53)
    worth = (stats.norm.isf(0.025) / stats.t.isf(0.025, df)) ** 2
    mean, parts = weighed_area(positive, score, worth, 0.035)
    items = mean * (1 - mean) / sum(parts)
    expected = stats.beta.ppf([0.025, 0.975], items * mean, items * (1 - mean))
    found = area_interval(each := RankedItems(positive=positive, a=score, b=score), each.ranks[0], 0.95)
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-9)


@pytest.mark.parametrize("wrong", [0, 1])
def test_fewer_clusters_are_worth_less(wrong):
    positive = np.arange(100) % 2 == 0
    score = positive * 1.0
    score[:wrong] = -1.0
    lows = [
        area_interval(
            each := RankedItems(positive=positive, a=score, b=score, clusters=clusters), each.ranks[0], 0.95
        ).low
        for clusters in (None, *(np.arange(100) * count // 100 for count in (50, 20, 10, 5)))
    ]
    assert lows == sorted(lows, reverse=True)
    assert wrong or lows[-1] < 0.7


@pytest.mark.parametrize("size", [2, 10, 200])
def test_perfect_areas_have_a_defined_answer(size):
    positive = np.arange(2 * size) < size
    items = RankedItems(positive=positive, a=positive.astype(float), b=1.0 - positive)
    a, b = ask(items, "auc")
    assert a[1] == 1
    assert b[0] == 0
    assert b == pytest.approx((0, 1 - a[0]), abs=1e-9)
    # How often two normals of that area are seen apart; 2.5 % is meant, small ones are allowed to be wide.
    shift = math.sqrt(2) * stats.norm.ppf(a[0])
    lowest = np.random.default_rng(size).normal(shift, size=(4000, size)).min(axis=1)
    highest = np.random.default_rng(0).normal(size=(4000, size)).max(axis=1)
    assert np.mean(lowest > highest) < 0.05
    assert a[0] > {2: 0.01, 10: 0.85, 200: 0.99}[size]


def test_order_of_items_does_not_change_a_bit():
    rng = np.random.default_rng(3)
    positive = rng.random(50) < 0.5
    a, b = np.round(positive + rng.normal(size=(2, 50)), 1)
    rows = rng.permutation(50)
    moved = RankedItems(positive=positive[rows], a=a[rows], b=b[rows])
    assert ask(RankedItems(positive=positive, a=a, b=b), "auc") == ask(moved, "auc")


@pytest.mark.parametrize("metric", ["rmse", "median-absolute-error"])
def test_intervals_of_root_mean_squares_do_not_reach_0(metric):
    """Few items, one of them with a large error."""
    errors = np.array([0.5, -1.0, 0.7, 0.2, -0.4, 1.1, -0.9, 0.3, 25.0, -0.6])
    y = np.linspace(0, 10, errors.size)
    found = bakeoff.compare_predictions(y, y + errors, y - errors[::-1] / 2, metric=metric)
    for value, ends in zip(found.values, found.value_intervals, strict=True):
        assert value * np.exp(-20) < ends.low < value < ends.high


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "true"), [("rmse", 1.0), ("median-absolute-error", 0.674489750196)])
def test_intervals_of_root_mean_squares_hold_the_value(metric, true):
    """Each end misses 2.5 % at most; of 600 sets more than 29 would be drawn with a chance below 0.001."""
    draws, record, below, above = np.random.default_rng(6), METRICS[metric], 0, 0
    for _ in range(600):
        values = -record.compute(np.zeros(20), draws.normal(size=20))
        both = own_intervals(PairedScores(a=values, b=values), record, 0.95, (-values.mean(),) * 2)
        below, above = below + (both[0].high < true), above + (both[0].low > true)
    assert max(below, above) <= 29


@pytest.mark.parametrize("seed", range(10))
def test_areas_of_five_clusters_lie_between_0_and_1(seed):
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(5), rng.integers(3, 40, 5))
    positive = np.arange(codes.size) % 3 == 0
    a, b = rng.normal(size=(2, 5))[:, codes] + rng.normal(size=(2, codes.size)) + positive * seed / 2
    items = RankedItems(positive=positive, a=a, b=b, clusters=codes)
    for ranks in items.ranks:
        found = area_interval(items, ranks, 0.95)
        assert 0 <= found.low <= ranks.area() <= found.high <= 1
