"""Tango's score test that the difference of two paired rates has a given value.

Let w and l be the items that A alone and B alone got right, q = P(B alone is right) and d the difference A
minus B. Under d the likelihood is highest at the q that solves
2 n q^2 + (d (2 n - w + l) - w - l) q - l d (1 - d) = 0, and the statistic is
(w - l - n d) / sqrt(n (2 q + d (1 - d))). Tango (1998), Statistics in Medicine 17, 891-908.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def restricted_share(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike, difference: float) -> Floats:
    """The likeliest share of items that B alone gets right, given the difference; arrays broadcast.

    >>> float(restricted_share(15, 35, 412, -0.10).round(4))
    0.126
    """
    wins, losses, items = (np.asarray(each, dtype=float) for each in (only_a, only_b, n))
    linear = difference * (2 * items - wins + losses) - wins - losses
    root = np.sqrt(np.maximum(linear * linear + 8 * items * losses * difference * (1 - difference), 0))
    found: Floats = (root - linear) / (4 * items)
    return found


def tango_statistic(only_a: ArrayLike, only_b: ArrayLike, n: ArrayLike, difference: float) -> Floats:
    """The score statistic at a difference A minus B; arrays broadcast.

    Where the restricted variance is 0 the data either fit the difference (0) or rule it out (infinite).

    >>> float(tango_statistic(15, 35, 412, -0.10).round(3))
    2.771
    >>> float(tango_statistic(40, 42, 1000, -0.02).round(3))
    1.947
    """
    wins, losses, items = (np.asarray(each, dtype=float) for each in (only_a, only_b, n))
    share = restricted_share(wins, losses, items, difference)
    variance = items * (2 * share + difference * (1 - difference))
    distance = wins - losses - items * difference
    certain = np.where(np.abs(distance) < 1e-9, 0.0, np.copysign(np.inf, distance))
    return np.where(variance > 1e-12, distance / np.sqrt(np.maximum(variance, 1e-12)), certain)
