"""Differences over data sets, some of which may be relatives."""

import math

import numpy as np

from bakeoff.core.outcomes import DatasetScores
from bakeoff.core.world import Draw

FAMILIES, MEMBERS, SPREAD = 4, 6, 0.03


def dataset_scores(related: float) -> Draw:
    """Draws in which differences within a family of data sets correlate at ``related``."""

    def draw(effect: float, rng: np.random.Generator) -> DatasetScores:
        family = np.repeat(rng.standard_normal(FAMILIES), MEMBERS) * math.sqrt(related)
        own = rng.standard_normal(FAMILIES * MEMBERS) * math.sqrt(1 - related)
        b = rng.uniform(0.6, 0.9, FAMILIES * MEMBERS)
        return DatasetScores(a=b + effect + SPREAD * (family + own), b=b)

    return draw
