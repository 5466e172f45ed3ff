"""Every claim of a record about a world, measured: size at no difference, coverage away from it.

A method holds its level in a world if it rejects a true null at most 7.5 % of the time at a nominal
5 %, and if its 95 % interval covers the truth at least 92.5 % of the time: Bradley's (1978) liberal
criterion. Each measurement draws up to 2000 outcomes with a fixed rng, the same for all methods that are
measured there, and stops as soon as it knows (``sequential.py``). So

- a rate of 7.5 % or less is called too large with probability below 1e-4, the false-alarm rate of each test;
- a rate of 11 % or more is called small, and not looked at further, with probability below 1e-4;
- a rate of 12 % or more is found to be too large within the 2000 draws with probability 0.996.
"""

from functools import lru_cache

import numpy as np
import pytest
from tests.calibration.sequential import SURE, evidence, too_many

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

NOMINAL, BOUND, LARGE = 0.05, 0.075, 0.11
DRAWS = 2000
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


class Drawn:
    """Outcomes from a world, drawn when they are first looked at."""

    def __init__(self, world, kind, effect):
        self.draw, self.effect = WORLDS[world].draw[kind], effect
        self.rng = generator(2026, "calibration", world, str(kind), effect)
        self.outcomes = []

    def __iter__(self):
        for at in range(DRAWS):
            if at == len(self.outcomes):
                self.outcomes.append(self.draw(self.effect, self.rng))
            yield self.outcomes[at]


drawn = lru_cache(maxsize=1)(Drawn)


def results(key, world, effect):
    options = {"resamples": 500} if key in SIMULATED else {}
    for outcomes in drawn(world, kind_of(key), effect):
        yield METHODS[key].compute(outcomes, level=0.95, alternative="two-sided", **options)


def shown_large(failures):
    return too_many(failures, nominal=NOMINAL, bound=BOUND, large=LARGE)


def rejects_too_many(key, world):
    return shown_large(result.p_value < 0.05 for result in results(key, world, 0.0))


def chances(rate):
    """How probable it is that failures of a rate are called too many, and that they are called few."""
    counts, called = np.arange(DRAWS + 1), np.zeros(2)
    open_yet = (counts == 0).astype(float)
    for n in range(1, DRAWS + 1):
        open_yet = open_yet * (1 - rate) + np.r_[0, open_yet[:-1] * rate]
        for at, rates in enumerate([(LARGE, BOUND), (NOMINAL, LARGE)]):
            known = counts * evidence(True, *rates) + (n - counts) * evidence(False, *rates) >= SURE
            called[at] += open_yet[known].sum()
            open_yet[known] = 0
    return called


def test_the_rule_errs_as_seldom_as_stated():
    assert chances(BOUND)[0] < 1e-4
    assert chances(LARGE)[1] < 1e-4
    assert chances(0.12)[0] > 0.996


@pytest.mark.parametrize(("key", "world"), HOLDS)
def test_it_holds_its_level_where_the_record_says_so(key, world):
    assert not rejects_too_many(key, world), f"{key} rejects too many true nulls in {world}"


@pytest.mark.parametrize(("key", "world"), FAILS)
def test_it_misses_its_level_where_the_record_says_so(key, world):
    assert rejects_too_many(key, world), f"{key} is not shown to reject too many true nulls in {world}"


@pytest.mark.parametrize(("key", "world", "effect"), AWAY)
def test_its_interval_covers_the_truth_away_from_the_null(key, world, effect):
    intervals = (result.interval for result in results(key, world, effect))
    missed = shown_large(not interval.low <= effect <= interval.high for interval in intervals)
    assert not missed, f"{key} misses {effect} in too many draws from {world}"


def test_every_method_makes_a_claim_that_is_measured():
    assert not [m.key for m in METHODS if not m.valid_in + m.invalid_in]
