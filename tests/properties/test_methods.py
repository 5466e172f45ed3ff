"""What holds of methods whatever the data.

Scores are small multiples of 1/8, so that ties, equal differences and zeros are common and sums are exact.
Outcomes of each kind are drawn once and asked of all methods that take them.
"""

import dataclasses
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

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
from bakeoff.core.result import decide
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampling
from bakeoff.methods import METHODS
from bakeoff.methods.five_by_two_f import SCATTERED

KEYS = METHODS.keys()
ALTERNATIVES = ("two-sided", "greater", "less")
RANDOM = {"bootstrap", "permutation"}
# p-values of discrete distributions: both one-sided ones count the observed outcome.
DISCRETE = {"mcnemar-exact", "two-proportion-exact", "sign", "cv-sign", "wilcoxon", *RANDOM}
DISCRETE |= {"score-t"}  # where all items that differ speak for one side
# A ratio of squares can be large where the mean is 0: there one-sided p-values are 1/2.
SQUARES = {"five-by-two-f", "quasi-f"}
SHIFTABLE = [
    key
    for key in KEYS
    if key != "two-standard-errors" and METHODS[key].takes not in (PairedItems, PairedLabels, RatePair)
]
DESIGNS = {
    "holdout": Holdout(),
    "kfold": KFold(folds=4),
    "resampling": Resampling(splits=4),
    "repeated-kfold": RepeatedKFold(runs=3, folds=3),
    "five-by-two": FiveByTwo(),
}

unhurried = settings(deadline=None, max_examples=40)
levels = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


def eighths(shape, most=8):
    return arrays.arrays(np.float64, shape, elements=st.integers(0, most).map(lambda i: i / 8))


@st.composite
def pairs_of(draw, kind, shape, **fixed):
    most = draw(st.sampled_from([1, 2, 8]))
    return kind(a=draw(eighths(shape, most)), b=draw(eighths(shape, most)), **fixed)


@st.composite
def paired_items(draw):
    counts = draw(st.lists(st.integers(0, 40), min_size=4, max_size=4).filter(sum))
    return PairedItems(only_a=counts[0], only_b=counts[1], both_right=counts[2], n=sum(counts))


@st.composite
def rate_pairs(draw):
    n_a, n_b = draw(st.integers(1, 30)), draw(st.integers(1, 30))
    return RatePair(errors_a=draw(st.integers(0, n_a)), n_a=n_a, errors_b=draw(st.integers(0, n_b)), n_b=n_b)


@st.composite
def fold_scores(draw, design, *, halved=False, of_items=False):
    halves = draw(eighths((3, 2))) if halved else None
    items = draw(eighths((5,))) if of_items else None
    n_test = None if of_items else 16.0  # items of known folds would have to have their mean
    return draw(pairs_of(FoldScores, design.shape, design=design, n_test=n_test, halves=halves, items=items))


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


@st.composite
def judged_items(draw):
    people = draw(eighths((2, 12)))
    people[:, draw(st.integers(2, 12)) :] = np.nan
    return draw(pairs_of(JudgedItems, 12, human_a=people[0], human_b=people[1]))


@st.composite
def paired_labels(draw):
    """A joint table, or kinds of clusters and the table that they make; there are at least two clusters."""
    if draw(st.booleans()):
        table = draw(arrays.arrays(np.int64, (2, 2, 2), elements=st.integers(0, 6)).filter(np.any))
        return PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    counts = draw(arrays.arrays(np.int64, (3, 8), elements=st.integers(0, 2)))
    counts[:, 0] += 1  # no cluster is empty
    kind, cell = np.nonzero(counts)
    repeats = np.array(draw(st.lists(st.integers(1, 3), min_size=3, max_size=3)))
    kinds = ClusterKinds(kind=kind, cell=cell, count=counts[kind, cell], repeats=repeats)
    table = (repeats @ counts).reshape(2, 2, 2)
    return PairedLabels(table=table, labels=(0, 1), metric=accuracy, clusters=kinds)


