import math

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
from bakeoff.methods.delong import delong

POSITIVE = np.array([True, True, False, False])
TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(a, b, positive=POSITIVE, **asked):
    return delong(RankedItems(positive=positive, a=a, b=b), **TWO | asked)


def test_by_hand():
    # B ranks one of three positives below both negatives. Placements of A are 1, 1, 1 | 1, 1; of B
    # 1, 1, 0 | 2/3, 2/3: differences 0, 0, 1 | 1/3, 1/3, so that the variance is (1/3)/3 + 0 = 1/9.
    result = ask([5, 4, 3, 2, 1], [5, 4, 0, 2, 1], positive=[True, True, True, False, False])
    assert result.estimate == pytest.approx(1 / 3, rel=1e-14)
    assert result.statistic == pytest.approx(1, rel=1e-12)


def test_only_the_ranks_matter():
    a, b = np.array([0.9, 0.3, 0.4, 0.1]), np.array([0.2, 0.8, 0.4, 0.1])
    assert ask(np.exp(9 * a), b**3).p_value == pytest.approx(ask(a, b).p_value, rel=1e-14)


def test_ties_count_half():
    assert ask([1, 1, 1, 1], [4, 3, 2, 1]).estimate == pytest.approx(-0.5, rel=1e-14)


def test_perfect_against_blind_leaves_no_spread():
    result = ask([1, 1, 0, 0], [0, 0, 0, 0], alternative="greater")
    assert (result.estimate, result.p_value, result.statistic) == (0.5, 0, math.inf)
    assert tuple(result.interval) == (0.5, 1)
    assert result.degenerate


def test_the_interval_stays_between_minus_1_and_1():
    wide = ask([4, 3, 2, 1], [4, 0, 2, 1], level=0.9999)
    assert tuple(wide.interval) == (-1, 1)


@pytest.mark.parametrize(
    ("positive", "counts"), [([1, 0, 0, 0], "1 positive and 3"), ([1, 1, 1, 0], "3 positive and 1")]
)
def test_each_class_needs_two_items(positive, counts):
    with pytest.raises(InputError, match=f"at least 2 items of each class; got {counts}"):
        ask([1, 2, 3, 4], [4, 3, 2, 1], positive=np.array(positive, dtype=bool))
