"""Worlds of many classes and of clusters in which two models have the same true metric."""

import itertools
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import optimize, special
from studies._many_kinds import METRICS, Floats, Sets, score_t

from bakeoff.core.rng import generator

AT_ONCE = 600_000  # items that are held at a time


# How a model errs: chances [true, predicted] of a given skill.
def _even(skill: float, shares: Floats) -> Floats:
    k = len(shares)
    return skill * np.eye(k) + (1 - skill) / (k - 1) * (1 - np.eye(k))


def _by_shares(skill: float, shares: Floats) -> Floats:
    return skill * np.eye(len(shares)) + (1 - skill) * shares


def _to_next(skill: float, shares: Floats) -> Floats:
    return skill * np.eye(len(shares)) + (1 - skill) * np.roll(np.eye(len(shares)), 1, axis=1)


def _better_at_frequent(skill: float, shares: Floats) -> Floats:
    k = len(shares)
    right = skill * (shares / shares.max()) ** 0.3
    return np.diag(right) + ((1 - right) / (k - 1))[:, None] * (1 - np.eye(k))


ERRING = {"even": _even, "by shares": _by_shares, "to next": _to_next, "frequent": _better_at_frequent}


@dataclass(frozen=True, kw_only=True)
class World:
    """Items in clusters of these sizes; how A and B err, and how far their answers go together.

    ``together`` is the correlation of what makes items of one cluster hard, and how often they share their
    class; ``alike`` that of what makes an item hard for A and for B.
    """

    sizes: tuple[int, ...]
    shares: tuple[float, ...]
    errs: tuple[str, str]
    skills: tuple[float, float]
    together: float
    alike: float

    def answers(self, side: int) -> Floats:
        """Chances [true, predicted]."""
        return ERRING[self.errs[side]](self.skills[side], np.array(self.shares))

    def value(self, key: str, side: int) -> float:
        """The true metric of A (0) or B (1)."""
        return float(METRICS[key]((self.answers(side) * np.array(self.shares)[:, None]).T)[0])

    @cached_property
    def fewest(self) -> float:
        """Expected units with an item that is, or is called, of the class for which these are fewest."""
        shares = np.array(self.shares)
        least = min(shares.min(), *(float((shares @ self.answers(side)).min()) for side in (0, 1)))
        size, t = np.array(self.sizes), self.together
        return float(np.sum(t * least + (1 - t) * (1 - (1 - least) ** size)))

    def draw(self, count: int, rng: np.random.Generator) -> Sets:
        """A number of test sets."""
        sizes, k = np.array(self.sizes), len(self.shares)
        unit, shape = np.repeat(np.arange(sizes.size), sizes), (count, int(sizes.sum()))
        bounds = np.cumsum(self.shares)[:-1]
        own, common = (np.searchsorted(bounds, rng.random(s)) for s in (shape, (count, sizes.size)))
        truth = np.where(rng.random(shape) < self.together, common[:, unit], own)
        hard = self._hardness(unit, shape, sizes.size, rng)
        a, b = (self._say(side, truth, each, k) for side, each in enumerate(hard))
        return Sets(truth, a, b, np.cumsum(sizes) - sizes, k)

    def _hardness(
        self, unit: Floats, shape: tuple[int, int], units: int, rng: np.random.Generator
    ) -> list[Floats]:
        def pair(size: tuple[int, int]) -> tuple[Floats, Floats]:
            one, other = rng.standard_normal(size), rng.standard_normal(size)
            return one, self.alike * one + np.sqrt(1 - self.alike**2) * other

        t = self.together
        parts = zip(pair((shape[0], units)), pair(shape), strict=True)
        return [special.ndtr(np.sqrt(t) * c[:, unit] + np.sqrt(1 - t) * e) for c, e in parts]

    def _say(self, side: int, truth: Floats, hard: Floats, k: int) -> Floats:
        """Right where an item is easy; the harder, the further on the wrong class."""
        chances = self.answers(side)
        on = np.cumsum([np.roll(chances[t], -t) for t in range(k)], axis=1)
        return (truth + sum((hard > on[truth, step]).astype(np.int64) for step in range(k - 1))) % k


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Worlds by every combination of these."""

    metrics: tuple[str, ...]
    sizes: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[float, ...], ...]
    errs: tuple[tuple[str, str], ...]
    skills: tuple[float, ...]
    together: tuple[float, ...]
    alike: tuple[float, ...]

    def worlds(self, key: str, thinned: int) -> Iterator[World]:
        """One world of a number, at random, with at least five units of each class and a B as good as A."""
        every = itertools.product(self.sizes, self.shares, self.errs, self.skills, self.together, self.alike)
        listed = [each for each in every if len(each[1]) == 2 or key not in ("f1", "precision")]
        rng = generator(0, "worlds", key, len(listed))
        for at in sorted(rng.choice(len(listed), len(listed) // thinned, replace=False).tolist()):
            sizes, shares, errs, skill, together, alike = listed[at]
            skills = (skill, skill)
            first = World(
                sizes=sizes, shares=shares, errs=errs, skills=skills, together=together, alike=alike
            )
            found = matched(first, key)
            if found is not None and found.fewest >= 5:
                yield found


def matched(world: World, key: str) -> World | None:
    """B with the skill that makes its metric equal to A's; None where none does."""

    def off(skill: float) -> float:
        other = replace(world, skills=(world.skills[0], skill))
        return other.value(key, 1) - other.value(key, 0)

    if not off(0.02) < 0 < off(0.999):
        return None
    return replace(world, skills=(world.skills[0], float(optimize.brentq(off, 0.02, 0.999))))


