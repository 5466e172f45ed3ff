import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import LayoutScores
from bakeoff.methods._reference import CANCELLED, IDENTICAL, NO_SPREAD
from bakeoff.methods.quasi_f import quasi_f


def ask(d, alternative="two-sided", level=0.95):
    d = np.asarray(d, dtype=float)
    return quasi_f(LayoutScores(a=d, b=0 * d), level=level, alternative=alternative)


def test_by_hand():
    # Mean 3, mean squares 4 of sets, 4 of items, 0 of the rest: F = 36 / 8 with 1 and 64 / 32 df.
    result = ask([[1, 3], [3, 5]])
    assert result.statistic == pytest.approx(4.5, rel=1e-14)
    assert result.df == pytest.approx((1, 2), rel=1e-14)
    assert result.p_value == pytest.approx(stats.f(1, 2).sf(4.5), rel=1e-12)
    reach = stats.t(2).isf(0.025) * math.sqrt(8 / 4)
    assert tuple(result.interval) == pytest.approx((3 - reach, 3 + reach), rel=1e-9)


def test_what_is_left_counts_above_the_line_by_hand():
    # Mean 1/2 and mean squares 1, 1, 1: F = (1 + 1) / (1 + 1) with 4 / 2 and 4 / 2 df.
    result = ask([[2, 0], [0, 0]])
    assert result.statistic == pytest.approx(1, rel=1e-14)
    assert result.df == pytest.approx((2, 2), rel=1e-14)
    assert result.p_value == pytest.approx(0.5, rel=1e-12)


def test_sets_and_items_may_change_places():
    d = np.array([[1, 4, 2], [0, 3, 5]])
    assert ask(d.T).p_value == pytest.approx(ask(d).p_value, rel=1e-12)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_shifted_to_its_end_a_one_sided_test_just_rejects(alternative):
    d = np.array([[1.0, 4, 2], [0, 3, 5]])
    interval = ask(d, alternative, level=0.9).interval
    end = interval.low if alternative == "greater" else interval.high
    assert ask(d - end, alternative).p_value == pytest.approx(0.1, rel=1e-9)


@pytest.mark.parametrize(
    ("d", "statistic", "p", "note"),
    [
        ([[0, 0], [0, 0]], 0, 1, IDENTICAL),
        ([[2, 2], [2, 2]], math.inf, 0, NO_SPREAD),
        ([[3, 1], [1, 3]], math.inf, 0, NO_SPREAD),
        ([[1, -1], [-1, 1]], math.inf, 0, CANCELLED),
    ],
)
def test_sets_and_items_without_variation(d, statistic, p, note):
    result = ask(d)
    assert (result.statistic, result.p_value, result.notes) == (statistic, p, (note,))
    assert result.degenerate


def test_one_item_is_too_few():
    with pytest.raises(InputError, match="at least 2 training sets and 2 items; got 3 and 1"):
        ask([[1], [2], [3]])
