"""Items that a judge scored and people labelled some of, chosen at random."""

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import judged_items

record = World(
    key="judged-items",
    title="50 of 500 items labelled, with a judge that errs on a fifth",
    draw={JudgedItems: lambda effect, rng: judged_items(effect, rng, labels=50, items=500)},
    effects=(0.1, -0.2),
)
