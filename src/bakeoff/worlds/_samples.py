"""Scores of two learners on samples, with what samples and learners have in common."""

import math

import numpy as np

from bakeoff.core.outcomes import SampleScores
from bakeoff.core.world import Draw

SAMPLES, SPREAD = 12, 0.04


def sample_scores(*, paired: bool, shared: float) -> Draw:
    """Draws in which the differences of any two samples correlate at ``shared``."""

    def draw(effect: float, rng: np.random.Generator) -> SampleScores:
        ease = rng.standard_normal(SAMPLES) if paired else np.zeros(SAMPLES)
        common = rng.standard_normal(2) * math.sqrt(shared)
        own = rng.standard_normal((2, SAMPLES)) * math.sqrt(1 - shared)
        a, b = 0.8 + SPREAD * (ease + common[:, None] + own)
        return SampleScores(a=a + effect, b=b, paired=paired)

    return draw
