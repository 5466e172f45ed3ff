"""The skewness-corrected t test of two areas against DeLong's statistic and loops over placements."""

import math

import numpy as np
import pytest
from scipy import stats
from studies import _areas as studies

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
from bakeoff.core.result import Interval
from bakeoff.methods._own_area import area_interval
from bakeoff.methods._skewed import WITHIN, _inside
from bakeoff.methods.area_t import area_t
from bakeoff.methods.delong import delong

TWO = {"level": 0.95, "alternative": "two-sided"}


def drawn(seed, positives=15, negatives=25):
    rng = np.random.default_rng(seed)
    positive = np.arange(positives + negatives) < positives
    a, b = rng.normal(size=(2, positive.size)) + np.array([[2.5], [1.0 + seed % 3]]) * positive
    return RankedItems(positive=positive, a=a, b=b)


def placed(score, positive):
    """The share of the other class that each item is ranked right against."""
    sides = score[positive][:, None] > score[~positive][None]
    return sides.mean(axis=1), sides.mean(axis=0)


@pytest.mark.parametrize("seed", range(8))
def test_by_loops_over_placements(seed):
    items = drawn(seed)
    a, b = placed(items.a, items.positive), placed(items.b, items.positive)
    gains = [x - y for x, y in zip(a, b, strict=True)]
    u = np.concatenate([(side - side.mean()) / side.size for side in gains])
    seen, of_a, of_b = ([side.var(ddof=1) / side.size for side in each] for each in (gains, a, b))
    share = sum(seen) / (sum(of_a) + sum(of_b))
    parts = [v + share / 3 / side.size / (side.size - 1) for v, side in zip(seen, gains, strict=True)]
    welch = sum(parts) ** 2 / sum(v**2 / (side.size - 1) for v, side in zip(parts, gains, strict=True))
    square, cube, fourth = (np.sum(u**power) for power in (2, 3, 4))
    df = min(2 * square**2 / (fourth - square**2 / u.size), welch)
    gap = gains[0].mean()
    z, s = gap / math.sqrt(sum(parts)), cube / square**1.5
    hall = ((1 + s * z / 3) ** 3 - 1) / s
    expected = min(abs(z), abs(hall)) / math.sqrt(1 + 2 / df)
    result = area_t(items, **TWO)
    assert (abs(result.statistic), result.df) == pytest.approx((expected, df), rel=1e-9)
    assert result.p_value == pytest.approx(2 * stats.t.sf(expected, df), rel=1e-9)
    assert result.estimate == delong(items, **TWO).estimate == pytest.approx(gap, rel=1e-12)


def test_a_model_that_looks_perfect_on_few_positives_is_not_thought_to_be():
    # A ranks all five positives first and B ranks each below 2 % of the negatives.
    a, b = (np.append(best + 20 * np.arange(5), np.arange(5000)) for best in (5000, 4859.5))
    items = RankedItems(positive=np.arange(5005) < 5, a=a, b=b)
    assert delong(items, **TWO).p_value < 0.001
    assert area_t(items, **TWO).p_value > 0.3


def test_little_is_added_for_models_that_err_on_the_same_items():
    items = drawn(3, positives=40, negatives=400)
    near = items.a + 0.01 * items.b
    alike = RankedItems(positive=items.positive, a=items.a, b=near)
    plain, wary = delong(alike, **TWO).interval, area_t(alike, **TWO).interval
    assert wary.high - wary.low < 1.5 * (plain.high - plain.low) < 0.02


def test_areas_that_do_not_vary_are_taken_to_be_independent():
    # A ranks all positives first, B ties all items: the difference is .5 in every pair.
    positive = np.repeat([True, False], [12, 30])
    result = area_t(RankedItems(positive=positive, a=positive * 1.0, b=0.0 * positive), **TWO)
    assert result.estimate == 0.5
    assert 0 < result.p_value < 0.001 < result.interval.low < 0.5 < result.interval.high <= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_level_with_15_positives_that_one_model_ranks_low_now_and_then(seed):
    # Equal areas of .97: A is a little off on every positive, B far off on few. 1000 test sets: at 5 %, more
    # than 7.2 % alarms have a chance below .001. DeLong raises more than 20 %.
    scores = studies.Areas(0.97, ("low power", "high power"), 0.3 + 0.4 * seed, 15, 300).draw(
        1000, np.random.default_rng(seed)
    )
    found = studies.area_tests(scores)
    assert np.mean(found["area-t"] < 0.05) <= 0.072
    assert np.mean(found["delong"] < 0.05) > 0.2


