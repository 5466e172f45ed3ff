"""Fold scores of two learners whose errors have nothing to do with each other."""

import numpy as np

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.world import World
from bakeoff.designs import Holdout

ITEMS = 300


def _draw(effect: float, rng: np.random.Generator) -> FoldScores:
    a, b = rng.binomial(ITEMS, [0.7 + effect, 0.7]) / ITEMS
    return FoldScores(a=np.array([[a]]), b=np.array([[b]]), design=Holdout(), n_test=np.array(float(ITEMS)))


record = World(
    key="uncorrelated-rates",
    title="300 items on which two learners err independently",
    draw={"holdout": _draw},
    effects=(0.05, -0.1),
)
