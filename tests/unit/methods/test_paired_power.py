"""Power by exact sums, against an enumeration in whole numbers and fractions, and the items it asks for."""

import math
from functools import cache

import numpy as np
import pytest
from tests.enumeration import enumerated, last_below

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedItems
from bakeoff.methods import METHODS
from bakeoff.methods._paired_power import (
    MOST,
    P_VALUES,
    McNemar,
    binomial,
    difference_for,
    discordant,
    items_for,
)

MCNEMAR = ["mcnemar-mid-p", "mcnemar-exact", "mcnemar"]
# Disagreement, difference: usual, one-sided, teeth as large as they get, all in one direction.
WORLDS = [(0.10, 0.06), (0.30, 0.12), (1.0, 0.3), (0.15, 0.15), (0.9, 0.5)]


@cache
def rejected(method, only_a, only_b):
    """Whether the method that a comparison uses decides for A."""
    items = PairedItems(only_a=only_a, only_b=only_b, n=only_a + only_b + 1)
    result = METHODS[method].compute(items, level=0.95, alternative="two-sided")
    return result.p_value <= 0.05 and only_a > only_b


@pytest.mark.parametrize("method", MCNEMAR)
@pytest.mark.parametrize("n", [1, 7, 24])
def test_power_of_mcnemar_is_that_of_all_outcomes(method, n):
    for psi, delta in ((0.25, 0.125), (1.0, 0.25), (0.5, 0.5)):
        test = McNemar(disagreement=psi, difference=delta, method=method)
        assert test.power(n) == pytest.approx(
            enumerated(n, psi, delta, lambda wins, losses: rejected(method, wins, losses)), abs=1e-11
        )


def test_worked_numbers_of_the_formula_and_of_the_sum():
    test = McNemar(disagreement=0.10, difference=0.03)
    assert math.ceil(test.formula(0.8)) == 870
    assert test.power(870) == pytest.approx(0.804, abs=5e-4)
    exact = McNemar(disagreement=0.10, difference=0.03, method="mcnemar-exact")
    assert exact.power(870) == pytest.approx(0.776, abs=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize("method", MCNEMAR)
def test_the_floor_is_below_every_later_power_and_rises(method):
    for psi, delta in WORLDS:
        test = McNemar(disagreement=psi, difference=delta, method=method)
        floors = np.array([test.floor(n) for n in range(1, 200, 4)])
        powers = np.array([p for _, p in test.powers(1, 600)])
        lowest_later = np.minimum.accumulate(powers[::-1])[::-1][: 4 * len(floors) : 4]
        assert np.all(floors <= lowest_later + 1e-11)
        assert np.all(np.diff(floors) >= -1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("method", MCNEMAR)
@pytest.mark.parametrize("wish", [0.3, 0.8, 0.95])
def test_power_stays_from_the_items_found_on(method, wish):
    for psi, delta in WORLDS:
        test = McNemar(disagreement=psi, difference=delta, method=method)
        far = 6 * math.ceil(test.formula(wish)) + 60
        assert items_for(test, wish) == last_below(test.powers(1, far), wish)


def test_the_smallest_n_that_reaches_the_wish_is_not_enough():
    """With every item discordant the teeth are at their largest: 82 items reach 0.8, 88 do not."""
    test = McNemar(disagreement=1.0, difference=0.3)
    powers = dict(test.powers(1, 120))
    first = min(n for n, power in powers.items() if power >= 0.8)
    found = items_for(test, 0.8)
    assert (first, found) == (82, 89)
    assert powers[88] < 0.8


def test_item_by_item_is_the_same_as_one_by_one():
    test = McNemar(disagreement=0.07, difference=0.02)
    for n, power in list(test.powers(900, 1500))[::150]:
        assert power == pytest.approx(test.power(n), abs=1e-11)


def test_the_limits_are_those_of_the_methods():
    d = np.arange(0.0, 61.0)
    for method in MCNEMAR:
        limits = McNemar(disagreement=0.5, difference=0.1, method=method).limits(d)
        for each, limit in zip(d.astype(int), limits.astype(int), strict=True):
            wins = [w for w in range(each + 1) if rejected(method, w, each - w)]
            assert limit == (min(wins) if wins else each + 1)


@pytest.mark.slow
def test_what_a_window_leaves_out_is_rare():
    from scipy import stats

    for n, psi in ((10, 0.5), (1000, 0.01), (100_000, 0.3)):
        d, chance = discordant(n, psi)
        outside = stats.binom.cdf(d[0] - 1, n, psi) + stats.binom.sf(d[-1], n, psi)
        assert outside < 1e-11
        assert chance == pytest.approx(stats.binom.pmf(d, n, psi), rel=1e-6, abs=1e-13)


def test_certain_disagreement():
    assert binomial(np.arange(4.0), 3, 1.0).tolist() == [0, 0, 0, 1]
    assert binomial(np.arange(4.0), 3, 0.0).tolist() == [1, 0, 0, 0]


def test_too_many_items_are_refused_at_once():
    with pytest.raises(InputError, match=f"more than {MOST} items"):
        items_for(McNemar(disagreement=0.5, difference=1e-5), 0.8)


def test_the_smallest_difference_that_items_find():
    for n, psi, method in ((300, 0.2, "mcnemar-mid-p"), (60, 1.0, "mcnemar"), (500, 0.05, "mcnemar-exact")):
        found = difference_for(n, 0.8, disagreement=psi, alpha=0.05, method=method)
        assert McNemar(disagreement=psi, difference=found, method=method).power(n) >= 0.8
        assert McNemar(disagreement=psi, difference=0.9999 * found, method=method).power(n) < 0.8
    assert difference_for(3, 0.8, disagreement=0.5, alpha=0.05, method="mcnemar") is None
    assert difference_for(3, 0.8, disagreement=0.0, alpha=0.05, method="mcnemar") is None


@pytest.mark.parametrize("method", MCNEMAR)
@pytest.mark.parametrize(("first", "last"), [(0, 0), (3, 4), (0, 700), (900, 1029), (200_001, 201_500)])
def test_limits_are_the_smallest_counts_that_are_rejected(method, first, last):
    d = np.arange(first, last + 1.0)
    for alpha in (0.05, 0.001):
        limits = McNemar(disagreement=0.5, difference=0.1, alpha=alpha, method=method).limits(d)
        p = [P_VALUES[method](np.minimum(wins, d), d - np.minimum(wins, d)) for wins in (limits, limits - 1)]
        assert np.all((p[0] <= alpha) | (limits == d + 1))
        assert np.all((p[1] > alpha) | (limits - 1 <= d // 2))


@pytest.mark.slow
def test_millions_of_items_for_a_small_difference():
    test = McNemar(disagreement=0.9, difference=0.001)
    assert items_for(test, 0.8) == 7_063_926  # as by a search at every number of discordant items
    assert test.power(7_063_926) >= 0.8 > test.power(7_063_925)
