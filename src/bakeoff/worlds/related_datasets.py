"""Data sets in families: variants of a few problems."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import dataset_scores

record = World(
    key="related-datasets",
    title="24 data sets in 4 families with a correlation of .8",
    draw=dataset_scores(0.8),
    effects=(0.01, -0.03),
)
