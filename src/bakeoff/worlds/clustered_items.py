"""Items that come in clusters: all items of one cluster share their outcome."""

import numpy as np

from bakeoff.core.outcomes import Ints, PairedItems, PairedLabels, PairedScores
from bakeoff.core.world import World
from bakeoff.worlds._draws import as_paired_items, as_paired_labels, as_paired_scores, category_chances

CLUSTERS, SIZE = 60, 5


def _categories(effect: float, rng: np.random.Generator) -> Ints:
    chances = category_chances(effect, discordant=0.4, both_right=0.5)
    return np.repeat(rng.choice(4, size=CLUSTERS, p=chances), SIZE)


def _counts(effect: float, rng: np.random.Generator) -> Ints:
    return np.bincount(_categories(effect, rng), minlength=4)


record = World(
    key="clustered-items",
    title="60 clusters of 5 items that share their outcome",
    draw={
        PairedItems: lambda effect, rng: as_paired_items(_counts(effect, rng)),
        PairedLabels: lambda effect, rng: as_paired_labels(_counts(effect, rng), rng),
        PairedScores: lambda effect, rng: as_paired_scores(
            _categories(effect, rng), clusters=np.repeat(np.arange(CLUSTERS), SIZE)
        ),
    },
    effects=(0.1, -0.2),
)
