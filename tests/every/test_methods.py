"""What every method owes, on a draw of the first world that its record names."""

import dataclasses
import json
import math

import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
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
from bakeoff.core.verdict import Basis, Verdict
from bakeoff.designs import DESIGNS
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.report.terminal import full_text
from bakeoff.worlds import WORLDS

KEYS = METHODS.keys()
ALTERNATIVES = ("two-sided", "greater", "less")
SCORES = (PairedScores, FoldScores, SampleScores, DatasetScores, LayoutScores)
# Methods that count who is ahead, or judge by the spread of rates, see chance even in equal differences.
COUNTING = {"sign", "cv-sign", "wilcoxon", "two-standard-errors"}
SCORED = [key for key in KEYS if METHODS[key].takes in SCORES]
BY_SPREAD = [key for key in SCORED if key not in COUNTING]
RATIOS_OF_SQUARES = {"five-by-two-f", "one-way-anova", "quasi-f"}


def kind_of(method):
    """What a world must be able to draw for a method."""
    return method.designs[0] if method.takes is FoldScores else method.takes


def draw(key, effect=0.0, rng=0):
    method = METHODS[key]
    world = WORLDS[(method.valid_in + method.invalid_in)[0]]
    return world.draw[kind_of(method)](effect, np.random.default_rng(rng))


def compute(key, outcomes, alternative="two-sided", level=0.95, **options):
    options |= {"resamples": 500} if "resamples" in METHODS[key].options else {}
    return METHODS[key].compute(outcomes, level=level, alternative=alternative, **options)


def with_difference(outcomes, difference):
    """The same outcomes where A is ahead of B by one amount everywhere."""
    if isinstance(outcomes, PairedItems):
        return PairedItems(only_a=0, only_b=0, n=outcomes.n, both_right=outcomes.both_right)
    if isinstance(outcomes, RatePair):
        return RatePair(
            errors_a=outcomes.errors_a, n_a=outcomes.n_a, errors_b=outcomes.errors_a, n_b=outcomes.n_a
        )
    if isinstance(outcomes, PairedLabels):
        table = outcomes.table.sum(axis=2)[:, :, None] * np.eye(2, dtype=int)
        return dataclasses.replace(outcomes, table=table)
    changed = {"a": outcomes.b + difference}
    for name in ("halves", "items"):
        if getattr(outcomes, name, None) is not None:
            changed[name] = np.full_like(getattr(outcomes, name), difference)
    if isinstance(outcomes, JudgedItems):
        changed["human_a"] = outcomes.human_b + difference
    return dataclasses.replace(outcomes, **changed)


def verdict_of(key, result):
    return Verdict(decision="undecided", result=result, basis=Basis(of="items", counts=(9,)), alpha=0.05)


@in_one_test("key", KEYS)
def test_record_says_what_a_reader_needs(key):
    record = METHODS[key]
    assert record.question.endswith("?")
    assert record.references
    assert record.assumptions
    assert dataclasses.is_dataclass(record.takes)
    assert set(record.designs) <= set(DESIGNS)
    assert bool(record.designs) == (record.takes is FoldScores)
    assert not (record.unsound and record.risk)


@in_one_test("key", KEYS)
def test_worlds_of_a_record_exist_and_draw_what_it_takes(key):
    record = METHODS[key]
    named = record.valid_in + record.invalid_in
    assert named, "a record names a world in which it was measured"
    assert not set(record.valid_in) & set(record.invalid_in)
    for world in named:
        outcomes = WORLDS[world].draw[kind_of(record)](0.0, np.random.default_rng(0))
        assert isinstance(outcomes, record.takes)


def test_an_unsound_method_is_valid_only_where_its_one_false_supposition_holds():
    valid = {key: METHODS[key].valid_in for key in KEYS if METHODS[key].unsound and METHODS[key].valid_in}
    assert valid == {"resampled-t": ("independent-folds",)}
    assert all(METHODS[key].invalid_in for key in KEYS if METHODS[key].unsound)


EXAMPLES = [
    pytest.param(method.key, example, id=f"{method.key}-{i}")
    for method in METHODS
    for i, example in enumerate(method.examples)
]


@pytest.mark.parametrize(("key", "example"), EXAMPLES)
def test_examples_hold(key, example):
    result = compute(key, example.outcomes, **example.options)
    for name, expected in example.expected.items():
        # Printed values are given to eight decimals or more.
        assert getattr(result, name) == pytest.approx(expected, rel=1e-9, abs=5e-9), (name, example.source)


