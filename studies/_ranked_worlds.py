"""Worlds of many models on the same items whose true values are known, for the study of rankings.

Every model has a normal score for each item. Part of its variance is shared by all models (how hard the item
is), and part of both by the items of a cluster. From the scores come right and wrong answers, labels of two
classes, or rankings for the area under the ROC curve.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy import special

from bakeoff.core.panel import ItemPanel

SHARED = 0.5  # of a score's variance that the items of a cluster share
LARGEST = 10  # items of a cluster; sizes from 1 to this are equally likely
UNLIKE = {"accuracy": (0.9, 0.2), "f1": (0.8, 1.25), "auc": (0.6, 1.7)}


@dataclass(frozen=True, kw_only=True)
class World:
    """``k`` models of ``levels`` on ``n`` items: as many of each level as possible, the first level the best.

    A level is a chance of a right answer, an F1 score or an area; ``correlation`` is that of two models'
    scores, ``positives`` the share of class 1. Where models are ``unlike``, half of those of a level reach it
    otherwise: their answers depend less on how hard an item is (accuracy), they predict class 1 more often
    (F1), or their scores of positives vary more (area).
    """

    metric: str
    k: int
    n: int
    levels: tuple[float, ...]
    correlation: float = 0.5
    positives: float = 0.5
    clusters: bool = False
    unlike: bool = False
    hidden: ClassVar[float] = 0.0

    @cached_property
    def values(self) -> Any:
        """The true value of each model."""
        return np.array(self.levels)[np.arange(self.k) * len(self.levels) // self.k]

    @cached_property
    def ways(self) -> Any:
        """How each model reaches its value: by what `UNLIKE` has, in turn."""
        usual = self.correlation if self.metric == "accuracy" else 1.0
        return np.resize(UNLIKE[self.metric], self.k) if self.unlike else np.full(self.k, usual)

    @property
    def loadings(self) -> Any:
        """The share of each model's variance that is how hard the item is."""
        return self.ways if self.metric == "accuracy" else np.full(self.k, self.correlation)

    def truths(self, clusters: Any, rng: np.random.Generator) -> Any:
        """The class of each item."""
        return (rng.random(self.n) < self.positives).astype(np.int64)

    def ranked(self, truth: Any, scores: Any) -> Any:
        """Scores with the area that a model has; those of positives have ``ways`` times the deviation."""
        hidden = self.hidden * _hides(self)
        seen = (self.values - hidden / 2) / (1 - hidden)  # the area of the positives that are not hidden
        shift = special.ndtri(seen) * np.sqrt(1 + self.ways**2)
        return np.where(truth == 1, shift + self.ways * scores, scores)


@dataclass(frozen=True, kw_only=True)
class HiddenWorld(World):
    """Models for areas, every second of which scores a share ``hidden`` of the positives as negatives.

    It is the same positives for all of them. A test set with few positives may have none of these.
    """

    hidden: float


def world_of(facts: dict[str, Any]) -> World:
    """The world that has these facts."""
    return (HiddenWorld if "hidden" in facts else World)(**facts | {"levels": tuple(facts["levels"])})


def draw(world: World, rng: np.random.Generator) -> ItemPanel:
    """What the models say about n items."""
    clusters = cluster_sizes(world.n, rng) if world.clusters else np.arange(world.n)
    scores = np.sqrt(world.loadings) * _noise(world, clusters, 1, rng)
    scores += np.sqrt(1 - world.loadings) * _noise(world, clusters, world.k, rng)
    truth = world.truths(clusters, rng)
    told = _told(world, truth, rng)
    answers = {"accuracy": _right, "f1": _labels, "auc": type(world).ranked}[world.metric](
        world, told, scores
    )
    return ItemPanel(
        names=tuple(f"m{at}" for at in range(world.k)),
        answers=tuple(np.ascontiguousarray(answers.T)),
        truth=truth,
        clusters=clusters if world.clusters else None,
    )


def cluster_sizes(n: int, rng: np.random.Generator) -> Any:
    """The cluster of each of n items."""
    sizes = rng.integers(1, LARGEST + 1, n)
    return np.repeat(np.arange(n), sizes)[:n]


def _noise(world: World, clusters: Any, columns: int, rng: np.random.Generator) -> Any:
    """Standard normal values for each item, alike within clusters where there are any."""
    own = rng.standard_normal((world.n, columns))
    if not world.clusters:
        return own
    common = rng.standard_normal((clusters[-1] + 1, columns))[clusters]
    return np.sqrt(SHARED) * common + np.sqrt(1 - SHARED) * own


def _right(world: World, truth: Any, scores: Any) -> Any:
    """Labels that are right with the probability that a model has."""
    right = scores < special.ndtri(world.values)
    return np.where(right, truth, 1 - truth)


