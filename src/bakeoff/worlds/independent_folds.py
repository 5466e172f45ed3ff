"""Folds whose differences are independent, as plain t tests suppose."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import equicorrelated

record = World(
    key="independent-folds",
    title="independent fold differences",
    draw=equicorrelated(lambda design: 0.0),
    effects=(0.03, -0.08),
)
