import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold, LeaveOneOut
from bakeoff.methods._fold_scores import parse_df, plain_t, size_ratio
from bakeoff.methods._reference import Asked


def folds(design=None, **sizes):
    return FoldScores(a=[[1, 2, 3]], b=[[0, 0, 0]], design=design or KFold(folds=3), **sizes)


def test_the_sizes_go_before_the_design():
    assert size_ratio(folds()) == 0.5
    assert size_ratio(folds(n_train=20, n_test=5)) == 0.25
    assert size_ratio(folds(n_train=20)) == 0.5


def test_a_design_without_fixed_sizes_needs_them():
    with pytest.raises(
        InputError, match=r"LeaveOneOut\(\) does not determine the size of its test sets; give n_train"
    ):
        size_ratio(folds(LeaveOneOut()))


@pytest.mark.parametrize(("df", "factor"), [(None, 3), (2, 3), (10, 11)])
def test_plain_t_takes_other_degrees_of_freedom_twice(df, factor):
    # mean 2, deviation 1
    result = plain_t(Asked("m", 0.95, "two-sided"), folds().a, folds().b, df=df)
    assert result.statistic == pytest.approx(2 * factor**0.5, rel=1e-14)
    assert result.df == factor - 1


@pytest.mark.parametrize(("given", "parsed"), [("nominal", "nominal"), (3, 3), ("4.5", 4.5)])
def test_degrees_of_freedom(given, parsed):
    assert parse_df(given, "m") == parsed


@pytest.mark.parametrize("given", ["calibrated", None, 0, -2, float("inf"), {}])
def test_bad_degrees_of_freedom(given):
    with pytest.raises(InputError, match=r'df of m is .*; expected "nominal" or a positive number'):
        parse_df(given, "m")
