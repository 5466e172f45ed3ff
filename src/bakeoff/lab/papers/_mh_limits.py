"""The counts on which Martin & Hirschberg compare 95 % limits."""

import numpy as np

from bakeoff.core.outcomes import Floats

TAIL = 0.025
SIZES = (20, 100)  # items in the figures of limits, whose own sizes are not given


def grid() -> tuple[Floats, Floats]:
    """Pairs of m = 0, 1 ... M/2 errors on M = 10, 20 ... 200 items, as two arrays.

    >>> m, M = grid()
    >>> len(m), float(m[-1]), float(M[-1])
    (1070, 100.0, 200.0)
    """
    pairs = [(m, M) for M in range(10, 201, 10) for m in range(M // 2 + 1)]
    m, M = np.array(pairs, dtype=np.float64).T
    return m, M