def test_clusters_of_one_item_have_at_most_the_degrees_of_single_items():
    items = drawn(1)
    own = RankedItems(positive=items.positive, a=items.a, b=items.b, clusters=np.arange(40))
    plain, single = area_t(items, **TWO), area_t(own, **TWO)
    assert single.estimate == pytest.approx(plain.estimate, rel=1e-12)
    assert single.df == pytest.approx(plain.df, rel=1e-9)
    assert single.statistic == pytest.approx(plain.statistic, rel=1e-9)


def test_scores_with_the_same_ranks_do_not_differ():
    a = np.array([0.9, 0.3, 0.4, 0.1])
    result = area_t(RankedItems(positive=[True, True, False, False], a=a, b=np.exp(5 * a)), **TWO)
    assert (result.estimate, result.p_value, tuple(result.interval)) == (0, 1, (0, 0))
    assert (result.degenerate, result.df) == (True, None)


def test_each_class_needs_two_items():
    with pytest.raises(InputError, match="area-t needs at least 2 items of each class; got 1 positive and 3"):
        area_t(RankedItems(positive=[True, False, False, False], a=[1, 2, 3, 4], b=[4, 3, 2, 1]), **TWO)


def alike_on_five_clusters(seed):
    """Two models whose scores are nearly the same, on five clusters of sixty items."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(5), 60)
    positive = rng.random(300) < 0.4
    base = rng.normal(size=300) + 0.7 * rng.normal(size=5)[codes] + 1.8 * positive
    a, b = base + np.array([[0.12], [0.2]]) * rng.normal(size=(2, 300))
    return RankedItems(positive=positive, a=a, b=b, clusters=codes)


@pytest.mark.parametrize("seed", [81, 169, 234, 261])
def test_the_interval_of_few_clusters_holds_only_what_both_areas_may_be(seed):
    items = alike_on_five_clusters(seed)
    found = area_t(items, **TWO)
    a, b = (area_interval(items, ranks, 0.975) for ranks in items.ranks)
    assert a.low - b.high <= found.interval.low <= found.estimate <= found.interval.high <= a.high - b.low
    assert found.interval.high - found.interval.low < 0.35  # with the inverse of the cubic up to 1.35


@pytest.mark.parametrize("seed", [81, 261])
def test_few_clusters_show_no_skewness(seed):
    items = alike_on_five_clusters(seed)
    found = area_t(items, **TWO)
    assert abs(found.statistic) == pytest.approx(
        abs(found.estimate) / found.error / math.sqrt(1 + 2 / found.df), rel=1e-9
    )
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.statistic), found.df), rel=1e-9)


def test_what_was_left_out_of_the_interval_is_said():
    rng = np.random.default_rng(4)
    codes = np.repeat(np.arange(6), 8)
    positive = np.arange(48) % 8 < 3
    a, b = rng.normal(size=(2, 48)) + np.array([[2.5], [2.0]]) * positive
    found = area_t(RankedItems(positive=positive, a=a, b=b, clusters=codes), **TWO)
    assert WITHIN in found.notes
    assert found.interval.low <= 0 <= found.interval.high
    assert found.p_value > 0.05


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_intervals_of_few_clusters_agree_with_the_test(alternative):
    for seed in range(20):
        found = area_t(alike_on_five_clusters(seed), level=0.95, alternative=alternative)
        low, high = found.interval
        assert low <= found.estimate <= high
        assert (low > 0 or high < 0) == (found.p_value < 0.05)


def test_an_interval_that_both_areas_exclude_keeps_0_where_the_test_does():
    found = _inside(Interval(low=-0.5, high=0.9), Interval(low=0.1, high=0.3), 0.2)
    assert tuple(found) == (0.0, 0.3)
    assert tuple(_inside(Interval(low=0.05, high=0.9), Interval(low=0.1, high=0.3), 0.2)) == (0.1, 0.3)
    assert tuple(_inside(Interval(low=-0.9, high=-0.05), Interval(low=-0.3, high=0.1), -0.4)) == (-0.4, -0.05)
