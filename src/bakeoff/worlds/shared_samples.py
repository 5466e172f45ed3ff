"""Samples drawn from the same few data, so that their scores move together."""

from bakeoff.core.world import World
from bakeoff.worlds._draws import sample_scores

record = World(
    key="shared-samples",
    title="12 samples that share half of the variance of a learner's score",
    draw=sample_scores(paired=True, shared=0.5),
    effects=(0.03, -0.08),
)
