"""Clusters of items that a judge scored, of which people labelled some whole clusters."""

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import judged_items

record = World(
    key="judged-clusters",
    title="40 of 200 clusters of 5 similar items labelled",
    draw={JudgedItems: lambda effect, rng: judged_items(effect, rng, labels=40, items=200, size=5)},
    effects=(0.1, -0.2),
)
