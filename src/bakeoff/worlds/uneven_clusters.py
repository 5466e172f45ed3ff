"""Items in clusters of very unequal size, whose items share their outcome."""

import numpy as np

from bakeoff.core.outcomes import PairedScores
from bakeoff.core.world import World
from bakeoff.worlds._draws import as_paired_scores, category_chances

SIZES = np.array([60, 30, 15] + [5] * 27)


def _scores(effect: float, rng: np.random.Generator) -> PairedScores:
    chances = category_chances(effect, discordant=0.4, both_right=0.5)
    categories = np.repeat(rng.choice(4, size=SIZES.size, p=chances), SIZES)
    return as_paired_scores(categories, clusters=np.repeat(np.arange(SIZES.size), SIZES))


record = World(
    key="uneven-clusters",
    title="30 clusters of 5 to 60 items that share their outcome",
    draw={PairedScores: _scores},
    effects=(0.1, -0.2),
)
