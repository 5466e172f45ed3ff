"""Worlds of two models with equal mean loss, and tests on thousands of test sets at once.

A world of losses is a pool of differences between the losses of two models whose mean is known; test sets are
drawn from it. `skewed_t` is written out here a second time, for many test sets; tests hold it against
`bakeoff.methods`.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import special

Floats = Any
POOL = 60_000
TINY = 1e-300


class Losses(NamedTuple):
    """A family, a name, and a pool of differences, A minus B, in rows of items that belong together."""

    family: str
    name: str
    pool: Floats

    def draw(self, n: int, draws: int, rng: np.random.Generator) -> Floats:
        """Test sets [draw, cluster, item] of about n items, with the mean of the pool taken off."""
        clusters, size = self.pool.shape
        return (self.pool - self.pool.mean())[rng.integers(0, clusters, (draws, max(2, n // size)))]


def log_loss(y: Floats, z: Floats) -> Floats:
    """Of the log odds z."""
    return np.logaddexp(0, (1 - 2 * y) * z)


def brier(y: Floats, z: Floats) -> Floats:
    """Of the log odds z."""
    return (y - special.expit(z)) ** 2


NORMAL = ((1.5, 0.5), (3.0, 0.5), (6.0, 0.5), (3.0, 1.5))
HEAVY = ((2.0, 0.4), (4.0, 0.8), (8.0, 0.4))
"""How many times too large the log odds of A are, and their noise."""
LOSSES: dict[str, Callable[[Floats, Floats], Floats]] = {"log-loss": log_loss, "brier": brier}


def equal(gap: Callable[[float], Floats], low: float, high: float) -> Floats | None:
    """Differences whose mean is 0, by bisection over what makes them; None where the ends do not differ."""
    first = gap(low).mean()
    if first * gap(high).mean() > 0:
        return None
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if gap(middle).mean() * first > 0 else (low, middle)
    return gap((low + high) / 2)


def models(
    key: str, rng: np.random.Generator, *, spread: float, noise: float, alike: float, heavy: bool, size: int
) -> Callable[[float, float, float], Floats]:
    """Differences of losses where A scales its log odds by ``sharp`` and B, with its own noise, by another.

    Items of a cluster share half of the variance of their log odds.
    """
    shape = (POOL // size, size)
    shared = math.sqrt(0.5) if size > 1 else 0.0
    draw = (lambda: rng.standard_t(3, shape)) if heavy else (lambda: rng.normal(size=shape))
    of_cluster, of_item = rng.normal(size=(shape[0], 1)), rng.normal(size=shape)
    odds = spread * (shared * of_cluster + math.sqrt(1 - shared**2) * of_item)
    y = (rng.random(shape) < special.expit(odds)).astype(float)
    common, a, b = (draw() for _ in range(3))
    of_a, of_b = (math.sqrt(alike) * common + math.sqrt(1 - alike) * own for own in (a, b))
    loss = LOSSES[key]

    def gap(sharp: float, other: float, own: float) -> Floats:
        return loss(y, other * (odds + own * of_b)) - loss(y, sharp * (odds + noise * of_a))

    return gap


def of_models(rng: np.random.Generator, *, heavy: bool, sizes: tuple[int, ...]) -> Iterator[Losses]:
    """Overconfident A against calibrated B that knows less, and against underconfident B."""
    grid = HEAVY if heavy else NORMAL
    for key in LOSSES:
        for size in sizes:
            for spread, alike in ((1.0, 0.0), (2.5, 0.8)) if not heavy else ((1.5, 0.3), (3.5, 0.6)):
                for sharp, noise in grid:
                    gap = models(key, rng, spread=spread, noise=noise, alike=alike, heavy=heavy, size=size)
                    name = f"{spread} {alike} {sharp} {noise}"
                    joined = "" if size == 1 else f", clusters of {size}"
                    yield Losses(f"{key}, means differ{joined}", name, gap(sharp, 1.0, noise))
                    first = equal(lambda own, gap=gap, sharp=sharp: gap(sharp, 1.0, own), 0.0, 30.0)
                    if first is not None:
                        yield Losses(f"{key}, overconfident{joined}", name, first)
                    second = equal(
                        lambda other, gap=gap, sharp=sharp, noise=noise: gap(sharp, other, noise), 1e-4, 0.6
                    )
                    if second is not None:
                        yield Losses(f"{key}, over- against underconfident{joined}", name, second)


def rare(rng: np.random.Generator) -> Iterator[Losses]:
    """Normal differences, and on few items large ones: of A alone, or of both."""
    for share in (0.03, 0.1):
        for large in (3.0, 10.0):
            base, hit = rng.normal(size=(POOL, 1)), rng.random((POOL, 1)) < share
            tail = hit * rng.exponential(large, (POOL, 1))
            yield Losses("rare large losses of one model", f"{share} {large}", base - tail)
            sign = rng.choice([-1, 1], (POOL, 1))
            yield Losses("rare large losses of both models", f"{share} {large}", base + sign * tail)


def skewed(rng: np.random.Generator) -> Iterator[Losses]:
    """Losses of one shape without rare ones."""
    for shape in (0.5, 1.0, 4.0):
        yield Losses("gamma", str(shape), rng.gamma(shape, size=(POOL, 1)))
    for sigma in (0.5, 1.0):
        yield Losses("lognormal", str(sigma), np.exp(sigma * rng.normal(size=(POOL, 1))))
    outliers = np.where(rng.random((POOL, 1)) < 0.05, 5.0, 1.0) * rng.normal(size=(POOL, 1))
    squares = 2.2 * rng.normal(size=(POOL, 1)) ** 2 - outliers**2
    yield Losses("rare large losses of one model, squared errors", "5 %", squares)


def chosen_losses(rng: np.random.Generator) -> list[Losses]:
    """The families on which the test was chosen."""
    return [*of_models(rng, heavy=False, sizes=(1,)), *rare(rng)]


def confirmed_losses(rng: np.random.Generator) -> list[Losses]:
    """Other families: heavy-tailed log odds, clusters, other shapes of losses."""
    return [*of_models(rng, heavy=True, sizes=(1, 5)), *skewed(rng)]


def two_sided(t: Floats, df: Floats) -> Floats:
    """The p-value of Student's t."""
    return 2 * special.stdtr(df, -np.abs(t))


