"""Independent items on which two classifiers are mostly right where the other is wrong."""

from bakeoff.core.outcomes import PairedItems
from bakeoff.core.world import World
from bakeoff.worlds._draws import as_paired_items, category_chances

ITEMS = 200

record = World(
    key="opposed-items",
    title="200 independent items, 90 % of them discordant",
    draw={
        PairedItems: lambda effect, rng: as_paired_items(
            rng.multinomial(ITEMS, category_chances(effect, discordant=0.9, both_right=0.05))
        )
    },
    effects=(0.1, -0.4),
)
