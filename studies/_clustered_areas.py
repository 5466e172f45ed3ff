"""Worlds of two models with equal areas under the ROC curve, where items come in clusters."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from studies._areas import score_law
from studies._losses import Floats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import RankedItems
from bakeoff.core.result import Result
from bakeoff.methods.area_t import area_t
from bakeoff.methods.delong import delong

METHODS: dict[str, Callable[..., Result]] = {"delong": delong, "area-t": area_t}


class ClusteredAreas(NamedTuple):
    """Equal areas of pairs of different clusters, and how much items of a cluster have in common.

    ``within`` is the correlation of the scores of a model in a cluster. A cluster has ``size`` items on
    average, where sizes vary as geometric ones do if it is ``uneven``. Its items are all of one class where
    labels are of the ``cluster``, and otherwise of either.
    """

    area: float
    laws: tuple[str, str]
    within: float
    clusters: int
    size: int
    positives: float
    of_cluster: bool
    uneven: bool = False
    alike: float = 0.5

    def draw(self, rng: np.random.Generator, lower: float | None = None) -> RankedItems:
        """One test set with both classes in at least two clusters; B's area may be lower."""
        while True:
            sizes = np.full(self.clusters, self.size)
            if self.uneven:
                sizes = rng.geometric(1 / self.size, self.clusters)
            codes = np.repeat(np.arange(self.clusters), sizes)
            unit = codes if self.of_cluster else np.arange(codes.size)
            positive = rng.permutation(_marked(int(unit.max()) + 1, self.positives))[unit]
            if min(len(np.unique(codes[side])) for side in (positive, ~positive)) >= 2:
                break
        areas = (self.area, self.area if lower is None else lower)
        common, *own = (self._normal(codes, rng) for _ in range(3))
        scores = []
        for law, area, each in zip(self.laws, areas, own, strict=True):
            z = math.sqrt(self.alike) * common + math.sqrt(1 - self.alike) * each
            which = rng.random(unit.max() + 1)[unit]  # all positives of a cluster may be hidden together
            scores.append(np.where(positive, score_law(law, area)(z, which), z))
        return RankedItems(positive=positive, a=scores[0], b=scores[1], clusters=codes)

    def _normal(self, codes: Floats, rng: np.random.Generator) -> Floats:
        """Standard normal numbers that correlate within clusters."""
        shared = rng.normal(size=self.clusters)[codes]
        return math.sqrt(self.within) * shared + math.sqrt(1 - self.within) * rng.normal(size=codes.size)


def _marked(count: int, share: float) -> Floats:
    """Mark the first ones of a number of items."""
    return np.arange(count) < max(2, round(share * count))


def clustered_areas() -> list[ClusteredAreas]:
    """Few and many clusters, of items that have little or nearly everything in common."""
    laws = (
        (0.8, ("normal 1", "low power")),
        (0.9, ("normal 1", "normal 3")),
        (0.9, ("normal 1", "hidden 0.1")),
        (0.97, ("normal 2", "normal 0.5")),
    )
    return [
        ClusteredAreas(area, pair, within, clusters, size, 0.3, of_cluster, uneven)
        for clusters in (10, 20, 40, 100)
        for size, uneven in ((5, False), (5, True), (20, False))
        for of_cluster in (True, False)
        for area, pair in laws
        for within in (0.2, 0.8)
    ]


def clustered_tests(
    world: ClusteredAreas, draws: int, rng: np.random.Generator, lacks: float
) -> list[Floats]:
    """p-values [method, draw] where areas are equal and where B lacks more; coverage [method, draw]."""
    lower = 1 - lacks * (1 - world.area)
    found = np.ones((3, len(METHODS), draws))
    for at in range(draws):
        for case, other in enumerate((None, lower)):
            items = world.draw(rng, other)
            for place, method in enumerate(METHODS.values()):
                try:
                    result = method(items, level=0.95, alternative="two-sided")
                except InputError:
                    continue
                found[case, place, at] = result.p_value
                if case:
                    low, high = result.interval
                    found[2, place, at] = low <= world.area - lower <= high
    return list(found)