OUTCOMES = {
    PairedItems: paired_items(),
    RatePair: rate_pairs(),
    PairedLabels: paired_labels(),
    RankedItems: pairs_of(RankedItems, 8, positive=np.arange(8) < 3),
    PairedScores: pairs_of(PairedScores, 8, clusters=np.arange(8) // 2),
    JudgedItems: judged_items(),
    SampleScores: pairs_of(SampleScores, 5),
    DatasetScores: pairs_of(DatasetScores, 7),
    LayoutScores: pairs_of(LayoutScores, (3, 4)),
    "halved kfold": fold_scores(DESIGNS["kfold"], halved=True),
    "kfold with items": fold_scores(DESIGNS["kfold"], of_items=True),
    **{key: fold_scores(design) for key, design in DESIGNS.items()},
}


def kinds_of(key):
    """What a method is asked with: folds of the first design that it takes, or each other kind."""
    method = METHODS[key]
    if method.takes is not FoldScores:
        return method.kinds
    with_needs = {"halvings": ("halved kfold",), "items": ("kfold with items",)}
    return with_needs[method.needs[0]] if method.needs else method.designs[:1]


def each_kind(keys=KEYS):
    """For each kind of outcomes, the methods that take it."""
    taken = {kind: [key for key in keys if kind in kinds_of(key)] for kind in OUTCOMES}
    cases = [pytest.param(kind, found, id=getattr(kind, "__name__", kind)) for kind, found in taken.items()]
    return pytest.mark.parametrize(("kind", "keys"), [case for case in cases if case.values[1]])


def test_every_method_is_asked():
    assert {kind for key in KEYS for kind in kinds_of(key)} == set(OUTCOMES)


def compute(key, outcomes, alternative="two-sided", level=0.95):
    options = {"resamples": 200} if key in RANDOM else {}
    return METHODS[key].compute(outcomes, level=level, alternative=alternative, **options)


def swap(outcomes):
    if isinstance(outcomes, PairedItems):
        return dataclasses.replace(outcomes, only_a=outcomes.only_b, only_b=outcomes.only_a)
    if isinstance(outcomes, PairedLabels):
        kinds = outcomes.clusters
        if kinds is not None:
            mirrored = np.arange(8).reshape(2, 2, 2).swapaxes(1, 2).ravel()
            kinds = dataclasses.replace(kinds, cell=mirrored[kinds.cell])
        return dataclasses.replace(outcomes, table=np.swapaxes(outcomes.table, 1, 2), clusters=kinds)
    if isinstance(outcomes, RatePair):
        return RatePair(
            errors_a=outcomes.errors_b, n_a=outcomes.n_b, errors_b=outcomes.errors_a, n_b=outcomes.n_a
        )
    people = (
        {"human_a": outcomes.human_b, "human_b": outcomes.human_a}
        if isinstance(outcomes, JudgedItems)
        else {}
    )
    return dataclasses.replace(outcomes, a=outcomes.b, b=outcomes.a, **people, **differences(outcomes, -1))


def differences(outcomes, factor):
    """What fold scores hold as differences and not by side, times a factor."""
    given = {name: getattr(outcomes, name, None) for name in ("halves", "items")}
    return {name: factor * each for name, each in given.items() if each is not None}


def scaled(outcomes, factor, shift):
    a, b = factor * outcomes.a + shift, factor * outcomes.b + shift
    people = {}
    if isinstance(outcomes, JudgedItems):
        people = {name: factor * getattr(outcomes, name) + shift for name in ("human_a", "human_b")}
    return dataclasses.replace(outcomes, a=a, b=b, **people, **differences(outcomes, factor))


def near(ours, expected):
    return ours == pytest.approx(expected, rel=1e-9, abs=1e-12)


def contradicts_nothing(key, result, level):
    low, high = result.interval
    assert low <= result.estimate <= high, key
    assert 0 <= result.p_value <= 1, key
    assert result.statistic is None or not math.isnan(result.statistic), key
    assert (low <= 0 <= high) == (decide(result, alpha=1 - level) == "undecided"), key


@each_kind()
@unhurried
@given(data=st.data(), level=levels)
def test_answers_are_numbers_that_do_not_contradict_each_other(kind, keys, data, level):
    outcomes = data.draw(OUTCOMES[kind])
    for key in keys:
        for alternative in ALTERNATIVES:
            contradicts_nothing(key, compute(key, outcomes, alternative, level), level)


def belong_together(key, both, for_a, for_b):
    total = for_a.p_value + for_b.p_value
    says_nothing = both.p_value == 1 and both.statistic in (None, 0) and both.notes
    assert total >= 1 - 1e-12, key
    if key not in DISCRETE and not (total == 2 and says_nothing):
        assert near(total, 1), key
    if not (key in SQUARES and both.estimate == 0):
        assert near(both.p_value, min(1.0, 2 * min(for_a.p_value, for_b.p_value))), key


def is_mirrored(key, result, other):
    assert near(other.estimate, -result.estimate), key
    assert near(other.p_value, result.p_value), key
    assert near(tuple(other.interval), (-result.interval.high, -result.interval.low)), key
    assert other.direction == -result.direction, key
    assert other.degenerate == result.degenerate, key


@each_kind()
@unhurried
@given(data=st.data())
def test_one_sided_p_values_belong_together_and_swapping_a_and_b_mirrors_them(kind, keys, data):
    outcomes = data.draw(OUTCOMES[kind])
    swapped = swap(outcomes)
    for key in keys:
        both, for_a, for_b = (compute(key, outcomes, alternative) for alternative in ALTERNATIVES)
        belong_together(key, both, for_a, for_b)
        is_mirrored(key, both, compute(key, swapped, "two-sided"))
        is_mirrored(key, for_a, compute(key, swapped, "less"))
        is_mirrored(key, for_b, compute(key, swapped, "greater"))


@each_kind()
@unhurried
@given(data=st.data(), alternative=st.sampled_from(ALTERNATIVES))
def test_a_higher_level_gives_a_wider_interval(kind, keys, data, alternative):
    outcomes = data.draw(OUTCOMES[kind])
    for key in keys:
        results = [compute(key, outcomes, alternative, level) for level in (0.5, 0.8, 0.95, 0.999)]
        for inner, outer in pairwise(results):
            if SCATTERED in inner.notes:
                continue  # it rejects every difference there is
            assert outer.interval.low <= inner.interval.low + 1e-12, key
            assert outer.interval.high >= inner.interval.high - 1e-12, key


@each_kind(SHIFTABLE)
@unhurried
@given(data=st.data(), factor=st.sampled_from([1, 4, 0.25]), shift=st.sampled_from([0, 3, -0.5]))
def test_unit_and_origin_of_scores_do_not_matter(kind, keys, data, factor, shift):
    outcomes = data.draw(OUTCOMES[kind])
    for key in keys:
        before, after = compute(key, outcomes), compute(key, scaled(outcomes, factor, shift))
        unit = 1 if kind is RankedItems else factor  # an area under a ROC curve has no unit
        assert near(after.p_value, before.p_value), key
        assert near(after.estimate, unit * before.estimate), key
        assert near(tuple(after.interval), tuple(unit * end for end in before.interval)), key


ANY_ORDER = {"kfold-t", "kfold-weighted-t", "resampled-t", "corrected-resampled-t", "two-standard-errors"}
ANY_ORDER |= {"half-sample-t", "cv-all-data", "cv-sign"}
# These look at the fold numbers: cv-runs averages folds of one number, five-by-two-t takes the very first.
BY_FOLD_NUMBER = {"cv-runs", "cv-runs-averaged-variance", "cv-runs-averaged-t", "five-by-two-t"}


def reordered(rng, key, outcomes):
    """The same outcomes in an order that the method must not notice."""
    places = np.arange(outcomes.a.size).reshape(outcomes.a.shape)
    if isinstance(outcomes, LayoutScores) or outcomes.a.ndim == 1 or key in ANY_ORDER:
        places = rng.permutation(places)
        places = rng.permutation(places, axis=1) if places.ndim == 2 else places
    else:
        first = 1 if key == "five-by-two-t" else 0
        places = np.vstack([places[:first], rng.permutation(places[first:])])
        if key not in BY_FOLD_NUMBER:
            places = rng.permuted(places, axis=1)
    changed = {"a": outcomes.a.ravel()[places], "b": outcomes.b.ravel()[places]}
    for name in ("positive", "clusters", "human_a", "human_b"):
        if getattr(outcomes, name, None) is not None:
            changed[name] = getattr(outcomes, name)[places]
    return dataclasses.replace(outcomes, **changed)


@each_kind([*SHIFTABLE, "two-standard-errors"])
@unhurried
@given(data=st.data(), seed=st.integers(0, 99))
def test_order_does_not_matter(kind, keys, data, seed):
    outcomes = data.draw(OUTCOMES[kind])
    for key in keys:
        before = compute(key, outcomes)
        after = compute(key, reordered(np.random.default_rng(seed), key, outcomes))
        assert near(after.p_value, before.p_value), key
        assert near(after.estimate, before.estimate), key
        assert near(tuple(after.interval), tuple(before.interval)), key


@each_kind(sorted(RANDOM))
@unhurried
@given(data=st.data())
def test_same_rng_same_answer(kind, keys, data):
    outcomes = data.draw(OUTCOMES[kind])
    for key in keys:
        assert compute(key, outcomes) == compute(key, outcomes), key


@pytest.mark.parametrize("key", [key for key in KEYS if METHODS[key].takes is PairedItems])
@given(counts=st.tuples(st.integers(0, 30), st.integers(0, 30)), more=st.integers(1, 10))
def test_more_wins_are_more_evidence(key, counts, more):
    only_a, only_b = counts
    assume(only_a + only_b)
    fewer, extra = (
        compute(key, PairedItems(only_a=won, only_b=only_b, both_right=0, n=100), "greater").p_value
        for won in (only_a, only_a + more)
    )
    assert extra <= fewer + 1e-12
