"""Data sets that have nothing to do with each other."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import dataset_scores

record = World(
    key="many-datasets",
    title="24 unrelated data sets",
    draw=dataset_scores(0.0),
    effects=(0.01, -0.03),
)
