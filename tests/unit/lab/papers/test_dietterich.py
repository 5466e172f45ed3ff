"""Dietterich's simulated learners, and cells of rates.

Each comparison of a rate or moment is made at 4 standard errors of the difference, which a right
simulation misses with probability 6e-5; the rng is fixed.
"""

import math

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.rng import generator
from bakeoff.lab.papers._dietterich import (
    ITEMS,
    RATES,
    alarm_table,
    alarms,
    differences,
    halves,
    holdout_items,
    item_alarms,
    kfold_alarms,
    rate_cell,
    rate_error,
    rate_series,
    resampled_alarms,
)

TRIALS = 2000
# False alarms in per cent of 2000 trials of an independent simulation of the same set-up (SIM-4).
OTHERS = {
    "McNemar": (3.4, 3.7, 4.3, 3.9),
    "proportions": (6.9, 7.2, 8.5, 9.1),
    "resampled t": (16, 29, 37, 48),
    "10-fold t": (4.2, 5.0, 4.0, 4.8),
    "5x2cv t": (3.0, 2.7, 2.9, 2.4),
}
CASES = [(test, rate, theirs) for test in OTHERS for rate, theirs in zip(RATES, OTHERS[test], strict=True)]


@in_one_test(("test", "rate", "theirs"), CASES)
def test_rates_agree_with_another_program(test, rate, theirs):
    ours, other = alarms(test, rate, TRIALS, 0), theirs / 100
    error = math.sqrt((ours * (1 - ours) + other * (1 - other)) / TRIALS)
    assert abs(ours - other) < 4 * error


def test_both_learners_err_as_often():
    a, b = halves(0.4)
    assert a.mean() == pytest.approx(b.mean()) == pytest.approx(0.4)
    assert a.tolist() == b[::-1].tolist()


def unequal(rate):
    """The probability that just one of the two errs on an item."""
    (low, high), _ = halves(rate)
    return low * (1 - high) + high * (1 - low)


def test_one_fold_varies_as_its_items_do():
    x = differences(0.4, trials=4000, runs=1, folds=10, rng=generator(1))[:, 0].astype(float)
    # Items are independent, and the shift of a training set moves both learners alike.
    expected = 30 * unequal(0.4)
    assert x.var(axis=0).mean() == pytest.approx(expected, abs=4 * expected * math.sqrt(2 / x.size) + 0.05)
    correlation = np.corrcoef(x.T)[np.triu_indices(10, 1)].mean()
    assert abs(correlation) < 4 / math.sqrt(45 * 4000)


def test_test_sets_of_one_sample_go_together():
    x = differences(0.4, trials=6000, runs=2, folds=3, rng=generator(2), one=True)[..., 0].astype(float)
    (low, high), _ = halves(0.4)
    # Two test sets of 100 share the sample's imbalance between the halves.
    expected = 100**2 * (high - low) ** 2 / ITEMS
    error = 100 * unequal(0.4) / math.sqrt(6000) * 1.5
    assert np.cov(x.T)[0, 1] == pytest.approx(expected, abs=4 * error)


def test_holdout_items_are_a_third():
    items = holdout_items(0.2, trials=50, rng=generator(3))
    assert {each.n for each in items} == {100}
    assert np.mean([each.only_a + each.only_b for each in items]) == pytest.approx(100 * unequal(0.2), abs=3)


def test_more_splits_more_false_alarms():
    few, many = (resampled_alarms(0.4, splits, 300, generator(4, splits)) for splits in (5, 100))
    assert many > few + 0.2
    assert kfold_alarms(0.4, 100, 300, generator(4)) < 0.15


def test_paired_tests_on_paired_items():
    items = holdout_items(0.4, trials=200, rng=generator(5))
    assert item_alarms("McNemar", items) <= item_alarms("proportions", items)


def test_the_error_of_a_rate():
    kept = 50.5 / 1001
    assert rate_error(0.05, 1000) == pytest.approx(100 * math.sqrt(kept * (1 - kept) / 1000))
    assert rate_error(0.05, 1000, 1000) == pytest.approx(math.sqrt(2) * rate_error(0.05, 1000))
    assert rate_error(0.0, 1000) > 0


@pytest.mark.parametrize(
    ("share", "status"), [(0.02, "holds"), (0.04, "unsure"), (0.06, "differs"), (0.2, "differs")]
)
def test_a_claim_is_met_or_not(share, status):
    assert rate_cell("test", "highest", share, 1000, said=(0.0, 5.0), words="acceptable").status == status


def test_without_a_claim_nothing_is_compared():
    assert rate_cell("test", "error 0.1", 0.05, 1000).status == "unprinted"


def test_intervals_stay_between_0_and_100():
    series = rate_series("test", [1, 2], [0.0, 1.0], 20)
    assert (min(series.low), max(series.high)) == (0.0, 100.0)
    assert list(series.y) == [0.0, 100.0]


def test_a_table_of_alarms_has_claims_and_bars():
    shares = {"one": {"x": 0.1, "y": 0.2}, "two": {"x": 0.3, "y": 0.04}}
    cells, panel = alarm_table(shares, 100, exceeding=("y",))
    assert [(c.row, c.column, c.computed, c.status) for c in cells[4:]] == [
        ("x", "highest", 30.0, "differs"),
        ("y", "highest", 20.0, "holds"),
    ]
    assert [c.published for c in cells[4:]] == [pytest.approx((0.0, 5.5)), pytest.approx((5.5, 100.0))]
    assert panel.level == 5
    assert [(series.label, series.x, series.kind) for series in panel.series] == [
        ("one", ["x", "y"], "bars"),
        ("two", ["x", "y"], "bars"),
    ]
