"""Two separate test sets, one for each classifier."""

import numpy as np

from bakeoff.core.outcomes import RatePair
from bakeoff.core.world import World

ITEMS_A, ITEMS_B, ERROR = 100, 120, 0.3


def _draw(effect: float, rng: np.random.Generator) -> RatePair:
    errors_a, errors_b = rng.binomial([ITEMS_A, ITEMS_B], [ERROR - effect, ERROR])
    return RatePair(errors_a=int(errors_a), n_a=ITEMS_A, errors_b=int(errors_b), n_b=ITEMS_B)


record = World(
    key="independent-rates",
    title="independent test sets of 100 and 120 items, error rate 30 %",
    draw={RatePair: _draw},
    effects=(0.1, -0.2),
)
