"""Fold scores with a given correlation between any two differences."""

from collections.abc import Callable, Mapping

import numpy as np

from bakeoff.core.design import Design
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.world import Draw
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling

DESIGNS: tuple[Design, ...] = (Resampling(), KFold(), RepeatedKFold(), FiveByTwo())
SPREAD = 0.05


def equicorrelated(correlation: Callable[[Design], float]) -> Mapping[str, Draw]:
    """Draws for each design: normal differences, any two of them correlated alike."""

    def draw_with(design: Design) -> Draw:
        def draw(effect: float, rng: np.random.Generator) -> FoldScores:
            shape, rho = design.shape or (1, 10), correlation(design)
            shared, own = rng.standard_normal(), rng.standard_normal(shape)
            x = effect + SPREAD * (np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)
            b = 0.8 + SPREAD * rng.standard_normal(shape)
            return FoldScores(a=b + x, b=b, design=design, n_test=np.array(30.0))

        return draw

    return {design.key: draw_with(design) for design in DESIGNS}


def tested_share(design: Design) -> float:
    """The share of the data that a design tests on: Nadeau and Bengio's guess at the correlation."""
    ratio = design.test_to_train or 0.0
    return ratio / (1 + ratio)