def _labels(world: World, truth: Any, scores: Any) -> Any:
    """Labels with the F1 score that a model has: it predicts class 1 ``ways`` times as often as it occurs."""
    found = world.values * (1 + world.ways) / 2
    false = world.positives * (world.ways - found) / (1 - world.positives)
    cut = np.where(truth == 1, special.ndtri(found), special.ndtri(false))
    return (scores < cut).astype(np.int64)


def _hides(world: World) -> Any:
    """Which models confuse some positives with negatives: every second one."""
    return np.arange(world.k) % 2 == 1


def _told(world: World, truth: Any, rng: np.random.Generator) -> Any:
    """The class of each item as a model can see it [item, model]."""
    if not world.hidden:
        return truth[:, np.newaxis]
    gone = rng.random(world.n) < world.hidden
    return np.where(gone[:, np.newaxis] & _hides(world), 0, truth[:, np.newaxis])


def _equal(group: str) -> list[World]:
    """Models that are all equal."""
    counts, chosen = (3, 10, 30), group == "chosen"
    sizes = (100, 500, 5000) if chosen else (150, 1000, 3000)
    accuracy, f1, area = (0.9, 0.7, 0.85) if chosen else (0.7, 0.6, 0.92)
    rare = (0.3, 0.1, 0.05) if chosen else (0.25, 0.08, 0.15)
    alike = 0.5 if chosen else 0.7
    made = [
        World(metric="accuracy", k=k, n=n, levels=(accuracy,), correlation=alike)
        for k in counts
        for n in sizes
    ]
    for metric, level in (("f1", f1), ("auc", area)):
        made += [
            World(metric=metric, k=k, n=n, levels=(level,), correlation=alike, positives=share)
            for k in counts
            for n, share in zip(sizes, rare, strict=True)
        ]
    return made + [
        World(metric=metric, k=k, n=n, levels=(level,), correlation=alike, positives=0.3, clusters=True)
        for metric, level in (("accuracy", accuracy), ("f1", f1), ("auc", area))
        for k, n in zip(counts, (200, 500, 2000) if chosen else (1000, 300, 600), strict=True)
    ]


def _special(group: str) -> list[World]:
    """Equal models at the edges: nearly always right, hardly alike, and equal in unlike ways."""
    chosen = group == "chosen"
    n, k = (500, 10) if chosen else (250, 10)
    return [
        World(metric="accuracy", k=k, n=n, levels=(0.95,), correlation=0.8),
        World(metric="accuracy", k=k, n=n, levels=(0.6,), correlation=0.2),
        World(metric="accuracy", k=k, n=n, levels=(0.8,), unlike=True),
        World(metric="accuracy", k=k, n=2 * n, levels=(0.8,), unlike=True, clusters=True),
        World(metric="f1", k=k, n=n, levels=(0.6,), positives=0.2, unlike=True),
        World(metric="f1", k=k, n=2 * n, levels=(0.8,), positives=0.05, correlation=0.2),
        World(metric="auc", k=k, n=n, levels=(0.95,), positives=0.2, correlation=0.8),
        World(metric="auc", k=k, n=n, levels=(0.7,), positives=0.3, unlike=True),
    ]


def _partly(group: str) -> list[World]:
    """Two or three levels of equal models."""
    chosen = group == "chosen"
    two, three = ((0.9, 0.82), (0.92, 0.87, 0.78)) if chosen else ((0.85, 0.7), (0.9, 0.8, 0.7))
    made = []
    for metric, lower in (("accuracy", 0.0), ("f1", 0.12), ("auc", 0.02)):
        for k, n, levels in ((3, 500, two), (10, 500, three), (30, 2000, two)):
            for clusters in (False, True):
                made.append(
                    World(
                        metric=metric,
                        k=k,
                        n=n if chosen else 2 * n // 3,
                        levels=tuple(round(level - lower, 2) for level in levels),
                        positives=0.3,
                        correlation=0.6,
                        clusters=clusters,
                    )
                )
    return made


def _few() -> list[World]:
    """Areas with about 10, 25 and 50 positives: equal, equal in unlike ways, and partly equal models."""
    sizes = {10: (200, 0.05), 25: (250, 0.1), 50: (500, 0.1)}

    def world(k: int, positives: int, *levels: float, **more: Any) -> World:
        n, share = sizes[positives]
        return world_of({"metric": "auc", "k": k, "n": n, "levels": levels, "positives": share} | more)

    made = [world(k, positives, 0.7) for k in (3, 10) for positives in sizes]
    made += [world(30, positives, 0.7) for positives in (25, 50)]
    made += [world(10, positives, 0.6, correlation=0.2) for positives in (25, 50)]
    made += [world(10, positives, 0.95, hidden=0.09) for positives in (25, 50)]
    made += [world(10, 50, 0.8, clusters=True)]
    return [*made, world(3, 25, 0.9, 0.75), world(10, 50, 0.92, 0.85, 0.75)]


GROUPS = {group: [*_equal(group), *_special(group), *_partly(group)] for group in ("chosen", "confirmed")}
GROUPS["few"] = _few()