def degrees(u: Floats, most: Floats) -> Floats:
    """The degrees of freedom that the influences [..., unit] show."""
    square, fourth = (u**2).sum(-1), (u**4).sum(-1)
    shown = 2 * square**2 / np.maximum(fourth - square**2 / u.shape[-1], TINY)
    return np.clip(np.minimum(shown, most), 1, None)


def corrected(t: Floats, u: Floats, df: Floats) -> Floats:
    """The p-value of the skewness-corrected t."""
    scaled = u / np.maximum(np.abs(u).max(-1, keepdims=True), TINY)
    slope = (scaled**3).sum(-1) / np.maximum((scaled**2).sum(-1), TINY**0.5) ** 1.5 / 3
    away = np.clip(t, -1e9, 1e9)
    hall = away + slope * away**2 + slope**2 * away**3 / 3
    return two_sided(np.where(slope * t < 0, hall, away) / np.sqrt(1 + 2 / df), df)


def loss_tests(x: Floats, rng: np.random.Generator, resamples: int) -> dict[str, Floats]:
    """The p-values of tests that the mean is 0, on test sets [draw, cluster, item] with equal clusters."""
    u = x.mean(-1)
    units, mean = u.shape[1], u.mean(-1)
    u = u - mean[:, None]
    error = np.sqrt((u**2).sum(-1) / (units - 1) / units)
    t, df = mean / error, degrees(u, units - 1)
    third, second = (u**3).mean(-1), (u**2).mean(-1)
    johnson = t + third / (6 * second * units) / error + third / (3 * second**2) * mean**2 / error
    found = {
        "paired-mean": two_sided(t, units - 1),
        "Satterthwaite": two_sided(t, df),
        "Johnson": two_sided(johnson, units - 1),
        "skewed-t": corrected(t, u, df),
    }
    if resamples:
        found["bootstrap-t"] = bootstrap_t(u, t, rng, resamples)
    return found


def bootstrap_t(u: Floats, t: Floats, rng: np.random.Generator, resamples: int) -> Floats:
    """The symmetric studentised bootstrap; all test sets draw the same places."""
    units, beyond = u.shape[1], np.ones(len(u))
    for places in rng.integers(0, units, (resamples, units)):
        drawn = u[:, places]
        spread = np.maximum(drawn.std(-1, ddof=1), TINY)
        beyond += np.abs(drawn.mean(-1) / spread * math.sqrt(units)) >= np.abs(t)
    return beyond / (resamples + 1)
