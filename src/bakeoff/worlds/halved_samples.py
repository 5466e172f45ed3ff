"""Per-item differences, averaged over folds and over random halves."""

import numpy as np

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.world import World
from bakeoff.designs import KFold

ITEMS, FOLDS, HALVINGS, SPREAD = 300, 10, 15, 0.5


def _draw(effect: float, rng: np.random.Generator) -> FoldScores:
    x = effect + SPREAD * rng.standard_normal(ITEMS)
    folds = x.reshape(FOLDS, -1).mean(axis=1)[None, :]
    halves = [rng.permutation(x).reshape(2, -1).mean(axis=1) for _ in range(HALVINGS)]
    return FoldScores(
        a=0.5 + folds,
        b=np.full_like(folds, 0.5),
        design=KFold(folds=FOLDS),
        halves=np.array(halves),
        items=x,
    )


record = World(
    key="halved-samples",
    title="300 items whose mean difference is measured on folds and on 15 halvings",
    draw={"kfold": _draw},
    effects=(0.05, -0.15),
)
