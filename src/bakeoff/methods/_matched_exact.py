"""The exact test that the difference of two paired rates is above a given value, for few items.

Tango's statistic orders the samples. Its p-value under the restricted estimate q of each sample (the E step)
reorders them, and the largest probability of that order over all q (the M step) is the p-value: the test
never exceeds its level, and has about the power of Tango's. Lloyd & Moldovan (2008), Statistics in Medicine
27, 3540-3549.

The probability of any set of samples is a polynomial of degree n in q. Its values at n + 1 Chebyshev points
determine it, and the barycentric formula gives it at any other q but for rounding. Both steps rely on this:
an own p-value that is only close to the right one can change the order of two samples.
"""

from functools import lru_cache

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.methods._tango import restricted_share, tango_statistic

FINE, ZOOM, TIMES = 8, 21, 4  # values tried for each item, values around the best of them, and how often
SAME = 1e-9  # statistics this close are equal but for rounding


def exact_p(only_a: int, only_b: int, n: int, difference: float) -> float:
    """The p-value against A minus B at most ``difference``.

    >>> round(exact_p(0, 0, 50, -0.05), 4), round(0.95**50, 4)
    (0.0769, 0.0769)
    """
    if difference <= -1:
        return float(difference == -1 and only_b == n)
    own, chances = _ordered(n, difference)
    wins, losses = _samples(n)
    here = own[(wins == only_a) & (losses == only_b)]
    return min(1.0, _largest(chances[own <= here * (1 + SAME)].sum(axis=0)))


def exact_rejects(n: int, difference: float, alpha: float) -> tuple[Ints, Ints]:
    """The samples, as wins of A and of B, whose p-value is at most alpha.

    >>> wins, losses = exact_rejects(20, -0.2, 0.025)
    >>> len(wins), bool(np.any((wins == 1) & (losses == 1)))
    (90, True)
    """
    own, chances = _ordered(n, difference)
    place = np.argsort(own, kind="stable")
    ranked, reached = own[place], np.cumsum(chances[place], axis=0)
    # A later sample has a larger p-value, and its largest value is hardly below the one between the points.
    count = int(np.searchsorted(reached.max(axis=1), alpha, side="right"))
    while count and (_goes_on(ranked, count) or _largest(reached[count - 1]) > alpha):
        count -= 1
    wins, losses = _samples(n)
    chosen = np.sort(place[:count])
    return wins[chosen], losses[chosen]


def _goes_on(ranked: Floats, count: int) -> bool:
    """Whether the next sample is equal to the last one that is counted."""
    return count < len(ranked) and bool(ranked[count] <= ranked[count - 1] * (1 + SAME))


def _ordered(n: int, difference: float) -> tuple[Floats, Floats]:
    """The p-value of each sample under its own nuisance value, and its probability at Chebyshev points."""
    wins, losses = _samples(n)
    low, high = max(0.0, -difference), (1 - difference) / 2
    chances = _chances(n, low + (high - low) * _points(n), difference)
    tails = _tails(-tango_statistic(wins, losses, n, difference), chances)
    own = (restricted_share(wins, losses, n, difference) - low) / max(high - low, 1e-300)
    return np.einsum("ij,ij->i", _weights(n, np.clip(own, 0, 1)), tails), chances


@lru_cache(maxsize=8)
def _samples(n: int) -> tuple[Ints, Ints]:
    """Every number of items that A alone and B alone get right."""
    wins, losses = np.indices((n + 1, n + 1))
    possible = wins + losses <= n
    return wins[possible], losses[possible]


@lru_cache(maxsize=8)
def _ways(n: int) -> Floats:
    """The logarithm of the number of ways in which each sample can occur."""
    wins, losses = _samples(n)
    every = special.gammaln(np.stack([wins, losses, n - wins - losses]) + 1.0)
    found: Floats = special.gammaln(n + 1) - every.sum(axis=0)
    return found


def _points(n: int) -> Floats:
    """The n + 1 Chebyshev points of [0, 1], ends included."""
    found: Floats = np.sin(np.linspace(0, np.pi / 2, n + 1)) ** 2
    return found


def _weights(n: int, at: Floats) -> Floats:
    """What each Chebyshev point (columns) contributes to a polynomial of degree n at other places (rows)."""
    signs = (-1.0) ** np.arange(n + 1)
    signs[[0, -1]] /= 2
    with np.errstate(divide="ignore"):
        found: Floats = signs / (at[:, None] - _points(n))
    hit = np.isinf(found).any(axis=1)
    found[hit] = np.isinf(found[hit])
    found /= found.sum(axis=1, keepdims=True)
    return found


@lru_cache(maxsize=8)
def _fine(n: int) -> tuple[Floats, Floats]:
    at = np.sin(np.linspace(0, np.pi / 2, FINE * (n + 1) + 1)) ** 2
    return at, _weights(n, at)


def _largest(values: Floats) -> float:
    """The largest value of a polynomial on [0, 1], from its values at the Chebyshev points."""
    n = len(values) - 1
    at, weights = _fine(n)
    for _ in range(TIMES):
        found = weights @ values
        top = int(found.argmax())
        at = np.linspace(at[max(top - 1, 0)], at[min(top + 1, len(at) - 1)], ZOOM)
        weights = _weights(n, at)
    return float(max(found.max(), values.max()))


def _chances(n: int, shares: Floats, difference: float) -> Floats:
    """The probability of each sample (rows) under each nuisance value (columns)."""
    wins, losses = _samples(n)
    counts = np.stack([wins, losses, n - wins - losses], axis=1)
    cells = np.stack([shares + difference, shares, 1 - difference - 2 * shares])
    found: Floats = np.exp(_ways(n)[:, None] + counts @ np.log(np.maximum(cells, 1e-300)))
    return found


def _tails(order: Floats, chances: Floats) -> Floats:
    """For each sample the probability of those that come no later than it."""
    place = np.argsort(order, kind="stable")
    last = np.searchsorted(order[place], order + SAME, side="right") - 1
    found: Floats = np.cumsum(chances[place], axis=0)[last]
    return found
