"""Folds whose differences correlate at the share of the data tested on."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import equicorrelated, tested_share

record = World(
    key="correlated-folds",
    title="fold differences whose correlation is the share of the data used for testing",
    draw=equicorrelated(tested_share),
    effects=(0.03, -0.08),
    references=("Nadeau & Bengio 2003, Machine Learning 52:239-281",),
)
