"""Every claim of a record about a world, measured: size at no difference, coverage away from it.

A method holds its level in a world if it rejects a true null at most 7.5 % of the time at a nominal
5 %, and if its 95 % interval covers the truth at least 92.5 % of the time: Bradley's (1978) liberal
criterion. Each measurement draws 2000 outcomes with a fixed rng. A claim is called false only if a
rate on the right side of the bound would give such a count with probability below 1e-4: that is the
false-alarm rate of each of these tests.
"""

import pytest
from scipy.stats import binom

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

BOUND, DRAWS, FALSE_ALARM = 0.075, 2000, 1e-4
SIMULATED = {"bootstrap", "permutation"}  # methods that draw at random themselves: a thousand resamples each

HOLDS = [(m.key, world) for m in METHODS for world in m.valid_in]
FAILS = [(m.key, world) for m in METHODS for world in m.invalid_in]
AWAY = [(key, world, effect) for key, world in HOLDS for effect in WORLDS[world].effects]


def results(key, world, effect):
    method = METHODS[key]
    kind = method.designs[0] if method.takes is FoldScores else method.takes
    draw, rng = WORLDS[world].draw[kind], generator(2026, "calibration", key, world, effect)
    options = {"resamples": 1000} if key in SIMULATED else {}
    for _ in range(DRAWS):
        yield method.compute(draw(effect, rng), level=0.95, alternative="two-sided", **options)


def too_often(count):
    """Whether so many failures are too many for a rate of at most the bound."""
    return binom.sf(count - 1, DRAWS, BOUND) < FALSE_ALARM


@pytest.mark.parametrize(("key", "world"), HOLDS)
def test_it_holds_its_level_where_the_record_says_so(key, world):
    rejected = sum(result.p_value < 0.05 for result in results(key, world, 0.0))
    assert not too_often(rejected), f"{key} rejected {rejected} of {DRAWS} true nulls in {world}"


@pytest.mark.parametrize(("key", "world"), FAILS)
def test_it_misses_its_level_where_the_record_says_so(key, world):
    rejected = sum(result.p_value < 0.05 for result in results(key, world, 0.0))
    assert too_often(rejected), f"{key} rejected only {rejected} of {DRAWS} true nulls in {world}"


@pytest.mark.parametrize(("key", "world", "effect"), AWAY)
def test_its_interval_covers_the_truth_away_from_the_null(key, world, effect):
    missed = sum(not r.interval.low <= effect <= r.interval.high for r in results(key, world, effect))
    assert not too_often(missed), f"{key} missed {effect} in {missed} of {DRAWS} draws from {world}"


def test_every_method_makes_a_claim_that_is_measured():
    assert not [m.key for m in METHODS if not m.valid_in + m.invalid_in]
