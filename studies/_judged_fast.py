"""Thousands of draws of a judged world at once: `powered` without clusters, on arrays (draws, labels).

A world's scores are few values, so that their joint probabilities are computed once, by integration; the
labelled items are drawn from them one by one, and of the others only how often each difference occurs.
`tests/unit/studies` holds it against `powered` itself.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy import special
from studies._judged_worlds import JUDGES, SCALES, World

from bakeoff.core.arrays import Floats
from bakeoff.methods import _powered

FAR, NODES = 8.0, 24  # where quality ends, and points of integration between two scores


class Ends(NamedTuple):
    """Intervals (draws, 2) with the judge where it is used and of the labels alone, and where it is used."""

    ours: Floats
    alone: Floats
    used: Floats


@cache
def cells(world: World) -> tuple[Floats, Floats]:
    """All scores (people of A, of B, judge of A, of B), and the probability of each such four."""
    cuts, judge = np.array(SCALES[world.scale]), JUDGES[world.judge]
    at, weight, score = _nodes(cuts)
    a, b = at[:, np.newaxis], at[np.newaxis, :]
    rest = (b - world.alike * (a - world.ahead)) / np.sqrt(1 - world.alike**2)
    density = np.exp(-((a - world.ahead) ** 2 + rest**2) / 2) / (2 * np.pi * np.sqrt(1 - world.alike**2))
    mass = density * weight[:, np.newaxis] * weight[np.newaxis, :]
    said = [_said(at, cuts, judge.slope, judge.noise, to) for to in (judge.to_a, judge.to_b)]
    kinds = len(cuts) + 1
    people = np.eye(kinds)[score]
    joint = np.einsum("ij,ik,jl,im,jn->klmn", mass, people, people, said[0], said[1], optimize=True)
    four = np.stack(np.meshgrid(*[np.arange(kinds, dtype=float)] * 4, indexing="ij")).reshape(4, -1)
    return four, joint.ravel() / joint.sum()


def _nodes(cuts: Floats) -> tuple[Floats, Floats, np.ndarray]:
    """Points of quality, their weights, and the score that people give there."""
    x, w = leggauss(NODES)
    edges = np.concatenate([[-FAR], cuts, [FAR]])
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    points = (middle[:, np.newaxis] + half[:, np.newaxis] * x).ravel()
    return points, (half[:, np.newaxis] * w).ravel(), np.repeat(np.arange(len(half)), NODES)


def _said(quality: Floats, cuts: Floats, slope: float, noise: float, bias: float) -> Floats:
    """The probability of each score by the judge, an array (points, scores)."""
    below = special.ndtr((cuts - (slope * quality + bias)[:, np.newaxis]) / noise)
    return np.diff(below, axis=1, prepend=0.0, append=1.0)


def intervals(world: World, labels: int, others: int, draws: int, rng: np.random.Generator) -> Ends:
    """Intervals of 95 % in a number of draws."""
    four, chances = cells(world)
    edges = np.cumsum(chances)
    drawn = np.searchsorted(edges / edges[-1], rng.random((draws, labels)), side="right")
    people, y, f = four[:2, drawn], (four[0] - four[1])[drawn], (four[2] - four[3])[drawn]
    gaps, where = np.unique(four[2] - four[3], return_inverse=True)
    counts = rng.multinomial(others, np.bincount(where, weights=chances), size=draws)
    beyond = counts @ gaps / others
    spread = (counts @ gaps**2 - others * beyond**2) / (others - 1)
    largest = _largest(people, y, float(len(SCALES[world.scale])))
    alone = _spread(y, largest)
    ours, used = _with_judge(y, f, largest, _step(people), alone, beyond, spread, others)
    return Ends(ours=_ends(*ours), alone=_ends(*alone), used=used)


def _largest(people: Floats, y: Floats, scale: float) -> Floats:
    """The largest difference that people saw; where there is none, how far their scores or the judge's go."""
    largest = np.maximum(np.abs(y).max(axis=1), np.abs(y - y.mean(axis=1, keepdims=True)).max(axis=1))
    apart = people.max(axis=(0, 2)) - people.min(axis=(0, 2))
    return np.where(largest > 0, largest, np.where(apart > 0, apart, scale))


def _step(people: Floats) -> Floats:
    """The least difference between two scores that people gave in a draw; infinite where all are the same."""
    apart = np.diff(np.sort(np.concatenate([people[0], people[1]], axis=1), axis=1), axis=1)
    return np.min(np.where(apart > 0, apart, np.inf), axis=1)


def _spread(left: Floats, largest: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean, variance with its floor, and degrees of freedom."""
    n = left.shape[1]
    mean = left.mean(axis=1)
    squares = ((left - mean[:, np.newaxis]) / n) ** 2 / (1 - 1 / n)
    added = _powered.ADDED * squares.max(axis=1)
    least = _powered.LEAST * (largest / n) ** 2 * n / (n - 1)
    return mean, np.maximum(squares.sum(axis=1) + added, least), np.full(len(left), n - 1.0)


def _with_judge(
    y: Floats,
    f: Floats,
    largest: Floats,
    step: Floats,
    alone: tuple[Floats, Floats, Floats],
    beyond: Floats,
    spread: Floats,
    others: int,
) -> tuple[tuple[Floats, Floats, Floats], Floats]:
    n = y.shape[1]
    of_y, of_f, squares, products = (each.sum(axis=1, keepdims=True) - each for each in (y, f, f * f, f * y))
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = squares - of_f**2 / (n - 1)
        slopes = (products - of_f * of_y / (n - 1)) / apart / (1 + n / others)
    weights = np.where(apart > 1e-9 * np.maximum(squares, 1e-300), np.maximum(slopes, 0.0), 0.0)
    weight = weights.mean(axis=1)
    left = y - weights * f
    unseen = np.maximum(np.abs(left - left.mean(axis=1, keepdims=True)).max(axis=1), _powered.UNSEEN * step)
    mean, first, own = _spread(left, np.minimum(largest, unseen))
    second = weight**2 * spread / others
    df = (first + second) ** 2 / (first**2 / own + second**2 / (others - 1))
    used = (weight > 0) & (np.ptp(f, axis=1) > 0) & (first + second < _powered.GAIN * alone[1])
    ours = (mean + weight * beyond, first + second, df)
    return tuple(np.where(used, one, other) for one, other in zip(ours, alone, strict=True)), used  # type: ignore[return-value]


def _ends(mean: Floats, variance: Floats, df: Floats) -> Floats:
    reach = -special.stdtrit(df, 0.025) * np.sqrt(variance)
    return np.stack([mean - reach, mean + reach], axis=1)
