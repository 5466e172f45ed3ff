import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.methods.two_standard_errors import two_standard_errors

TWO = {"level": 0.95, "alternative": "two-sided"}


def test_by_hand():
    # Rates .6 and .4 of 100 items: standard error sqrt(.25 / 100) = .05.
    scores = FoldScores(a=[[0.5, 0.7]], b=[[0.3, 0.5]], design=KFold(folds=2), n_test=50)
    result = two_standard_errors(scores, **TWO)
    assert result.statistic == pytest.approx(4, rel=1e-12)
    assert result.n == 100


def test_rates_are_pooled_over_items_of_one_run():
    scores = FoldScores(
        a=[[1, 0.5]] * 3, b=[[0.5, 0.5]] * 3, design=RepeatedKFold(runs=3, folds=2), n_test=[[30, 10]] * 3
    )
    result = two_standard_errors(scores, **TWO)
    assert result.n == 40
    assert result.estimate == pytest.approx(35 / 40 - 20 / 40, rel=1e-14)


def test_differences_that_balance_are_even_and_not_identical():
    scores = FoldScores(a=[[0.5, 0.75]], b=[[0.75, 0.5]], design=KFold(folds=2), n_test=40)
    p = {
        a: two_standard_errors(scores, level=0.95, alternative=a).p_value
        for a in ("two-sided", "greater", "less")
    }
    assert p == {"two-sided": 1, "greater": 0.5, "less": 0.5}


@pytest.mark.parametrize(
    ("a", "sizes", "message"),
    [
        ([[0.9, 0.8]], None, "needs n_test, the number of items in each test fold"),
        (
            [[90, 80]],
            50,
            r"needs rates between 0 and 1, but a has scores from 80 to 90; divide percentages by 100",
        ),
        ([[-0.1, 0.8]], 50, "a has scores from -0.1"),
    ],
)
def test_it_needs_rates_and_sizes(a, sizes, message):
    with pytest.raises(InputError, match=message):
        two_standard_errors(FoldScores(a=a, b=[[0.5, 0.5]], design=KFold(folds=2), n_test=sizes), **TWO)
