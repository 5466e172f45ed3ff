"""Independent items, on a fifth of which just one of two classifiers is right."""

import numpy as np

from bakeoff.core.outcomes import PairedItems, PairedLabels, PairedScores, RankedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import (
    as_paired_items,
    as_paired_labels,
    as_paired_scores,
    category_chances,
    ranked_items,
)

ITEMS = 200


def _counts(effect: float, rng: np.random.Generator) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return rng.multinomial(ITEMS, category_chances(effect, discordant=0.2, both_right=0.7))


def _scores(effect: float, rng: np.random.Generator) -> PairedScores:
    return as_paired_scores(np.repeat(np.arange(4), _counts(effect, rng)))


record = World(
    key="independent-items",
    title="200 independent items, 20 % of them discordant",
    draw={
        PairedItems: lambda effect, rng: as_paired_items(_counts(effect, rng)),
        PairedLabels: lambda effect, rng: as_paired_labels(_counts(effect, rng), rng),
        PairedScores: _scores,
        RankedItems: lambda effect, rng: ranked_items(ITEMS, 0.8, effect, rng),
    },
    effects=(0.05, 0.12, -0.18),
)
