import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
from bakeoff.methods._areas import IMAGINED
from bakeoff.methods.delong import delong

POSITIVE = np.array([True, True, False, False])
TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(a, b, positive=POSITIVE, **asked):
    return delong(RankedItems(positive=positive, a=a, b=b), **TWO | asked)


def test_by_hand():
    # B ranks one of three positives below both negatives. Placements of A are 1, 1, 1 | 1, 1; of B
    # 1, 1, 0 | 2/3, 2/3: differences 0, 0, 1 | 1/3, 1/3, so that the variance is (1/3)/3 + 0 = 1/9. One more
    # item as far off, 1, adds 1/(2 x 3) for the positives and 1/(1 x 2) for the negatives: 7/9 in all.
    result = ask([5, 4, 3, 2, 1], [5, 4, 0, 2, 1], positive=[True, True, True, False, False])
    assert result.estimate == pytest.approx(1 / 3, rel=1e-14)
    assert result.statistic == pytest.approx(1 / math.sqrt(7), rel=1e-12)


def test_only_the_ranks_matter():
    a, b = np.array([0.9, 0.3, 0.4, 0.1]), np.array([0.2, 0.8, 0.4, 0.1])
    assert ask(np.exp(9 * a), b**3).p_value == pytest.approx(ask(a, b).p_value, rel=1e-14)


def test_ties_count_half():
    assert ask([1, 1, 1, 1], [4, 3, 2, 1]).estimate == pytest.approx(-0.5, rel=1e-14)


@pytest.mark.parametrize("copies", [1, 25])
def test_perfect_against_blind_has_no_spread_but_is_not_certain(copies):
    # Every placement gains 1/2. One more item that far off makes se^2 = 2 x (1/4) / (m - 1) / m.
    positive = np.repeat(POSITIVE, copies)
    result = ask(positive.astype(float), np.zeros(positive.size), positive=positive)
    m = 2 * copies
    error = math.sqrt(0.5 / (m - 1) / m)
    df = 2 * (m - 1)
    assert (result.estimate, result.statistic) == (0.5, pytest.approx(0.5 / error, rel=1e-9))
    reference = stats.t(df) if df < 20 else stats.norm()
    assert result.p_value == pytest.approx(2 * reference.sf(0.5 / error), rel=1e-9)
    low = max(-1, 0.5 - reference.ppf(0.975) * error)
    assert result.interval.low == pytest.approx(low, rel=1e-9)
    assert IMAGINED in result.notes


def reference(df):
    return stats.norm() if df is None else stats.t(df)


@pytest.mark.parametrize("few", [0, 1, 2, 3])
def test_a_class_that_hardly_varies_is_given_one_item_more(few):
    # Six positives, 40 negatives; B tells nothing. A calls 8 negatives and ``few`` positives positive.
    item = np.arange(46)
    positive, a = item < 6, (item < few) | ((item >= 6) & (item < 14))
    result = ask(a.astype(float), np.zeros(46), positive=positive)
    assert (IMAGINED in result.notes) == (few < 3)
    if few == 0:
        assert result.p_value > 0.3  # plain DeLong is sure that A is worse
    assert result.p_value == pytest.approx(2 * reference(result.df).sf(abs(result.statistic)), rel=1e-9)


def test_few_degrees_of_freedom_are_students():
    rng = np.random.default_rng(0)
    for n, few in ((12, True), (200, False)):
        positive = np.arange(n) % 2 == 0
        a, b = positive + rng.normal(size=(2, n))
        result = ask(a, b, positive=positive)
        assert (result.df is not None) == few
        reference = stats.t(result.df) if few else stats.norm
        assert result.p_value == pytest.approx(2 * reference.sf(abs(result.statistic)), rel=1e-9)


def test_scores_with_the_same_ranks_do_not_differ():
    a = np.array([0.9, 0.3, 0.4, 0.1])
    result = ask(a, np.exp(5 * a))
    assert (result.estimate, result.p_value, tuple(result.interval)) == (0, 1, (0, 0))
    assert result.degenerate


def test_order_of_items_does_not_change_a_bit():
    rng = np.random.default_rng(1)
    positive = rng.random(70) < 0.4
    a, b = np.round(positive + rng.normal(size=(2, 70)), 1)
    rows = rng.permutation(70)
    assert ask(a, b, positive=positive) == ask(a[rows], b[rows], positive=positive[rows])


def test_the_interval_stays_between_minus_1_and_1():
    wide = ask([4, 3, 2, 1], [4, 0, 2, 1], level=0.9999)
    assert tuple(wide.interval) == (-1, 1)


@pytest.mark.parametrize(
    ("positive", "counts"), [([1, 0, 0, 0], "1 positive and 3"), ([1, 1, 1, 0], "3 positive and 1")]
)
def test_each_class_needs_two_items(positive, counts):
    with pytest.raises(InputError, match=f"at least 2 items of each class; got {counts}"):
        ask([1, 2, 3, 4], [4, 3, 2, 1], positive=np.array(positive, dtype=bool))
