"""The skewness-corrected t test of two areas against DeLong's statistic and loops over placements."""

import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
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
def test_by_delongs_statistic_and_placements(seed):
    items = drawn(seed)
    gains = [
        x - y for x, y in zip(placed(items.a, items.positive), placed(items.b, items.positive), strict=True)
    ]
    u = np.concatenate([(side - side.mean()) / side.size for side in gains])
    parts = [side.var(ddof=1) / side.size for side in gains]
    welch = sum(parts) ** 2 / sum(v**2 / (side.size - 1) for v, side in zip(parts, gains, strict=True))
    square, cube, fourth = (np.sum(u**power) for power in (2, 3, 4))
    df = min(2 * square**2 / (fourth - square**2 / u.size), welch)
    z, s = delong(items, **TWO).statistic, cube / square**1.5
    hall = ((1 + s * z / 3) ** 3 - 1) / s
    expected = min(abs(z), abs(hall)) / math.sqrt(1 + 2 / df)
    result = area_t(items, **TWO)
    assert (abs(result.statistic), result.df) == pytest.approx((expected, df), rel=1e-9)
    assert result.p_value == pytest.approx(2 * stats.t.sf(expected, df), rel=1e-9)
    assert result.estimate == delong(items, **TWO).estimate


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
