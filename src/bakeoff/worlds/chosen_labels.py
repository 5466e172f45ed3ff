"""Items of which people labelled those that looked good for A."""

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import judged_items

record = World(
    key="chosen-labels",
    title="50 of 500 items labelled, twice as often where A is better",
    draw={JudgedItems: lambda effect, rng: judged_items(effect, rng, labels=50, items=500, favour=2.0)},
    effects=(0.1, -0.2),
)
