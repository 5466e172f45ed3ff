"""Every claim of a record about a world, measured: size at no difference, coverage away from it.

A method holds its level in a world if it rejects a true null at most 7.5 % of the time at a nominal
5 %, and if its 95 % interval covers the truth at least 92.5 % of the time: Bradley's (1978) liberal
criterion. Each measurement draws 2000 outcomes with a fixed rng, the same for all methods that are
measured there. A claim is called false only if a rate on the right side of the bound would give such
a count with probability below 1e-4: that is the false-alarm rate of each of these tests.
"""

from functools import lru_cache

import pytest
from scipy.stats import binom

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

BOUND, DRAWS, FALSE_ALARM = 0.075, 2000, 1e-4
# The least number of failures that is too large for a rate of at most the bound.
TOO_MANY = int(binom.isf(FALSE_ALARM, DRAWS, BOUND)) + 1
SIMULATED = {"bootstrap", "permutation"}  # methods that draw at random themselves: 500 resamples each


def kind_of(key):
    """What a world must draw for a method."""
    method = METHODS[key]
    return method.designs[0] if method.takes is FoldScores else method.takes


def by_draws(claims):
    """Claims that are measured on the same draws next to each other."""
    return sorted(claims, key=lambda claim: (claim[1:], str(kind_of(claim[0]))))


HOLDS = by_draws((m.key, world) for m in METHODS for world in m.valid_in)
FAILS = by_draws((m.key, world) for m in METHODS for world in m.invalid_in)
AWAY = by_draws((key, world, effect) for key, world in HOLDS for effect in WORLDS[world].effects)


@lru_cache(maxsize=1)
def drawn(world, kind, effect):
    rng = generator(2026, "calibration", world, str(kind), effect)
    return [WORLDS[world].draw[kind](effect, rng) for _ in range(DRAWS)]


def failures(key, world, effect, failed):
    """How many results fail; not counted on where there are too many already."""
    options = {"resamples": 500} if key in SIMULATED else {}
    count = 0
    for outcomes in drawn(world, kind_of(key), effect):
        result = METHODS[key].compute(outcomes, level=0.95, alternative="two-sided", **options)
        count += failed(result)
        if count == TOO_MANY:
            break
    return count


def rejected(key, world):
    return failures(key, world, 0.0, lambda result: result.p_value < 0.05)


def test_the_bound_is_the_one_stated():
    assert binom.sf(TOO_MANY - 1, DRAWS, BOUND) < FALSE_ALARM <= binom.sf(TOO_MANY - 2, DRAWS, BOUND)


@pytest.mark.parametrize(("key", "world"), HOLDS)
def test_it_holds_its_level_where_the_record_says_so(key, world):
    assert rejected(key, world) < TOO_MANY, f"{key} rejects too many true nulls in {world}"


@pytest.mark.parametrize(("key", "world"), FAILS)
def test_it_misses_its_level_where_the_record_says_so(key, world):
    count = rejected(key, world)
    assert count == TOO_MANY, f"{key} rejected only {count} of {DRAWS} true nulls in {world}"


@pytest.mark.parametrize(("key", "world", "effect"), AWAY)
def test_its_interval_covers_the_truth_away_from_the_null(key, world, effect):
    missed = failures(key, world, effect, lambda r: not r.interval.low <= effect <= r.interval.high)
    assert missed < TOO_MANY, f"{key} misses {effect} in too many draws from {world}"


def test_every_method_makes_a_claim_that_is_measured():
    assert not [m.key for m in METHODS if not m.valid_in + m.invalid_in]
