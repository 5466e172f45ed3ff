"""Training sets crossed with items: both move the difference, and so does each pair of them."""

import numpy as np

from bakeoff.core.outcomes import LayoutScores
from bakeoff.core.world import World

SETS, ITEMS = 8, 40
SPREAD_SETS, SPREAD_ITEMS, SPREAD_REST = 0.1, 0.3, 0.5


def _draw(effect: float, rng: np.random.Generator) -> LayoutScores:
    sets = SPREAD_SETS * rng.standard_normal((SETS, 1))
    items = SPREAD_ITEMS * rng.standard_normal((1, ITEMS))
    rest = SPREAD_REST * rng.standard_normal((SETS, ITEMS))
    b = rng.standard_normal((SETS, ITEMS))
    return LayoutScores(a=b + effect + sets + items + rest, b=b)


record = World(
    key="crossed-layout",
    title="8 training sets crossed with 40 items, both drawn at random",
    draw={LayoutScores: _draw},
    effects=(0.1, -0.3),
    references=("Rasmussen et al. 1996, The DELVE manual",),
)
