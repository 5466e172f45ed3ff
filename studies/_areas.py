"""Worlds of two models with equal areas under the ROC curve, and tests on thousands of test sets at once.

`delong` and `area_t` are written out here a second time, for many test sets; tests hold them against
`bakeoff.methods`.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import special
from studies._losses import TINY, Floats, corrected, degrees, two_sided

Laws = tuple[tuple[str, str], ...]


class Areas(NamedTuple):
    """Two models with equal areas, the laws of the positives' scores, and items of either class."""

    area: float
    laws: tuple[str, str]
    alike: float
    positives: int
    negatives: int

    def draw(self, draws: int, rng: np.random.Generator, lower: float | None = None) -> list[Floats]:
        """Scores [draw, item] of the positives by A and B and of the negatives; B's area may be lower."""
        scores = []
        for size in (self.positives, self.negatives):
            common = rng.normal(size=(draws, size))
            scores += [
                math.sqrt(self.alike) * common + math.sqrt(1 - self.alike) * rng.normal(size=(draws, size))
                for _ in range(2)
            ]
        which = rng.random((draws, self.positives))
        areas = (self.area, self.area if lower is None else lower)
        laws = [score_law(law, area) for law, area in zip(self.laws, areas, strict=True)]
        return [*(law(z, which) for law, z in zip(laws, scores[:2], strict=True)), *scores[2:]]


def score_law(law: str, area: float) -> Callable[[Floats, Floats], Floats]:
    """Scores of positives from normal ones, for an area against standard normal negatives.

    ``normal s``: standard deviation s. ``hidden w``: a share w (at most nearly twice what the area lacks)
    scores as negatives do. ``low power`` and ``high power``: U^k and 1 - U^k of uniform U, seen as normal.
    ``heavy k``: Student's t with k degrees of freedom. ``easy k``: the mean of seven in ten is k times that
    of the others.
    """
    kind, value = law.split()
    if kind == "normal":
        mean = float(special.ndtri(area)) * math.hypot(1, float(value))
        return lambda z, which: mean + float(value) * z
    if kind == "hidden":
        share = min(float(value), 1.5 * (1 - area))
        mean = float(special.ndtri((area - share / 2) / (1 - share))) * math.sqrt(2)
        return lambda z, which: np.where(which < share, z, mean + z)
    if kind == "heavy":
        tail = special.stdtrit(float(value), (np.arange(4000) + 0.5) / 4000)
        mean = _solved(lambda shift: float(special.ndtr(shift + tail).mean()), area)
        return lambda z, which: mean + special.stdtrit(float(value), special.ndtr(z))
    if kind == "easy":
        far, parts = float(value), np.array([0.3, 0.7])
        means = np.array([1.0, far])
        mean = _solved(lambda shift: float(parts @ special.ndtr(shift * means / math.sqrt(2))), area)
        return lambda z, which: z + mean * np.where(which < parts[0], *means)
    if kind == "low":
        return lambda z, which: special.ndtri(special.ndtr(z) ** (1 / area - 1))
    return lambda z, which: -special.ndtri(np.maximum(special.ndtr(z), 1e-12) ** (area / (1 - area)))


def _solved(of: Callable[[float], float], area: float) -> float:
    """Where a rising function takes this value, by bisection."""
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) < area else (low, middle)
    return low


def chosen_areas() -> list[Areas]:
    """The families on which the test was chosen."""
    sets: tuple[tuple[tuple[float, ...], tuple[int, ...], tuple[int, ...], Laws, tuple[float, ...]], ...] = (
        (
            (0.8, 0.95, 0.99),
            (5, 10, 20, 50),
            (50, 200),
            tuple(("normal 1", other) for other in ("normal 1", "normal 3", "normal 0.3", "hidden 0.1")),
            (0.0, 0.8),
        ),
        (
            (0.9, 0.97),
            (7, 15, 30, 80),
            (100, 300),
            (("low power", "high power"), ("low power", "normal 1"), ("normal 2", "normal 0.5")),
            (0.3, 0.7),
        ),
        (
            (0.8, 0.9, 0.97),
            (20, 50, 200),
            (100,),
            (("normal 1", "normal 1.2"), ("low power", "normal 1")),
            (0.95, 0.99),
        ),
    )
    return [
        Areas(area, pair, alike, m, n)
        for areas, ms, ns, laws, alikes in sets
        for area in areas
        for m in ms
        for n in ns
        for pair in laws
        for alike in alikes
    ]