@in_one_test("alternative", ALTERNATIVES)
@in_one_test("key", KEYS)
def test_answer_is_whole_and_says_whose_it_is(key, alternative):
    outcomes = draw(key, effect=0.02)
    result = compute(key, outcomes, alternative)
    assert (result.method, result.level, result.alternative) == (key, 0.95, alternative)
    assert result.interval.low <= result.estimate <= result.interval.high
    assert 0 < result.p_value <= 1
    assert result.n >= 1
    bound = math.inf if METHODS[key].takes in (*SCORES, PairedLabels, JudgedItems) else 1
    if alternative == "greater":
        assert (math.isfinite(result.interval.low), result.interval.high) == (True, bound)
    elif alternative == "less":
        assert (result.interval.low, math.isfinite(result.interval.high)) == (-bound, True)
    else:
        assert np.isfinite([result.interval.low, result.interval.high]).all()


ALSO = [(method.key, kind) for method in METHODS for kind in method.also_takes]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("key", "kind"), ALSO)
def test_other_kinds_of_outcomes_are_answered_as_well(key, kind, alternative):
    outcomes = WORLDS["independent-items"].draw[kind](0.02, np.random.default_rng(0))
    result = compute(key, outcomes, alternative)
    assert (result.method, result.alternative, result.n) == (key, alternative, 200)
    assert result.interval.low <= result.estimate <= result.interval.high
    assert 0 < result.p_value <= 1
    same = compute(key, with_difference(outcomes, 0.0), alternative)
    assert (same.estimate, same.p_value, same.degenerate) == (0, 1, True)
    assert same.interval.low <= 0 <= same.interval.high


def chance_of_equal_errors(rates):
    """That the errors of A on two sets of her size fall in halves: both tails of an exact test count it."""
    errors, n = rates.errors_a, rates.n_a
    return stats.hypergeom.pmf(errors, 2 * n, 2 * errors, n)


@in_one_test("alternative", ALTERNATIVES)
@in_one_test("key", KEYS)
def test_identical_sides_are_no_difference(key, alternative):
    result = compute(key, with_difference(draw(key), 0.0), alternative)
    assert result.estimate == 0
    assert result.interval.low <= 0 <= result.interval.high
    assert result.notes
    assert result.direction == 0
    # Two means or rates of their own that happen to be equal are even, not identical.
    even = METHODS[key].takes is RatePair or key in ("unpaired-t", "one-way-anova")
    one_sided = 0.5 if key != "two-proportion-exact" else (1 + chance_of_equal_errors(draw(key))) / 2
    expected = 1 if alternative == "two-sided" or not even else one_sided
    assert result.p_value == pytest.approx(expected, rel=1e-9)


@in_one_test("hidden", [False, True])
@in_one_test("key", BY_SPREAD)
def test_equal_differences_leave_nothing_to_judge_by(key, hidden):
    outcomes = draw(key)
    if not hidden or key in ("unpaired-t", "one-way-anova"):
        outcomes = dataclasses.replace(outcomes, b=np.full_like(outcomes.b, 0.7))
    outcomes = with_difference(outcomes, 0.1)
    p = {alternative: compute(key, outcomes, alternative).p_value for alternative in ALTERNATIVES}
    assert p == {"two-sided": 0, "greater": 0, "less": 1}
    result = compute(key, outcomes)
    assert result.statistic == math.inf
    assert result.degenerate
    assert result.notes
    assert result.estimate == pytest.approx(0.1, rel=1e-12)
    assert result.interval.low == pytest.approx(0.1, rel=1e-12)
    behind = compute(key, with_difference(outcomes, -0.1))
    assert behind.statistic == (math.inf if key in RATIOS_OF_SQUARES else -math.inf)
    assert behind.direction == -1


@pytest.mark.parametrize("key", ["sign", "cv-sign", "wilcoxon"])
def test_counting_methods_see_only_wins_in_equal_differences(key):
    result = compute(key, with_difference(draw(key), 0.1))
    assert 0 < result.p_value < 0.01
    assert not result.degenerate
    assert result.estimate == pytest.approx(0.1, rel=1e-12)


@in_one_test("difference", [None, 0.0, 0.1, -0.1])
@in_one_test("key", KEYS)
def test_verdict_is_strict_json_and_plain_text(key, difference):
    outcomes = draw(key, effect=0.01)
    outcomes = outcomes if difference is None else with_difference(outcomes, difference)
    for alternative in ALTERNATIVES:
        verdict = verdict_of(key, compute(key, outcomes, alternative))
        given = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
        assert given["method"] == key
        assert (given["interval"][1] is None) == math.isinf(verdict.result.interval.high)
        assert "nan" not in full_text(verdict).replace("unanimous", "")


