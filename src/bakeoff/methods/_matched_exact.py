"""The exact test that the difference of two paired rates is above a given value, for few items.

Tango's statistic orders the samples. Its p-value under the restricted estimate q of each sample (the E step)
orders them anew, and the largest probability of that order over all q (the M step) is the p-value: the test
never exceeds its level, and has about the power of Tango's. Lloyd & Moldovan (2008), Statistics in Medicine
27, 3540-3549.
"""

from functools import lru_cache

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.methods._tango import restricted_share, tango_statistic

GRID, FINER = 80, 21  # values of the nuisance parameter, and of those around the one that was largest
EVERY = slice(None)
SLACK = 0.01  # of a p-value, for the values between those of the grid
SAME = 1e-9  # statistics this close are equal but for rounding


def exact_p(only_a: int, only_b: int, n: int, difference: float) -> float:
    """The p-value against A minus B at most ``difference``.

    >>> round(exact_p(0, 0, 50, -0.05), 4), round(0.95**50, 4)
    (0.0769, 0.0769)
    """
    if difference <= -1:
        return float(difference == -1 and only_b == n)
    own, chances, shares = _ordered(n, difference)
    wins, losses = _samples(n)
    here = own[(wins == only_a) & (losses == only_b)]
    extreme = own <= here * (1 + SAME)
    top = int(chances[extreme].sum(axis=0).argmax())
    return float(min(1.0, _chances(n, _around(shares, top), difference, extreme).sum(axis=0).max()))


def exact_rejects(n: int, difference: float, alpha: float) -> tuple[Ints, Ints]:
    """The samples, as wins of A and of B, whose p-value is at most alpha.

    >>> wins, losses = exact_rejects(20, -0.2, 0.025)
    >>> len(wins), bool(np.any((wins == 1) & (losses == 1)))
    (90, True)
    """
    own, chances, _ = _ordered(n, difference)
    p_values = _tails(np.log(np.maximum(own, 1e-300)), chances).max(axis=1)
    wins, losses = _samples(n)
    sure = p_values <= alpha * (1 - SLACK)
    for at in np.flatnonzero(~sure & (p_values <= alpha)):
        sure[at] = exact_p(int(wins[at]), int(losses[at]), n, difference) <= alpha
    return wins[sure], losses[sure]


def _ordered(n: int, difference: float) -> tuple[Floats, Floats, Floats]:
    """The p-value of each sample under its own nuisance value; the chances of all, and the values tried."""
    wins, losses = _samples(n)
    shares = _shares(difference)
    chances = _chances(n, shares, difference)
    first = _tails(-tango_statistic(wins, losses, n, difference), chances)
    return _between(shares, first, restricted_share(wins, losses, n, difference)), chances, shares


@lru_cache(maxsize=8)
def _samples(n: int) -> tuple[Ints, Ints]:
    """Every number of items that A alone and B alone get right."""
    wins, losses = np.indices((n + 1, n + 1))
    possible = wins + losses <= n
    return wins[possible], losses[possible]


@lru_cache(maxsize=8)
def _ways(n: int) -> Floats:
    """The logarithm of the number of ways in which each sample comes about."""
    wins, losses = _samples(n)
    every = special.gammaln(np.stack([wins, losses, n - wins - losses]) + 1.0)
    found: Floats = special.gammaln(n + 1) - every.sum(axis=0)
    return found


def _shares(difference: float) -> Floats:
    """Values of P(B alone is right), closer to each other near the ends."""
    low, high = max(0.0, -difference), (1 - difference) / 2
    return low + (high - low) * np.sin(np.linspace(0, np.pi / 2, GRID)) ** 2


def _around(shares: Floats, top: int) -> Floats:
    return np.linspace(shares[max(top - 1, 0)], shares[min(top + 1, GRID - 1)], FINER)


def _chances(n: int, shares: Floats, difference: float, some: Bools | slice = EVERY) -> Floats:
    """The probability of each sample (rows) under each nuisance value (columns)."""
    wins, losses = (each[some] for each in _samples(n))
    counts = np.stack([wins, losses, n - wins - losses], axis=1)
    cells = np.stack([shares + difference, shares, 1 - difference - 2 * shares])
    found: Floats = np.exp(_ways(n)[some, None] + counts @ np.log(np.maximum(cells, 1e-300)))
    return found


def _tails(order: Floats, chances: Floats) -> Floats:
    """For each sample the probability of those that come no later than it."""
    place = np.argsort(order, kind="stable")
    ranked = order[place]
    last = np.searchsorted(ranked, ranked + SAME, side="right") - 1
    found = np.empty_like(chances)
    found[place] = np.cumsum(chances[place], axis=0)[last]
    return found


def _between(shares: Floats, tails: Floats, likely: Floats) -> Floats:
    """The tail of each sample at its own nuisance value, between those of the grid."""
    above = np.clip(np.searchsorted(shares, likely), 1, GRID - 1)
    low, high = shares[above - 1], shares[above]
    weight = np.clip((likely - low) / np.maximum(high - low, 1e-300), 0, 1)
    at = np.arange(len(likely))
    found: Floats = (1 - weight) * tails[at, above - 1] + weight * tails[at, above]
    return found
