"""Folds whose differences correlate at .08, a little below the tenth of the data tested on."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import equicorrelated

record = World(
    key="weakly-correlated-folds",
    title="fold differences with a correlation of .08",
    draw=equicorrelated(lambda design: 0.08),
    effects=(0.03, -0.08),
)
