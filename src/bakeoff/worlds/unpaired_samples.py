"""Independent samples, each learner measured on different samples."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import sample_scores

record = World(
    key="unpaired-samples",
    title="12 independent samples for each of two learners",
    draw=sample_scores(paired=False, shared=0.0),
    effects=(0.03, -0.08),
)