def p_values(
    key: str, world: World, draws: int, label: str, *, declared: bool = True, delta: float = 0.0
) -> Floats:
    """Of a number of test sets on which the metric is not 0/0."""
    items = sum(world.sizes)
    batch = max(1, AT_ONCE // items)
    found = []
    for at in range(0, draws, batch):
        rng = generator(0, "equal metrics", label, key, zlib.crc32(str(world).encode()), at)
        sets = world.draw(min(batch, draws - at), rng)
        sets = sets if declared else sets._replace(starts=np.arange(items))
        found.append(score_t(key, sets, delta))
    p = np.concatenate(found)
    return p[np.isfinite(p)]


def _geometric(classes: int, ratio: float) -> tuple[float, ...]:
    parts = ratio ** np.arange(classes)
    return tuple((parts / parts.sum()).tolist())


def _mixed(units: int) -> tuple[int, ...]:
    """Clusters of 1 to 10 items, many small and few large."""
    return tuple((1 + (np.arange(units) * 7 % 10) * (np.arange(units) % 3) // 2).tolist())


def _unequal(units: int, *large: int) -> tuple[int, ...]:
    """A few large clusters among many of three items."""
    return large + (3,) * units


MANY = ("mcc", "kappa", "macro-f1", "macro-precision", "balanced-accuracy")
CLASSES_CHOSEN = Grid(
    metrics=MANY,
    sizes=tuple((1,) * n for n in (60, 150, 400, 800)),
    shares=(*tuple(_geometric(k, ratio) for k in (3, 5, 10) for ratio in (1.0, 0.7)), (0.8, 0.1, 0.1)),
    errs=(("even", "even"), ("even", "by shares"), ("by shares", "to next"), ("frequent", "even")),
    skills=(0.4, 0.7, 0.9),
    together=(0.0,),
    alike=(0.0, 0.6, 0.95),
)
CLASSES_CONFIRMED = Grid(
    metrics=MANY,
    sizes=tuple((1,) * n for n in (90, 250, 600)),
    shares=(*(_geometric(k, ratio) for k in (3, 4, 7, 10) for ratio in (0.9, 0.8)), (0.7, 0.2, 0.1)),
    errs=(("to next", "even"), ("frequent", "by shares"), ("by shares", "by shares"), ("to next", "to next")),
    skills=(0.3, 0.55, 0.8),
    together=(0.0,),
    alike=(0.2, 0.5, 0.8, 0.98),
)
CLUSTERS_CHOSEN = Grid(
    metrics=("f1", "precision", *MANY),
    sizes=(
        *((size,) * units for units in (20, 40, 100) for size in (2, 5, 10)),
        *(_mixed(20), _mixed(40), _mixed(100), _unequal(30, 60, 30), _unequal(12, 60, 30)),
    ),
    shares=((0.9, 0.1), (0.7, 0.3), (0.5, 0.5), (0.5, 0.3, 0.2), _geometric(5, 0.8)),
    errs=(("even", "even"), ("even", "by shares"), ("by shares", "to next")),
    skills=(0.6, 0.85),
    together=(0.2, 0.6),
    alike=(0.0, 0.7),
)
CLUSTERS_CONFIRMED = Grid(
    metrics=("f1", "precision", *MANY),
    sizes=(
        *((size,) * units for units in (30, 60, 150) for size in (3, 7)),
        *(_mixed(50), _mixed(150), _unequal(25, 40), _unequal(40, 50, 50, 20)),
    ),
    shares=((0.85, 0.15), (0.6, 0.4), (0.4, 0.35, 0.25), _geometric(4, 0.7)),
    errs=(("to next", "even"), ("frequent", "by shares"), ("by shares", "by shares")),
    skills=(0.5, 0.75),
    together=(0.1, 0.4, 0.8),
    alike=(0.3, 0.9),
)
