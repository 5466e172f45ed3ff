"""Every method: its interval says what its test says, and nothing depends on who is called A.

Outcomes are drawn with differences from none to many standard errors, often rounded so that ties, zeros and
equal differences are common.
"""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.properties.test_methods import DESIGNS, each_kind, swap

from bakeoff.core.outcomes import (
    ClusterKinds,
    DatasetScores,
    FoldScores,
    JudgedItems,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.result import SAID, decide, level_of, rejects
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import signed

KEYS = METHODS.keys()
ALTERNATIVES = ("two-sided", "greater", "less")
MIRROR = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
BETTER = {"a-better": "b-better", "b-better": "a-better", "undecided": "undecided"}
COUNTS_WINS = {"sign", "cv-sign", "wilcoxon"}
ALPHAS = st.one_of(st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.2]), st.floats(0.001, 0.2))
SEEDS = st.integers(0, 10_000)
FEW = settings(deadline=None, max_examples=30)


def gain(rng):
    """A difference in units of the standard deviation of one score."""
    return rng.choice([0, 0.5, 1, 2, 5]) * rng.choice([-1, 1])


def scores(rng, shape):
    """Scores of A and B: as they are, or rounded to eighths."""
    b = rng.normal(0.5, 0.2, shape)
    a = b + rng.normal(0.2 * gain(rng), 0.2, shape)
    return [np.round(8 * side) / 8 for side in (a, b)] if rng.random() < 0.5 else [a, b]


def items(rng):
    both, a, b, neither = rng.integers(0, rng.choice([5, 30, 60], 4)) + np.array([0, 0, 0, 1])
    return PairedItems(only_a=int(a), only_b=int(b), both_right=int(both), n=int(a + b + both + neither))


def rates(rng):
    n_a, n_b = (int(n) for n in rng.integers(1, 80, 2))
    errors = [int(rng.integers(0, n + 1)) for n in (n_a, n_b)]
    return RatePair(errors_a=errors[0], n_a=n_a, errors_b=errors[1], n_b=n_b)


def labels(rng):
    """Two classes, single items or clusters, by accuracy or F1; the positive class is said at least once."""
    metric = METRICS[rng.choice(["accuracy", "f1"])]
    kinds = rng.integers(0, rng.choice([2, 8], 8), (3, 8)) * (rng.random((3, 8)) < 0.6)
    kinds[:, 7] += 1
    repeats = rng.integers(1, 4, 3)
    kind, cell = np.nonzero(kinds)
    clusters = ClusterKinds(kind=kind, cell=cell, count=kinds[kind, cell], repeats=repeats)
    return PairedLabels(
        table=(repeats @ kinds).reshape(2, 2, 2),
        labels=(0, 1),
        metric=signed(metric, 1 if metric.per_class else None),
        span=1.0,
        clusters=clusters if rng.random() < 0.5 else None,
    )


def ranked(rng):
    positive = np.arange(24) < 9
    a, b = scores(rng, 24)
    clusters = np.arange(24) % 8 if rng.random() < 0.5 else None
    return RankedItems(positive=positive, a=a + 0.3 * positive * rng.random(), b=b, clusters=clusters)


def by_judge(rng):
    a, b = scores(rng, 24)
    human_a, human_b = (np.where(np.arange(24) < 10, each, np.nan) for each in scores(rng, 24))
    clusters = np.arange(24) % 8 if rng.random() < 0.5 else None
    return JudgedItems(a=a, b=b, human_a=human_a, human_b=human_b, clusters=clusters)


