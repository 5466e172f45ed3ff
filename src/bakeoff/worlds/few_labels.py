"""Items that a judge scored and people labelled only twenty of."""

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import judged_items

record = World(
    key="few-labels",
    title="20 of 500 items labelled, with a judge that errs on a fifth",
    draw={JudgedItems: lambda effect, rng: judged_items(effect, rng, labels=20, items=500)},
    effects=(0.1, -0.2),
)
