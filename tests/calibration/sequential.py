"""Rates that are judged while they are measured, so that no more is drawn than is needed (Wald 1947).

By Ville's inequality, a likelihood ratio grows to 10,000 with probability at most 1e-4 where the rate in its
denominator is the true one, however long one looks.
"""

import math
from collections.abc import Iterable

SURE = math.log(1e4)


def evidence(failed: bool, rate: float, other: float) -> float:
    """What one draw adds to the logarithm of the likelihood ratio of a rate to another."""
    return math.log(rate / other if failed else (1 - rate) / (1 - other))


def too_many(failures: Iterable[bool], *, nominal: float, bound: float, large: float) -> bool:
    """Whether failures are shown to be more than the bound; they are read until that is known.

    A rate of at most ``bound`` is said to be more with probability at most 1e-4. A rate of ``large`` or more
    passes for ``nominal``, whereupon no more is read, with probability at most 1e-4.
    """
    more = fewer = 0.0
    for failed in failures:
        more += evidence(failed, large, bound)
        fewer += evidence(failed, nominal, large)
        if max(more, fewer) >= SURE:
            return more >= SURE
    return False
