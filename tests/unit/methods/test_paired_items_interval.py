import math

import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods._paired_items import _score, score_interval
from bakeoff.methods._reference import Asked


def interval(only_a, only_b, n, level=0.95, alternative="two-sided", p=0.0):
    items = PairedItems(only_a=only_a, only_b=only_b, n=n)
    return score_interval(items, p, Asked("m", level, alternative))[0]


@in_one_test("counts", [(0, 0, 10), (7, 2, 40), (1, 0, 1000), (40, 3, 50), (0, 5, 5), (300, 20, 1000)])
@in_one_test("level", [0.6, 0.95, 0.999])
def test_the_score_at_each_end_is_the_normal_quantile(counts, level):
    only_a, only_b, n = counts
    low, high = interval(*counts, level=level)
    z = stats.norm.isf((1 - level) / 2)
    if high < 1:
        assert _score(only_a, only_b, n, high) == pytest.approx(-z, rel=1e-9)
    if low > -1:
        assert _score(only_b, only_a, n, -low) == pytest.approx(-z, rel=1e-9)


def test_no_discordant_items_by_hand():
    # Then the score is -delta n / sqrt(n delta (1 - delta)) and the ends are +-z^2 / (n + z^2).
    z2 = stats.norm.isf(0.025) ** 2
    assert tuple(interval(0, 0, 20)) == pytest.approx((-z2 / (20 + z2), z2 / (20 + z2)), rel=1e-9)


@pytest.mark.parametrize(("alternative", "open_end"), [("greater", ("high", 1)), ("less", ("low", -1))])
def test_one_sided_intervals_open_to_the_end_of_the_scale(alternative, open_end):
    one, two = interval(7, 2, 40, level=0.95, alternative=alternative), interval(7, 2, 40, level=0.9)
    name, value = open_end
    assert getattr(one, name) == value
    other = "low" if name == "high" else "high"
    assert getattr(one, other) == pytest.approx(getattr(two, other), rel=1e-9)


def test_it_reaches_0_where_the_test_does_not_reject():
    assert interval(9, 1, 40, p=0.02).low > 0
    assert interval(9, 1, 40, p=0.06).low < 0
    assert interval(6, 1, 40, p=0.06).low < 0
    assert interval(6, 1, 40, p=0.04).low > 0


@pytest.mark.parametrize(("wins", "losses", "n", "delta"), [(0, 0, 5, 0.0), (5, 0, 5, 1.0)])
def test_a_score_without_variance_is_0_at_the_estimate(wins, losses, n, delta):
    assert _score(wins, losses, n, delta) == 0


def test_and_infinite_elsewhere():
    assert _score(3, 2, 5, 1.0) == -math.inf
