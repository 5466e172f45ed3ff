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
SAME = 1e-9  # statistics this close are equal but for rounding


def exact_p(only_a: int, only_b: int, n: int, difference: float) -> float:
    """The p-value against A minus B at most ``difference``.

    >>> round(exact_p(0, 0, 50, -0.05), 4), round(0.95**50, 4)
    (0.0769, 0.0769)
    """
    if difference <= -1:
        return 0.0
    wins, losses = _samples(n)
    shares = _shares(difference)
    chances = _chances(n, shares, difference)
    statistic = tango_statistic(wins, losses, n, difference)
    first = _tails(-statistic, chances)
    likely = restricted_share(wins, losses, n, difference)
    own = _between(shares, first, likely)
    here = int(np.flatnonzero((wins == only_a) & (losses == only_b))[0])
    extreme = own <= own[here] * (1 + SAME)
    top = int(chances[:, extreme].sum(axis=1).argmax())
    around = np.linspace(shares[max(top - 1, 0)], shares[min(top + 1, GRID - 1)], FINER)
    return float(min(1.0, _chances(n, around, difference, extreme).sum(axis=1).max()))


@lru_cache(maxsize=8)
def _samples(n: int) -> tuple[Ints, Ints]:
    """Every number of items that A alone and B alone get right."""
    wins, losses = np.indices((n + 1, n + 1))
    possible = wins + losses <= n
    return wins[possible], losses[possible]


def _shares(difference: float) -> Floats:
    """Values of P(B alone is right), closer to each other near the ends."""
    low, high = max(0.0, -difference), (1 - difference) / 2
    return low + (high - low) * np.sin(np.linspace(0, np.pi / 2, GRID)) ** 2


def _chances(n: int, shares: Floats, difference: float, some: Bools | slice = EVERY) -> Floats:
    """The probability of each sample (columns) under each nuisance value (rows)."""
    wins, losses = (each[some] for each in _samples(n))
    counts = np.stack([wins, losses, n - wins - losses])
    ways = special.gammaln(n + 1) - special.gammaln(counts + 1).sum(axis=0)
    cells = np.stack([shares + difference, shares, 1 - difference - 2 * shares], axis=1)
    return np.exp(ways + np.log(np.maximum(cells, 1e-300)) @ counts)


def _tails(order: Floats, chances: Floats) -> Floats:
    """For each sample the probability of those that come no later than it."""
    place = np.argsort(order, kind="stable")
    ranked = order[place]
    last = np.searchsorted(ranked, ranked + SAME, side="right") - 1
    found = np.empty_like(chances)
    found[:, place] = np.cumsum(chances[:, place], axis=1)[:, last]
    return found


def _between(shares: Floats, tails: Floats, likely: Floats) -> Floats:
    """The tail of each sample at its own nuisance value, between those of the grid."""
    above = np.clip(np.searchsorted(shares, likely), 1, GRID - 1)
    low, high = shares[above - 1], shares[above]
    weight = np.clip((likely - low) / np.maximum(high - low, 1e-300), 0, 1)
    at = np.arange(len(likely))
    found: Floats = (1 - weight) * tails[above - 1, at] + weight * tails[above, at]
    return found
