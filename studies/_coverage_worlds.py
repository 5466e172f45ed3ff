"""Worlds of two models whose true values of every metric are known, for the study of coverage."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.outcomes import ClusterKinds, PairedLabels, RankedItems
from bakeoff.metrics import METRICS

ALIKE = 0.4  # correlation of the two models' being right
CLUSTER, SPREAD = 5, 4.0  # items of a cluster; its share of right answers is Beta with this sum of parameters
LEVELS = 2  # a coarse score has this many steps either side of its middle


@dataclass(frozen=True, kw_only=True)
class World:
    """``n`` items, a share ``rare`` of them of class 1, and two models of ``quality`` A and B.

    For labels the quality is the probability of a right answer in either class, for scores the area under the
    ROC curve. ``shape`` is ``items``, ``clusters``, ``ranks``, ``coarse ranks`` or ``clustered ranks``.
    """

    n: int
    rare: float
    quality: tuple[float, float]
    shape: str = "items"

    @property
    def ranked(self) -> bool:
        """Whether it is of scores."""
        return "ranks" in self.shape


def both(quality: tuple[float, float], correlation: float = ALIKE) -> Any:
    """The chances [A right, B right] where 0 is right and 1 wrong."""
    a, b = quality
    right = min(a * b + correlation * math.sqrt(a * (1 - a) * b * (1 - b)), a, b)
    return np.array([[right, a - right], [b - right, 1 - a - b + right]])


def joint(world: World) -> Any:
    """The probabilities of truth x A x B."""
    chances = np.zeros((2, 2, 2))
    chances[0] = (1 - world.rare) * both(world.quality)
    chances[1] = world.rare * both(world.quality)[::-1, ::-1]
    return chances


def measure(key: str) -> Any:
    """A label metric of stacked confusion matrices, of class 1 where it measures one class."""
    metric = METRICS[key]
    return (lambda m: metric.compute(m)[..., 1]) if metric.per_class else metric.compute


def draw_labels(world: World, rng: np.random.Generator) -> tuple[Any, ClusterKinds | None]:
    """A joint table of n items, and their clusters where there are any."""
    if world.shape == "items":
        return rng.multinomial(world.n, joint(world).ravel()).reshape(2, 2, 2), None
    groups = world.n // CLUSTER
    level = rng.random(groups)
    chance = [special.betaincinv(SPREAD * q, SPREAD * (1 - q), level) for q in world.quality]
    cluster = np.repeat(np.arange(groups), CLUSTER)
    truth = (rng.random(world.n) < world.rare).astype(int)
    a, b = (np.where(rng.random(world.n) < each[cluster], truth, 1 - truth) for each in chance)
    cell = (truth * 2 + a) * 2 + b
    held = np.zeros((groups, 8), dtype=np.int64)
    np.add.at(held, (cluster, cell), 1)
    kinds, repeats = np.unique(held, axis=0, return_counts=True)
    kind, of = np.nonzero(kinds)
    clusters = ClusterKinds(kind=kind, cell=of, count=kinds[kind, of], repeats=repeats)
    return held.sum(axis=0).reshape(2, 2, 2), clusters


def labelled(table: Any, clusters: ClusterKinds | None, key: str) -> PairedLabels:
    """The outcomes of a drawn table for one metric."""
    span = METRICS[key].high - METRICS[key].low
    return PairedLabels(table=table, labels=(0, 1), metric=measure(key), span=span, clusters=clusters)


def true_labels(world: World, key: str) -> tuple[float, float]:
    """The metric of A and of B in the population."""
    chances = joint(world)
    a, b = (float(measure(key)(chances.sum(axis=axis).T)) for axis in (2, 1))
    return a, b


def draw_ranks(world: World, rng: np.random.Generator) -> RankedItems | None:
    """Normal scores that share half of their variance, in steps where they are coarse; None of one class.

    In clusters half of each part of the noise is that of the cluster.
    """
    positive = rng.random(world.n) < world.rare
    if min(positive.sum(), (~positive).sum()) < 2:
        return None
    shared, *own = _noise(world, rng) * math.sqrt(0.5)
    a, b = (
        _coarse(world, shared + each + positive * _shift(q))
        for each, q in zip(own, world.quality, strict=True)
    )
    return RankedItems(positive=positive, a=a, b=b, clusters=_clusters(world))


def _clusters(world: World) -> Any:
    return np.arange(world.n) // CLUSTER if world.shape == "clustered ranks" else None


def _noise(world: World, rng: np.random.Generator) -> Any:
    """Three rows of standard normal noise, one for both models and one for each."""
    noise, clusters = rng.standard_normal((3, world.n)), _clusters(world)
    if clusters is None:
        return noise
    return (noise + rng.standard_normal((3, clusters[-1] + 1))[:, clusters]) * math.sqrt(0.5)


def _shift(quality: float) -> float:
    return math.sqrt(2) * float(special.ndtri(quality))


def _coarse(world: World, score: Any) -> Any:
    return np.clip(np.round(1.2 * score), -LEVELS, LEVELS) if world.shape == "coarse ranks" else score


def true_areas(world: World) -> tuple[float, float]:
    """The areas under the ROC curves in the population."""
    if world.shape != "coarse ranks":
        return world.quality
    a, b = (_coarse_area(_shift(q)) for q in world.quality)
    return a, b


def _coarse_area(shift: float) -> float:
    """The area where the steps have the probabilities that the normal distribution gives them."""
    edges = np.concatenate([[-np.inf], (np.arange(-LEVELS, LEVELS) + 0.5) / 1.2, [np.inf]])
    above, below = (np.diff(special.ndtr(edges - by)) for by in (shift, 0.0))
    return float(above @ (np.cumsum(below) - below / 2))
