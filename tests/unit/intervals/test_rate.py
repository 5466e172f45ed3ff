import re

import numpy as np
import pandas as pd
import polars as pl
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval, parse_prior


@pytest.mark.parametrize("method", INTERVALS.keys())
def test_single_numbers_give_floats_and_arrays_give_arrays(method):
    single = interval(3, 20, method=method)
    assert type(single.low) is type(single.high) is float
    several = interval([[3], [5]], [20, 30, 40], method=method)
    assert several.low.shape == several.high.shape == (2, 3)
    assert (several.low[0, 0], several.high[0, 0]) == pytest.approx(tuple(single), abs=1e-15)


def test_jeffreys_is_the_default():
    assert interval(3, 20) == interval(3, 20, method="jeffreys", level=0.95, alternative="two-sided")


@pytest.mark.parametrize("method", INTERVALS.keys())
def test_one_sided_bound_leaves_the_same_tail_outside(method):
    both = interval([0, 3, 20], 20, method=method, level=0.95)
    lower = interval([0, 3, 20], 20, method=method, level=0.975, alternative="greater")
    upper = interval([0, 3, 20], 20, method=method, level=0.975, alternative="less")
    np.testing.assert_allclose(lower.low, both.low, rtol=0, atol=1e-14)
    np.testing.assert_allclose(upper.high, both.high, rtol=0, atol=1e-14)
    assert lower.high.tolist() == [1, 1, 1]
    assert upper.low.tolist() == [0, 0, 0]


def test_one_sided_single_numbers_give_floats():
    bound = interval(3, 20, alternative="greater")
    assert type(bound.high) is float
    assert bound.high == 1


def test_tables_columns_are_arrays_too():
    expected = interval([1, 2], [10, 20])
    for errors, n in ((pd.Series([1, 2]), pd.Series([10, 20])), (pl.Series([1, 2]), pl.Series([10, 20]))):
        np.testing.assert_array_equal(interval(errors, n).low, expected.low)


def test_given_arrays_are_left_alone():
    errors = np.array([0.0, 5.0, 10.0])
    for record in INTERVALS:
        interval(errors, 10, method=record.key)
    assert errors.tolist() == [0, 5, 10]


@pytest.mark.parametrize("n", [9, 201, 10**6, [100, 201]])
def test_a_fitted_formula_is_refused_where_it_was_not_fitted(n):
    with pytest.raises(InputError, match=r"fitted for 10 to 200 items, but n is .*; use method='jeffreys'"):
        interval(3, n, method="jeffreys-series")


@pytest.mark.parametrize("method", INTERVALS.keys())
def test_no_nan_and_no_warning_at_the_edges(method):
    sizes = np.array([1, 2, 3, 10, 11, 12, 13, 200, 10**6, 10**9, 2**53])
    sizes = np.array([size for size in sizes if INTERVALS[method].knows(size)])[:, None]
    errors = np.minimum(np.array([0, 1, 5, 6, 1000]), sizes)
    for m in (errors, sizes - errors):
        found = interval(m, sizes, method=method)
        assert np.isfinite(found.low).all()
        assert np.isfinite(found.high).all()
        assert (found.low <= found.high).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 95}, "level is 95; expected a number between 0 and 1; write 0.95 for 95 %"),
        ({"level": 0}, "level is 0; expected"),
        ({"level": 1}, "level is 1; expected"),
        ({"level": float("nan")}, "level is nan; expected"),
        ({"level": "high"}, "level is 'high'; expected"),
        ({"alternative": "larger"}, "alternative is 'larger'; expected"),
        ({"prior": (1, 1)}, "jeffreys takes no prior; leave prior out or use method='beta'"),
        ({"method": "beta", "prior": (0, 1)}, "prior is (0, 1); expected two positive numbers"),
        ({"method": "jeffreys-series", "level": 0.9}, "jeffreys-series exists only for level 0.95"),
        (
            {"method": "jeffreys-approximate", "alternative": "less"},
            "exists only for level 0.95 (0.975 one-sided), but level is 0.95, less; use method='jeffreys'",
        ),
    ],
)
def test_options_that_cannot_be_used(options, message):
    with pytest.raises(InputError, match=re.escape(message)):
        interval(3, 20, **options)


def test_unknown_kind_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'wilson'"):
        interval(3, 20, method="willson")


@pytest.mark.parametrize(
    "prior", [3, (1,), (1, 2, 3), "ab", None, (1, -1), (float("nan"), 1), (1, float("inf"))]
)
def test_prior_is_two_positive_numbers(prior):
    with pytest.raises(InputError, match="expected two positive numbers"):
        parse_prior(prior)
