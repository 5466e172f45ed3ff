"""Folds whose differences correlate at 2/3, above the share of the data tested on."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import equicorrelated

record = World(
    key="strongly-correlated-folds",
    title="fold differences with a correlation of 2/3",
    draw=equicorrelated(lambda design: 2 / 3),
    effects=(0.03, -0.08),
)
