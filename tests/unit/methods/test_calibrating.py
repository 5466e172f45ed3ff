import functools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.methods import METHODS, _calibrating
from bakeoff.methods._calibrating import calibrated_df, false_alarms_at, largest_df, ratio_of

FAMILY = [m.key for m in METHODS if m.key.startswith("cv-") and m.key != "cv-sign"]


@functools.cache
def critical(df, alpha):
    return float(stats.t.ppf(1 - alpha / 2, df))


def false_alarms(ratios, df, alpha):
    """e(df) of CAL-1, word by word."""
    return sum(abs(u) * math.sqrt(df + 1) > critical(df, alpha) for u in ratios) / len(ratios)


def by_the_book(ratios, alpha):
    legal = [df for df in range(2, 101) if false_alarms(ratios, df, alpha) <= alpha]
    return max(legal) if legal else None


RATIOS = arrays(np.float64, st.integers(1, 60), elements=st.floats(-3, 3, width=32))


@settings(deadline=None)
@given(RATIOS, st.sampled_from([0.01, 0.05, 0.1, 0.2]))
@pytest.mark.slow
def test_the_largest_df_that_keeps_the_promise(ratios, alpha):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_calibrating, "RESAMPLES", 5)
        found = calibrated_df(ratios, alpha=alpha)
    assert found.df == by_the_book(ratios, alpha)
    assert largest_df(ratios, alpha) == found.df
    if found.df is not None:
        assert found.size == pytest.approx(false_alarms(ratios, found.df, alpha), abs=1e-12)
        assert found.size <= alpha + 1e-12
        assert found.at_end == (found.df == 100)


@settings(deadline=None)
@given(RATIOS)
@pytest.mark.slow
def test_more_degrees_of_freedom_never_make_fewer_false_alarms(ratios):
    sizes = [false_alarms(ratios, df, 0.05) for df in range(2, 101)]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("df", [4, 10, 25])
@pytest.mark.slow
def test_the_df_of_a_t_distribution_is_found(df):
    draws = np.random.default_rng(df).standard_t(df, 4000) / math.sqrt(df + 1)
    found = calibrated_df(draws)
    assert found.low <= df <= found.high
    assert found.low <= found.df <= found.high
    assert found.draws == 4000
    assert found.size_error == pytest.approx(math.sqrt(found.size * (1 - found.size) / 4000))


@pytest.mark.slow
def test_more_draws_make_it_surer():
    draws = np.random.default_rng(0).standard_t(10, 8000) / math.sqrt(11)
    few, many = calibrated_df(draws[:300]), calibrated_df(draws)
    assert many.high - many.low < few.high - few.low


def test_what_cannot_be_calibrated():
    found = calibrated_df(np.full(50, 9.0))
    assert (found.df, found.size, found.low, found.high, found.at_end) == (None, 1.0, 1, 1, False)


def test_the_upper_end_of_the_grid():
    found = calibrated_df(np.full(50, 0.01))
    assert (found.df, found.size, found.low, found.high, found.at_end) == (100, 0.0, 100, 100, True)


def test_the_same_rng_gives_the_same_span():
    draws = np.random.default_rng(3).standard_t(5, 200) / math.sqrt(6)
    assert calibrated_df(draws, rng=1) == calibrated_df(draws, rng=1)


def test_no_draws_at_all():
    with pytest.raises(InputError, match="there are no draws; expected at least one"):
        calibrated_df(np.array([]))


@pytest.mark.parametrize("df", [2, 7.5, 10, 99])
def test_false_alarms_at_any_df(df):
    draws = np.random.default_rng(1).standard_t(6, 500) / math.sqrt(7)
    assert false_alarms_at(draws, df, 0.05) == pytest.approx(false_alarms(draws, df, 0.05), abs=1e-12)


@in_one_test("key", FAMILY)
@in_one_test("df", [3, 10, 40])
def test_a_ratio_times_the_root_of_df_plus_one_is_the_statistic(key, df):
    draws = np.random.default_rng(2)
    scores = FoldScores(
        a=draws.uniform(0.6, 0.9, (3, 4)),
        b=draws.uniform(0.5, 0.8, (3, 4)),
        design=RepeatedKFold(runs=3, folds=4),
    )
    result = METHODS[key].compute(scores, level=0.95, alternative="two-sided", df=df)
    assert ratio_of(key, scores) * math.sqrt(df + 1) == pytest.approx(result.statistic, rel=1e-12)


@pytest.mark.parametrize("key", FAMILY)
def test_scores_that_are_the_same_have_the_ratio_zero(key):
    same = np.random.default_rng(0).uniform(size=(2, 3))
    assert ratio_of(key, FoldScores(a=same, b=same, design=RepeatedKFold(runs=2, folds=3))) == 0
