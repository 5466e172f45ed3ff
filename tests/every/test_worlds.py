"""Every world draws what it says, with the effect it was asked for.

The mean estimate of 500 draws lies within 4 standard errors of the effect. That fails by chance once in
16,000 checks, so that of the 115 checks here one would fail with probability 0.7 % at a fresh rng;
the rng is fixed.
"""

import dataclasses

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.outcomes import (
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
from bakeoff.designs import DESIGNS
from bakeoff.metrics import METRICS
from bakeoff.worlds import WORLDS

DRAWS = 500
AUC = METRICS["auc"].compute


def accuracy_gap(labels):
    of_a, of_b = labels.table.sum(axis=2), labels.table.sum(axis=1)
    return (np.trace(of_a) - np.trace(of_b)) / labels.n


def mean_gap(scores):
    return scores.a.mean() - scores.b.mean()


ESTIMATE = {
    PairedItems: lambda items: (items.only_a - items.only_b) / items.n,
    PairedLabels: accuracy_gap,
    RankedItems: lambda items: AUC(items.positive, items.a) - AUC(items.positive, items.b),
    RatePair: lambda rates: rates.errors_b / rates.n_b - rates.errors_a / rates.n_a,
    PairedScores: mean_gap,
    FoldScores: mean_gap,
    SampleScores: mean_gap,
    DatasetScores: mean_gap,
    LayoutScores: mean_gap,
    JudgedItems: lambda items: mean_gap(items) / 0.6,  # a judge that errs on a fifth, of all items
}
DRAWN = [
    pytest.param(world, kind, id=f"{world.key}-{getattr(kind, '__name__', kind)}")
    for world in WORLDS
    for kind in world.draw
]


@in_one_test(("world", "kind"), DRAWN)
@pytest.mark.slow
def test_draws_have_the_effect_that_was_asked_for(world, kind):
    for effect in (0.0, *world.effects):
        rng = np.random.default_rng(7)
        draws = [world.draw[kind](effect, rng) for _ in range(DRAWS)]
        values = np.array([ESTIMATE[type(each)](each) for each in draws])
        error = values.std(ddof=1) / np.sqrt(DRAWS)
        assert abs(values.mean() - effect) < 4 * error
        assert error > 0


@in_one_test(("world", "kind"), DRAWN)
def test_draws_are_of_the_kind_named(world, kind):
    drawn = world.draw[kind](0.0, np.random.default_rng(0))
    if isinstance(kind, str):
        assert isinstance(drawn, FoldScores)
        assert isinstance(drawn.design, DESIGNS[kind])
    else:
        assert type(drawn) is kind


@in_one_test(("world", "kind"), DRAWN)
def test_same_rng_same_draw_and_another_rng_another(world, kind):
    def numbers(rng):
        drawn = world.draw[kind](0.0, np.random.default_rng(rng))
        fields = [getattr(drawn, field.name) for field in dataclasses.fields(drawn)]
        return [np.nan_to_num(each, nan=-1).tolist() for each in fields if isinstance(each, int | np.ndarray)]

    assert numbers(3) == numbers(3)
    assert numbers(3) != numbers(4)


@in_one_test("world", [pytest.param(world, id=world.key) for world in WORLDS])
def test_effects_point_both_ways(world):
    assert min(world.effects) < 0 < max(world.effects)
