"""Bets against a mean difference: how the capital of a watched comparison grows, and what it excludes."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.result import Interval

NODES = 256  # bets that the capital is spread over
EDGE = EXACT = 1e-9
NARROW = 100  # priors above it have polynomials that are too large for numbers
TOGETHER = 16  # factors of a product; none is below 1e-5, so that it never becomes 0
BLOCK = 128 * TOGETHER  # items at a time, which stay in the cache


def narrowed(old: Interval, middle: float, against: Any, span: tuple[float, float]) -> Interval:
    """The part of an interval where a convex function is below 0, as it is in the middle.

    Where nothing would be left, which happens with probability alpha at most, the interval stays as it was.
    """
    from scipy.optimize import brentq

    low, high = max(old.low, span[0] + EDGE), min(old.high, span[1] - EDGE)
    middle = min(max(middle, span[0] + EDGE), span[1] - EDGE)
    new = [old.low, old.high]
    if low < middle and against(low) > 0:
        new[0] = float(brentq(against, low, middle, xtol=EXACT))
    if high > middle and against(high) > 0:
        new[1] = float(brentq(against, middle, high, xtol=EXACT))
    return Interval(*new) if new[0] < new[1] else old


@lru_cache(maxsize=8)
def bets(prior: float) -> tuple[Floats, Floats]:
    """The bets, from -1 to 1, and the logarithms of their shares of the capital: a Gauss rule of the prior.

    It integrates 2 NODES - 1 items exactly. With more it is a prior of its own, which keeps the bound.
    """
    from scipy.special import roots_jacobi

    if prior > NARROW:
        return _narrow_bets(prior)
    at, weights = roots_jacobi(NODES, prior - 1, prior - 1)
    with np.errstate(divide="ignore"):
        return at, np.log(weights / weights.sum())


def _narrow_bets(prior: float) -> tuple[Floats, Floats]:
    """The same rule by Golub and Welsch (1969), for priors whose polynomials are too large for numbers."""
    from scipy.linalg import eigh_tridiagonal

    n, order = np.arange(1, NODES), prior - 0.5
    step = np.sqrt(n * (n + 2 * order - 1) / (4 * (n + order) * (n + order - 1)))
    at, vectors = eigh_tridiagonal(np.zeros(NODES), step)
    with np.errstate(divide="ignore"):
        shares: Floats = 2 * np.log(np.abs(vectors[0]))
    places: Floats = np.asarray(at, dtype=np.float64)
    return places, shares


def gains(counts: dict[float, int], m: float, prior: float) -> Floats:
    """The logarithm of the capital of each bet after these items, with a mean of m as the hypothesis."""
    at, _ = bets(prior)
    x, times = np.array(list(counts)), np.array(list(counts.values()))
    up, down = (1 + x) / (1 + m) - 1, (1 - x) / (1 - m) - 1
    if len(x) < TOGETHER:
        factors = np.where(at[:, None] > 0, up, down) * np.abs(at[:, None])
        few: Floats = np.log1p(factors) @ times
        return few
    found = np.empty(len(at))
    for side, change in ((at > 0, up), (at <= 0, down)):
        found[side] = _logs(change, times, np.abs(at[side]))
    return found


def _logs(change: Floats, times: Ints, sizes: Floats) -> Floats:
    """Sums of ``times log(1 + size change)`` for each size; few logarithms of products take less time."""
    once = times == 1
    whole = int(once.sum()) // TOGETHER * TOGETHER
    grouped = np.flatnonzero(once)[:whole]
    others = np.ones(len(change), dtype=bool)
    others[grouped] = False
    found: Floats = np.log1p(change[others, None] * sizes).T @ times[others]
    for start in range(0, whole, BLOCK):
        factors = 1 + change[grouped[start : start + BLOCK], None] * sizes
        products = np.multiply.reduce(factors.reshape(TOGETHER, -1, len(sizes)), axis=0)
        found += np.log(products).sum(axis=0)
    return found


def spread(capital: Floats, prior: float) -> float:
    """The logarithm of the sum of the capital of all bets."""
    every = capital + bets(prior)[1]
    most = every.max()
    return float(most + np.log(np.exp(every - most).sum()))


def times_log(count: int, share: float) -> float:
    """A count times the logarithm of a share; 0 where nothing is counted."""
    return count * math.log(share) if count else 0.0