def by_item(rng):
    a, b = scores(rng, 24)
    return PairedScores(a=a, b=b, clusters=np.arange(24) // 3 if rng.random() < 0.5 else None)


def of_folds(design, halved=False, of_items=False):
    def draw(rng):
        a, b = scores(rng, design.shape)
        halves = np.mean(a - b) + rng.normal(0, 0.1, (3, 2)) if halved else None
        items = np.mean(a - b) + rng.normal(0, 0.3, 64) if of_items else None
        a, b = np.clip(a, 0, 1), np.clip(b, 0, 1)
        return FoldScores(a=a, b=b, design=design, n_test=16.0, halves=halves, items=items)

    return draw


def pair_of(kind, shape):
    return lambda rng: kind(**dict(zip("ab", scores(rng, shape), strict=True)))


DRAWS = {
    PairedItems: items,
    RatePair: rates,
    PairedLabels: labels,
    RankedItems: ranked,
    PairedScores: by_item,
    JudgedItems: by_judge,
    SampleScores: pair_of(SampleScores, 9),
    DatasetScores: pair_of(DatasetScores, 14),
    LayoutScores: pair_of(LayoutScores, (4, 6)),
    "halved kfold": of_folds(DESIGNS["kfold"], halved=True),
    "kfold with items": of_folds(DESIGNS["kfold"], of_items=True),
    **{key: of_folds(design) for key, design in DESIGNS.items()},
}


def drawn(kind, seed):
    return DRAWS[kind](np.random.default_rng(seed))


def compute(key, outcomes, alternative, level):
    options = {"resamples": 200} if "resamples" in METHODS[key].options else {}
    return METHODS[key].compute(outcomes, level=level, alternative=alternative, **options)


def agrees(key, result, alpha):
    """The decision, the p-value and the interval say the same of 0; what was done to make them is told."""
    (low, high), decision = result.interval, decide(result, alpha=alpha)
    assert low <= result.estimate <= high, key
    assert (low > 0, high < 0) == (decision == "a-better", decision == "b-better"), (key, result)
    if rejects(result.p_value, alpha) != (decision != "undecided"):
        # A few statistics need not point where the estimate does: then no side is favoured, which is told.
        asked = {"two-sided": (1, -1), "greater": (1,), "less": (-1,)}[result.alternative]
        assert result.direction not in asked, (key, result)
        assert result.notes, (key, result)
    told = SAID.get(result.interval_was)
    assert [note for note in result.notes if note in SAID.values()] == ([told] if told else []), key


@each_kind()
@FEW
@given(seed=SEEDS, alpha=ALPHAS)
@example(seed=7903, alpha=0.05)  # a statistic that does not point where the estimate does
def test_a_method_decides_exactly_where_its_interval_excludes_0(kind, keys, seed, alpha):
    outcomes = drawn(kind, seed)
    for key in keys:
        for alternative in ALTERNATIVES:
            agrees(key, compute(key, outcomes, alternative, level_of(alpha)), alpha)


@pytest.mark.parametrize("key", [key for key in KEYS if METHODS[key].takes is PairedItems])
@given(
    counts=st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40)),
    alpha=ALPHAS,
    alternative=st.sampled_from(ALTERNATIVES),
)
@example(counts=(22, 5, 7), alpha=0.001, alternative="two-sided")
@example(counts=(50, 49, 9901), alpha=0.05, alternative="two-sided")
def test_counts_of_any_size_agree(key, counts, alpha, alternative):
    only_a, only_b, both = counts
    outcomes = PairedItems(only_a=only_a, only_b=only_b, both_right=both, n=sum(counts) + 1)
    agrees(key, compute(key, outcomes, alternative, level_of(alpha)), alpha)


def near(ours, expected):
    return ours == pytest.approx(expected, rel=1e-9, abs=1e-12)


def mirrors(key, result, other):
    assert near(other.estimate, -result.estimate), key
    assert near(tuple(other.interval), (-result.interval.high, -result.interval.low)), key
    assert near(other.p_value, result.p_value), key
    assert other.df is None or near(other.df, result.df), key
    assert (other.direction, other.degenerate) == (-result.direction, result.degenerate), key
    assert (other.n, other.resamples) == (result.n, result.resamples), key
    assert (other.notes, other.interval_was) == (result.notes, result.interval_was), key
    if result.statistic is not None and key not in COUNTS_WINS:
        assert near(abs(other.statistic), abs(result.statistic)), key
        assert other.statistic == result.statistic or near(other.statistic, -result.statistic), key


@pytest.mark.slow
@each_kind()
@FEW
@given(seed=SEEDS, alpha=ALPHAS)
def test_exchanging_a_and_b_mirrors_every_number(kind, keys, seed, alpha):
    outcomes = drawn(kind, seed)
    swapped = swap(outcomes)
    for key in keys:
        for alternative in ALTERNATIVES:
            result = compute(key, outcomes, alternative, level_of(alpha))
            other = compute(key, swapped, MIRROR[alternative], level_of(alpha))
            mirrors(key, result, other)
            assert decide(other, alpha=alpha) == BETTER[decide(result, alpha=alpha)], key


def even(outcomes):
    """Outcomes that exchanging A and B does not change."""
    if isinstance(outcomes, PairedLabels):
        table = outcomes.table + outcomes.table.swapaxes(1, 2)
        return dataclasses.replace(outcomes, table=table, clusters=None)
    together = {"a": np.append(outcomes.a, outcomes.b), "b": np.append(outcomes.b, outcomes.a)}
    if isinstance(outcomes, RankedItems):
        together["positive"] = np.append(outcomes.positive, outcomes.positive)
    return dataclasses.replace(outcomes, **together, clusters=None)


RESAMPLED = [(key, kind) for key in KEYS for kind in METHODS[key].kinds if "rng" in METHODS[key].options]


@pytest.mark.parametrize(("key", "kind"), RESAMPLED)
@settings(deadline=None, max_examples=10)
@given(seed=SEEDS)
def test_where_a_and_b_are_even_draws_favour_neither(key, kind, seed):
    outcomes = even(drawn(kind, seed))
    both, for_a, for_b = (compute(key, outcomes, alternative, 0.9) for alternative in ALTERNATIVES)
    assert (both.estimate, both.p_value) == (0, 1)
    assert near(both.interval.low, -both.interval.high)
    assert near((for_a.p_value, for_a.interval.low), (for_b.p_value, -for_b.interval.high))
    assert math.isfinite(both.interval.high)
