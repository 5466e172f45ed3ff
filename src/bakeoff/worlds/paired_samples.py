"""Independent samples, both learners measured on each."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import sample_scores

record = World(
    key="paired-samples",
    title="12 independent samples, both learners on each",
    draw=sample_scores(paired=True, shared=0.0),
    effects=(0.03, -0.08),
)
