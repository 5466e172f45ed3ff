"""Worlds of two models whose metric is truly equal, and tests of it on thousands of test sets at once.

A test set is eight counts, of (truth, A, B). The score t test is written out here a second time, for many
test sets and two classes, with slopes by a complex step; tests hold it against `bakeoff.methods.score_t`.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import optimize, special

Floats = Any
Metric = Callable[..., Any]
T, A, B = (np.array(each, dtype=float) for each in zip(*itertools.product((0, 1), repeat=3), strict=True))
DIFFER = A != B
TINY = 1e-30

METRICS: dict[str, Metric] = {
    "f1": lambda tp, p, q, n: 2 * tp / (p + q),
    "precision": lambda tp, p, q, n: tp / q,
    "recall": lambda tp, p, q, n: tp / p,
    "mcc": lambda tp, p, q, n: (n * tp - p * q) / np.sqrt(p * (n - p) * q * (n - q)),
    "kappa": lambda tp, p, q, n: 2 * (n * tp - p * q) / (n * (p + q) - 2 * p * q),
    "macro-f1": lambda tp, p, q, n: tp / (p + q) + (n - p - q + tp) / (2 * n - p - q),
    "macro-precision": lambda tp, p, q, n: (tp / q + (n - p - q + tp) / (n - q)) / 2,
    "balanced-accuracy": lambda tp, p, q, n: (tp / p + (n - p - q + tp) / (n - p)) / 2,
}
"""Each metric of right positives, positives, predicted positives and items."""


@dataclass(frozen=True, kw_only=True)
class World:
    """``n`` items, a share ``rare`` of them positive; recall and false-alarm rate of A and of B.

    ``alike`` is how much their answers to items of one class go together: 0 not at all, 1 as far as their
    rates allow, as those of one score with two thresholds do.
    """

    n: int
    rare: float
    recall: tuple[float, float]
    alarm: tuple[float, float]
    alike: float

    @property
    def fewest(self) -> float:
        """Expected positives, or predicted positives where those are fewer."""
        said = (self.rare * r + (1 - self.rare) * f for r, f in zip(self.recall, self.alarm, strict=True))
        return self.n * min(self.rare, *said)

    @property
    def chances(self) -> Floats:
        """The probabilities of the eight kinds of items."""
        parts = []
        for share, (a, b) in ((1 - self.rare, self.alarm), (self.rare, self.recall)):
            together = (1 - self.alike) * a * b + self.alike * min(a, b)
            parts += [share * each for each in (1 - a - b + together, b - together, a - together, together)]
        return np.maximum(parts, 0.0) / np.sum(np.maximum(parts, 0.0))

    def value(self, metric: Metric, side: int) -> float:
        """The true metric of A (0) or B (1)."""
        r, f = self.recall[side], self.alarm[side]
        return float(metric(self.rare * r, self.rare, self.rare * r + (1 - self.rare) * f, 1.0))


def alarm_for(metric: Metric, rare: float, recall: float, value: float) -> float | None:
    """The false-alarm rate that gives a metric this value; None where none does."""

    def off(f: float) -> float:
        return float(metric(rare * recall, rare, rare * recall + (1 - rare) * f, 1.0)) - value

    return None if off(1e-9) < 0 or off(recall) > 0 else float(optimize.brentq(off, 1e-9, recall))


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Worlds by every combination of these."""

    sizes: tuple[int, ...]
    rare: tuple[float, ...]
    recalls: tuple[tuple[float, float], ...]
    values: tuple[float, ...]
    alike: tuple[float, ...]

    def worlds(self, key: str) -> Iterator[World]:
        """Those with at least five positives in which A and B can have this metric."""
        every = itertools.product(self.sizes, self.rare, self.recalls, self.values, self.alike)
        for n, rare, recall, value, alike in every:
            if n * rare < 5 or (key == "recall" and recall[0] != recall[1]):
                continue
            if key == "recall":
                alarm: tuple[float | None, ...] = (value * rare / 2, value * rare)
            else:
                alarm = tuple(alarm_for(METRICS[key], rare, each, value) for each in recall)
            if None not in alarm:
                yield World(n=n, rare=rare, recall=recall, alarm=alarm, alike=alike)  # type: ignore[arg-type]


# What the test was chosen on, and what it was confirmed on.
CHOSEN = Grid(
    sizes=(50, 100, 200, 500, 1000, 5000, 20000),
    rare=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5),
    recalls=((0.5, 0.5), (0.9, 0.9), (0.2, 0.95), (0.3, 0.7), (0.6, 0.95), (0.75, 0.99)),
    values=(0.3, 0.6, 0.85, 0.95),
    alike=(0.0, 0.6, 1.0),
)
CONFIRMED = Grid(
    sizes=(70, 120, 250, 400, 1500, 8000),
    rare=(0.012, 0.04, 0.07, 0.12, 0.25, 0.45),
    recalls=((0.35, 0.35), (0.65, 0.65), (0.95, 0.95), (0.3, 0.98), (0.55, 0.85), (0.7, 0.97)),
    values=(0.25, 0.5, 0.8),
    alike=(0.3, 0.9),
)


def sides(counts: Floats) -> list[tuple[Floats, ...]]:
    """Right positives, positives, predicted positives and items, of A and of B."""
    return [(counts @ (T * s), counts @ T, counts @ s, counts.sum(axis=1)) for s in (A, B)]


def defined(metric: Metric, counts: Floats) -> Floats:
    """Which test sets have the metric of both models."""
    with np.errstate(all="ignore"):
        return np.all([np.isfinite(metric(*side)) for side in sides(counts)], axis=0)


