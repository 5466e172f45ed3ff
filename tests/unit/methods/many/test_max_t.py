"""The joint reference against a plain bootstrap of rows, and what intervals and p-values owe each other."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.methods.many._joint import Totals, pairs_of
from bakeoff.methods.many.max_t import critical_value, max_t, share_beyond

RESAMPLES = 4000


def _models(n=150, k=4, seed=0, rates=(0.9, 0.85, 0.8, 0.7)):
    rng = np.random.default_rng(seed)
    hard = rng.random((n, 1))
    return (0.5 * hard + 0.5 * rng.random((n, k)) < np.array(rates[:k])).astype(float)


def _joint(right, resamples=RESAMPLES):
    kinds, repeats = np.unique(right, axis=0, return_counts=True)
    first, second = pairs_of(right.shape[1])
    differing = np.sum(right[:, first] != right[:, second], axis=0)
    units = Totals(total=kinds, size=np.ones(len(kinds)), repeats=repeats)
    return units.joint(differing=differing, span=1.0, resamples=resamples)


def _by_rows(right, resamples, seed=1):
    """The largest studentised deviation, drawn row by row."""
    rng = np.random.default_rng(seed)
    n, k = right.shape
    first, second = np.triu_indices(k, 1)
    apart = right[:, first] - right[:, second]
    largest = []
    for _ in range(resamples):
        drawn = apart[rng.integers(0, n, n)]
        error = drawn.std(axis=0, ddof=1) / np.sqrt(n)
        largest.append(np.max(np.abs(drawn.mean(axis=0) - apart.mean(axis=0)) / error))
    return np.sort(largest)


def test_the_critical_value_is_that_of_a_bootstrap_of_rows():
    right = _models()
    joint = _joint(right)
    found = max_t(joint, joint.deviations(RESAMPLES, 0), alpha=0.05)
    by_rows = _by_rows(right, RESAMPLES)
    # Both are quantiles of 4000 draws: 40 ranks are 4 standard errors of the number beyond, one in 15000.
    low, high = by_rows[[-201 - 60, -201 + 60]]
    assert low < found.critical < high
    first, second = np.triu_indices(4, 1)
    apart = right[:, first] - right[:, second]
    assert joint.estimates == pytest.approx(apart.mean(axis=0), abs=1e-12)
    assert joint.errors == pytest.approx(apart.std(axis=0, ddof=1) / np.sqrt(len(right)), rel=1e-12)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
def test_an_interval_excludes_zero_exactly_where_p_is_at_most_alpha(alpha):
    for seed in range(8):
        joint = _joint(_models(seed=seed, rates=(0.9, 0.8, 0.6, 0.55)), 1000)
        found = max_t(joint, joint.deviations(1000, seed), alpha=alpha)
        assert ((found.low > 0) | (found.high < 0)).tolist() == (found.p_values <= alpha).tolist()


def test_p_values_follow_the_rule_of_one_more():
    largest = np.arange(1.0, 100.0)
    assert share_beyond(largest, np.array([0.0, 50.0, 99.0, 100.0])).tolist() == [1.0, 0.51, 0.02, 0.01]
    assert critical_value(largest, 0.05) == 95.0
    assert critical_value(largest, 0.005) == np.inf


def test_models_that_answer_alike_are_left_out_and_have_p_1():
    right = _models()
    twice = np.column_stack([right, right[:, 0]])
    alone, joint = _joint(right), _joint(twice)
    found = max_t(joint, joint.deviations(RESAMPLES, 0), alpha=0.05)
    assert found.p_values[3] == 1.0
    assert (found.low[3], found.high[3]) == (0.0, 0.0)
    # A copy adds no pair that could be larger.
    without = max_t(alone, alone.deviations(RESAMPLES, 0), alpha=0.05)
    assert found.critical == pytest.approx(without.critical, abs=0.15)


def test_step_down_decides_at_least_as_much():
    joint = _joint(_models(rates=(0.9, 0.8, 0.6, 0.55)))
    deviations = joint.deviations(RESAMPLES, 0)
    single = max_t(joint, deviations, alpha=0.05).p_values
    stepped = max_t(joint, deviations, alpha=0.05, step_down=True).p_values
    assert np.all(stepped <= single)
    assert stepped.min() == single.min()


def test_a_baseline_needs_a_smaller_critical_value():
    joint = _joint(_models())
    deviations = joint.deviations(RESAMPLES, 0)
    first, _ = pairs_of(4)
    with_first = max_t(joint, deviations, alpha=0.05, family=first == 0)
    assert 1.96 < with_first.critical < max_t(joint, deviations, alpha=0.05).critical


@pytest.mark.slow
def test_many_units_have_a_normal_reference_with_tukeys_critical_value():
    # Equally correlated models: the largest pair is the studentised range, exactly 3.633 / sqrt(2) at k = 4.
    rng = np.random.default_rng(3)
    right = rng.normal(size=(20_000, 4))
    units = Totals(total=right, size=np.ones(len(right)), repeats=np.ones(len(right), dtype=np.int64))
    joint = units.joint(differing=np.full(6, 20_000), span=np.inf, resamples=1_000_000)
    assert joint.normal
    found = max_t(joint, joint.deviations(100_000, 0), alpha=0.05)
    tukey = stats.studentized_range.ppf(0.95, 4, np.inf) / np.sqrt(2)
    assert found.critical == pytest.approx(tukey, abs=0.02)  # 5 standard errors of the quantile


def test_clusters_have_the_error_of_a_ratio():
    rng = np.random.default_rng(5)
    size = rng.integers(1, 6, 40).astype(float)
    total = rng.binomial(size.astype(int)[:, None], [0.6, 0.7, 0.9], (40, 3)).astype(float)
    units = Totals(total=total, size=size, repeats=np.ones(40, dtype=np.int64))
    joint = units.joint(differing=np.full(3, 40), span=1.0, resamples=100)
    first, second = pairs_of(3)
    for at, (i, j) in enumerate(zip(first, second, strict=True)):
        apart = total[:, i] - total[:, j]
        gap = apart.sum() / size.sum()
        error = np.sqrt(40 / 39 * np.sum((apart - gap * size) ** 2)) / size.sum()
        assert (joint.estimates[at], joint.errors[at]) == pytest.approx((gap, error))


def test_the_variance_of_a_value_is_that_of_the_difference_from_0():
    right = _models()
    kinds, repeats = np.unique(np.column_stack([right, np.zeros(len(right))]), axis=0, return_counts=True)
    size = 1.0 + np.arange(len(kinds)) % 3
    units = Totals(total=kinds * size[:, np.newaxis], size=size, repeats=repeats)
    joint = units.joint(differing=np.ones(10, dtype=np.int64), span=1.0, resamples=100)
    assert units.variances[:4] == pytest.approx(joint.errors[pairs_of(5)[1] == 4] ** 2)
    assert units.variances[4] == 0
