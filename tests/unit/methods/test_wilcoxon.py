import itertools

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import DatasetScores
from bakeoff.methods import wilcoxon as module
from bakeoff.methods.wilcoxon import wilcoxon

ALTERNATIVES = ("two-sided", "greater", "less")


def ask(x, alternative="two-sided", **options):
    return wilcoxon(DatasetScores(a=x, b=np.zeros(len(x))), level=0.95, alternative=alternative, **options)


@pytest.mark.parametrize(
    ("x", "statistic", "p"),
    [
        ([1, 2, 3], 6, (1 / 4, 1 / 8, 1)),
        ([1, 2, -3], 3, (1, 5 / 8, 5 / 8)),
        ([1, 1, -1], 4, (1, 1 / 2, 7 / 8)),
    ],
)
def test_by_hand(x, statistic, p):
    assert ask(x).statistic == statistic
    assert [ask(x, alternative).p_value for alternative in ALTERNATIVES] == pytest.approx(p, rel=1e-14)


def test_all_sign_patterns_with_ties():
    x = np.array([0.5, 0.5, -1, 2, 2, 2, -3])
    ranks = np.array([1.5, 1.5, 3, 5, 5, 5, 7])
    sums = [ranks[np.array(kept, dtype=bool)].sum() for kept in itertools.product([0, 1], repeat=7)]
    won = ranks[x > 0].sum()
    assert ask(x).statistic == won
    assert ask(x, "greater").p_value == pytest.approx(np.mean(np.array(sums) >= won), rel=1e-12)


@pytest.mark.parametrize(("zeros", "statistic"), [("drop", 3), ("pratt", 5)])
def test_zeros_are_dropped_before_or_after_ranking(zeros, statistic):
    result = ask([0, 1, 2], zeros=zeros)
    assert (result.statistic, result.p_value) == (statistic, 0.5)


def test_ties_hidden_by_rounding_are_ties():
    b = np.array([0.1, 0.7, 0.3])
    hidden = wilcoxon(
        DatasetScores(a=b + np.array([0.1, 0.1, -0.1]), b=b), level=0.95, alternative="two-sided"
    )
    assert hidden.statistic == 4


def test_the_estimate_is_the_median_of_pairwise_means():
    # 1, 2, 6 and their means 1.5, 3.5, 4
    assert ask([1, 2, 6]).estimate == pytest.approx((2 + 3.5) / 2)


def test_six_data_sets_are_the_fewest_for_95_percent():
    assert tuple(ask([1, 2, 3, 4, 5]).interval) == (-np.inf, np.inf)
    assert tuple(ask([1, 2, 3, 4, 5, 6]).interval) == (1, 6)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_many_data_sets_are_nearly_normal(monkeypatch, alternative):
    x = np.arange(1, 121) * np.where(np.arange(120) % 5 < 2, -1.0, 1.0)
    exact = ask(x, alternative)
    monkeypatch.setattr(module, "EXACT_UP_TO", 50)
    normal = ask(x, alternative)
    assert normal.p_value == pytest.approx(exact.p_value, rel=0.02)
    assert normal.statistic == exact.statistic
    finite = np.isfinite(exact.interval.low), np.isfinite(exact.interval.high)
    assert (np.isfinite(normal.interval.low), np.isfinite(normal.interval.high)) == finite
    assert normal.interval.low == pytest.approx(exact.interval.low, abs=1)
    assert normal.interval.high == pytest.approx(exact.interval.high, abs=1)


def test_bad_zeros():
    with pytest.raises(InputError, match='zeros is \'keep\'; expected "drop" or "pratt"'):
        ask([1, 2], zeros="keep")