def _slopes(metric: Metric, *at: Floats) -> Floats:
    return [
        metric(*(x + 1j * TINY * (place == k) for place, x in enumerate(at))).imag / TINY for k in range(4)
    ]


def _moved(metric: Metric, counts: Floats, side: tuple[Floats, ...], said: Floats, by: Floats) -> Floats:
    """Influences of the eight kinds where right answers are moved, and the scale of their variance there."""
    tp, p, q, n = side
    tp = tp - by
    slope = _slopes(metric, tp, p, q, n)

    def influence(t: Floats, s: Floats) -> Floats:
        parts = zip(slope, (t * s, t, s, np.ones_like(t)), strict=True)
        return sum(np.multiply.outer(each, part) for each, part in parts)

    u = influence(T, said)
    u = u - ((counts * u).sum(axis=1) / n)[:, None]
    held = np.maximum(np.stack([n - p - q + tp, q - tp, p - tp, tp], axis=1), 0.0)
    v = influence(np.array([0.0, 0, 1, 1]), np.array([0.0, 1, 0, 1]))
    v = v - ((held * v).sum(axis=1) / held.sum(axis=1))[:, None]
    return u, np.sqrt((held * v**2).sum(axis=1) / (counts * u**2).sum(axis=1))[:, None]


def _spread(metric: Metric, counts: Floats, delta: float) -> tuple[Floats, Floats]:
    """The influences where A minus B is delta, and the squared error."""
    both, n = sides(counts), counts.sum(axis=1)
    gap = metric(*both[0]) - metric(*both[1])
    by = (gap - delta) / sum(_slopes(metric, *side)[0] for side in both)
    (a, up), (b, down) = (
        _moved(metric, counts, side, said, sign * by)
        for side, said, sign in zip(both, (A, B), (1, -1), strict=True)
    )
    forms = np.stack([a - b, up * a - down * b])
    squared = (counts * forms**2).sum(axis=2)
    u = np.where((squared[1] > squared[0])[:, None], forms[1], forms[0])
    more = [
        np.where(counts @ (DIFFER & (t == T)) == 0, np.max((a - b) ** 2 * (DIFFER & (t == T)), axis=1), 0.0)
        for t in (0, 1)
    ]
    return u, squared.max(axis=0) * n / (n - 1) + np.max(more, axis=0)


def score_t(metric: Metric, counts: Floats, delta: float = 0.0) -> Floats:
    """P-values of the score t test that A minus B is delta."""
    n, differ = counts.sum(axis=1), counts @ DIFFER
    with np.errstate(all="ignore"):
        u, _ = _spread(metric, counts, 0.0)
        _, squared = _spread(metric, counts, delta)
        gap = np.subtract(*(metric(*side) for side in sides(counts)))
        df = np.minimum(_degrees(counts, u), np.maximum(1, 2 * differ))
        p = 2 * special.stdtr(df, -np.abs(gap - delta) / np.sqrt(squared))
    p = np.where(squared == 0, np.minimum(1, 2.0 ** (1 - differ)), p)
    return np.where((np.abs(gap - delta) <= 1e-14) | (n < 2) | (differ == 0), 1.0, p)


def jackknife(metric: Metric, counts: Floats, delta: float = 0.0) -> Floats:
    """P-values of the jackknife, as `bakeoff.methods.jackknife` has it."""
    with np.errstate(all="ignore"):
        gap = np.subtract(*(metric(*side) for side in sides(counts)))
        left = [np.subtract(*(metric(*side) for side in sides(counts - one))) - gap for one in np.eye(8)]
        moved = np.where(np.isfinite(np.stack(left, axis=1)) & (counts > 0), np.stack(left, axis=1), 0.0)
        moved[np.abs(moved) <= 1e-14] = 0.0
        n = counts.sum(axis=1)
        error = np.sqrt((counts * moved**2).sum(axis=1) * (n - 1) / n)
        p = 2 * special.stdtr(_degrees(counts, moved), -np.abs(gap - delta) / error)
    none = np.where(np.abs(gap - delta) <= 1e-14, 1.0, 0.0)
    return np.where(error == 0, none, p)


def _degrees(counts: Floats, u: Floats) -> Floats:
    n, square, fourth = counts.sum(axis=1), (counts * u**2).sum(axis=1), (counts * u**4).sum(axis=1)
    spread = fourth - square**2 / n
    return np.clip(np.where(spread > 0, 2 * square**2 / spread, n - 1), 1, n - 1)


def permutation(metric: Metric, counts: Floats, rng: np.random.Generator, swaps: int = 200) -> Floats:
    """P-values of the paired permutation test: every item throws a coin whether A and B are exchanged."""
    mirrored, differ = np.array([0, 2, 1, 3, 4, 6, 5, 7]), np.flatnonzero(DIFFER)
    whole = counts.astype(np.int64)
    gap = np.abs(np.subtract(*(metric(*side) for side in sides(counts))))
    as_far = np.zeros(len(counts))
    for _ in range(swaps):
        kept = counts.copy()
        kept[:, differ] = rng.binomial(whole[:, differ], 0.5)
        drawn = kept + (counts - kept)[:, mirrored]
        with np.errstate(all="ignore"):
            as_far += np.abs(np.subtract(*(metric(*side) for side in sides(drawn)))) >= gap - 1e-12
    return np.maximum((as_far + 1) / (swaps + 1), np.minimum(1.0, 2.0 ** (1 - counts @ DIFFER)))


def error_of(share: float, draws: int) -> float:
    """The Monte-Carlo error of a share, in points."""
    return 100 * math.sqrt(share * (1 - share) / draws)