def confirmed_areas() -> list[Areas]:
    """Other laws and sizes, either class the smaller one."""
    laws = (
        ("heavy 3", "low power"),
        ("easy 5", "normal 1"),
        ("hidden 0.15", "normal 0.5"),
        ("easy 2", "high power"),
        ("hidden 0.05", "low power"),
    )
    sizes = ((8, 40), (8, 150), (18, 18), (18, 400), (40, 120), (120, 20), (120, 250))
    return [
        Areas(area, pair, alike, *size)
        for area in (0.75, 0.88, 0.94, 0.985)
        for size in sizes
        for pair in laws
        for alike in (0.2, 0.5, 0.9)
    ]


def near_one() -> list[Areas]:
    """Areas of .995, for intervals where B's is .985."""
    laws = [("normal 1", other) for other in ("normal 1", "low power", "high power")]
    laws += [(other, "normal 1") for other in ("low power", "high power")]
    sizes = (30, 100, 300)
    return [Areas(0.995, pair, alike, n, n) for n in sizes for pair in laws for alike in (0.0, 0.5, 0.9)]


def area_tests(scores: list[Floats], delta: float = 0.0) -> dict[str, Floats]:
    """The p-values of tests that the areas of A and B differ by delta."""
    sides = [_placed(*scores[::2]), _placed(*scores[1::2])]
    gains = [one - other for one, other in zip(*sides, strict=True)]
    u = np.concatenate([(side - side.mean(-1, keepdims=True)) / side.shape[1] for side in gains], axis=1)
    unseen = _unseen(gains)
    apart, *own = (sum(side.var(-1, ddof=1) / side.shape[1] for side in each) for each in (gains, *sides))
    share = np.where(sum(own) > 0, apart / np.maximum(sum(own), TINY), 1.0)
    found = {}
    for key, more in (("skew alone", 0.0 * share), ("R = 1", share**0), ("area-t", share)):
        chance = [more / 3 / side.shape[1] / (side.shape[1] - 1) for side in gains]
        added = [np.maximum(*each) for each in zip(unseen, chance, strict=True)]
        t, welch = _ratio(gains, delta, added)
        df = degrees(u, np.minimum(welch, u.shape[1] - 1))
        if not found:
            normal = 2 * special.ndtr(-np.abs(t))
            found = {"delong": np.where(welch < 20, two_sided(t, welch), normal)}
            found["Satterthwaite"] = two_sided(t, df)
        found[key] = corrected(t, u, df)
    same = np.all([np.all(side == 0, axis=-1) for side in gains], axis=0)
    return {key: np.where(same, 1.0, p) for key, p in found.items()}


def _ratio(gains: list[Floats], delta: float, added: list[Floats]) -> tuple[Floats, Floats]:
    """The difference over its error, and Welch's degrees of freedom."""
    parts = [side.var(-1, ddof=1) / side.shape[1] + more for side, more in zip(gains, added, strict=True)]
    each = [part**2 / (side.shape[1] - 1) for part, side in zip(parts, gains, strict=True)]
    variance = np.maximum(sum(parts), TINY)
    return (gains[0].mean(-1) - delta) / np.sqrt(variance), variance**2 / np.maximum(sum(each), TINY)


def _placed(above: Floats, below: Floats) -> tuple[Floats, Floats]:
    """The share of the other class that each item is ranked right against."""
    right = above[:, :, None] > below[:, None, :]
    return right.mean(2), right.mean(1)


def _unseen(gains: list[Floats]) -> list[Floats]:
    """What one more item far off adds where fewer than three of a class are placed apart from the rest."""
    far = np.maximum(*(np.abs(side).max(-1) for side in gains))
    found = []
    for side in gains:
        size, ranked = side.shape[1], np.sort(side, axis=-1)
        alike = np.ones(len(side))
        for shift in range(max(1, size - 3), size):  # as many are equal where values so far apart are
            alike = np.where((ranked[:, shift:] == ranked[:, :-shift]).any(-1), shift + 1, alike)
        found.append(np.where(size - alike < 3, far**2 / (size - 1) / size, 0.0))
    return found
