"""Dietterich's simulated learners.

Each comparison of a rate or moment is made at 4 standard errors of the difference, which a right
simulation misses with probability 6e-5; the rng is fixed.
"""

import math

import numpy as np
import pytest

from bakeoff.core.rng import generator
from bakeoff.lab.papers._dietterich_simulated import (
    ITEMS,
    RATES,
    alarms,
    differences,
    halves,
    holdout_items,
    item_alarms,
    kfold_alarms,
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


@pytest.mark.parametrize(("test", "rate", "theirs"), CASES)
def test_rates_agree_with_another_program(test, rate, theirs):
    ours, other = alarms(test, rate, TRIALS, 0), theirs / 100
    error = math.sqrt((ours * (1 - ours) + other * (1 - other)) / TRIALS)
    assert abs(ours - other) < 4 * error


def test_both_learners_err_as_often():
    a, b = halves(0.4)
    assert a.mean() == pytest.approx(b.mean()) == pytest.approx(0.4)
    assert a.tolist() == b[::-1].tolist()


def unequal(rate):
    """The chance that just one of the two errs on an item."""
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