# The fewest fold scores, samples, items or data sets, and one fewer.
ONE = {"a": [0.9], "b": [0.8]}
TOO_FEW = {
    "delong": RankedItems(positive=[True, False, False], a=[1, 0, 0], b=[0, 1, 0]),
    "paired-mean": PairedScores(a=[0.9, 0.8], b=[0.8, 0.8], clusters=[3, 3]),
    "jackknife": PairedLabels(
        table=np.array([[[3, 1], [0, 0]], [[0, 0], [0, 2]]]),
        labels=(0, 1),
        metric=METRICS["accuracy"].compute,
        clusters=ClusterKinds(
            kind=np.array([0, 0, 0]),
            cell=np.array([0, 1, 7]),
            count=np.array([3, 1, 2]),
            repeats=np.array([1]),
        ),
    ),
    "paired-t": SampleScores(**ONE),
    "unpaired-t": SampleScores(a=[0.9], b=[0.8, 0.7], paired=False),
    "one-way-anova": SampleScores(a=[0.9, 0.8], b=[0.8], paired=False),
    "quasi-f": LayoutScores(a=[[1, 0, 1]], b=[[0, 0, 1]]),
}
FOLDS = [
    key
    for key in KEYS
    if METHODS[key].takes is FoldScores and key not in ("two-standard-errors", "half-sample-t")
]


@pytest.mark.parametrize("key", TOO_FEW)
def test_too_few_to_judge_by_names_method_and_count(key):
    with pytest.raises(InputError, match=rf"{key} needs at least 2 .*; got .*1\b"):
        compute(key, TOO_FEW[key])


@in_one_test("key", [key for key in FOLDS if not key.startswith("five-by-two")])
def test_one_fold_score_is_too_few(key):
    single = FoldScores(a=[[0.9]], b=[[0.8]], design=DESIGNS["holdout"]())
    with pytest.raises(InputError, match=rf"{key} needs at least .*; got 1\b"):
        compute(key, single)


@pytest.mark.parametrize("key", ["sign", "wilcoxon"])
def test_one_data_set_has_an_answer(key):
    result = compute(key, DatasetScores(**ONE))
    assert result.estimate == pytest.approx(0.1)
    assert (result.p_value, tuple(result.interval)) == (1, (-math.inf, math.inf))
    assert "too few" in result.notes[0]


@in_one_test("key", [key for key in KEYS if METHODS[key].takes is PairedItems])
@in_one_test("counts", [(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0)])
def test_one_item_has_an_answer(key, counts):
    only_a, only_b, both = counts
    result = compute(key, PairedItems(only_a=only_a, only_b=only_b, both_right=both, n=1))
    assert result.estimate == only_a - only_b
    assert result.p_value >= (0.1 if only_a + only_b else 1)
    assert result.interval.low <= 0 <= result.interval.high


@in_one_test("key", [key for key in KEYS if METHODS[key].takes is RatePair])
@in_one_test("errors", [(0, 0), (5, 5), (0, 5), (5, 0)])
def test_rates_of_0_and_1_have_an_answer(key, errors):
    for alternative in ALTERNATIVES:
        rates = RatePair(errors_a=errors[0], n_a=5, errors_b=errors[1], n_b=5)
        result = compute(key, rates, alternative)
        assert result.estimate == (errors[1] - errors[0]) / 5
        assert -1 <= result.interval.low <= result.estimate <= result.interval.high <= 1
        if alternative == "two-sided":
            assert result.p_value == 1 if errors[0] == errors[1] else result.p_value < 0.01


RIPPLE, OTHER = 1e-3 * (np.arange(40) % 5), 1e-3 * (np.arange(40) % 3)
FAR = {
    PairedItems: PairedItems(only_a=500, only_b=0, n=500, both_right=0),
    RatePair: RatePair(errors_a=160, n_a=800, errors_b=640, n_b=800),
    PairedScores: PairedScores(a=1 + RIPPLE, b=OTHER),
    SampleScores: SampleScores(a=1 + RIPPLE, b=OTHER),
    DatasetScores: DatasetScores(a=np.arange(1, 201), b=np.zeros(200)),
    LayoutScores: LayoutScores(a=1 + np.add.outer(RIPPLE, OTHER), b=np.zeros((40, 40))),
    RankedItems: RankedItems(
        positive=np.arange(800) < 400, a=np.arange(800) < 400, b=np.random.default_rng(0).random(800)
    ),
    "kfold-t": FoldScores(a=[1 + RIPPLE], b=[OTHER], design=DESIGNS["kfold"](folds=40)),
}


@in_one_test("key", [key for key in KEYS if METHODS[key].takes in FAR or key in FAR])
def test_far_tails_stay_positive(key):
    outcomes = FAR.get(key) or FAR[METHODS[key].takes]
    for alternative in ("two-sided", "greater"):
        assert 0 < compute(key, outcomes, alternative).p_value < 1e-50
