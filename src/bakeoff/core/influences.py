"""What the influences of single units tell about an estimate: how well its variance is known, its skew."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.outcomes import Floats, Ints

MANY = 100_000
PLACES = 2.0**29  # binary places of a number that is added up in whole units, twice


def total(values: Floats) -> float:
    """The sum, the same to the last digit in any order.

    It is exact for fewer than 100,000 numbers. Many are rounded to whole units of 2^-58 of the largest, whose
    sums are exact.

    >>> total(np.array([0.1] * 10)), abs(total(np.full(200_000, 0.1)) - 20_000) < 1e-9
    (1.0, True)
    """
    if values.size < MANY:
        return math.fsum(values.tolist())
    unit = 2.0 ** -math.frexp(float(max(values.max(), -values.min())))[1] * PLACES
    high = low = 0
    for at in range(0, values.size, 2**24):  # such sums stay below 2^53
        scaled = values[at : at + 2**24] * unit
        units = np.rint(scaled)
        high += int(units.sum())
        low += int(np.rint((scaled - units) * PLACES).sum())
    return (high + low / PLACES) / unit


def influence_degrees(moved: Floats, repeats: Ints) -> float:
    """Degrees of freedom of a variance that is the sum of these influences' squares.

    Those of a chi-squared with the same relative variance, ``2 V^2 / (sum u^4 - V^2 / n)`` with
    V = sum u^2: n for normal influences, about 2 k where k units alone have any. From 1 to n - 1.
    """
    units = int(repeats.sum())
    scaled = moved / np.max(np.abs(moved))  # fourth powers of small numbers vanish
    squares = scaled**2
    # The same to the last digit in any order of the kinds.
    square, fourth = (total(repeats * each) for each in (squares, squares**2))
    spread = fourth - square**2 / units
    return float(min(max(2 * square**2 / spread, 1.0), units - 1)) if spread > 0 else units - 1.0


class Moved(NamedTuple):
    """How far an estimate moves with one unit of each kind, and how many units are of that kind.

    >>> few = Moved(np.array([3.0, -1.0]), np.array([1, 3]))
    >>> round(few.skew, 4)
    0.5774
    """

    influences: Floats
    repeats: Ints

    @property
    def skew(self) -> float:
        """``sum u^3 / (sum u^2)^(3/2)``: for single items their skewness over the root of their number."""
        if not np.any(self.influences):
            return 0.0
        scaled = self.influences / np.max(np.abs(self.influences))
        squares = scaled * scaled
        # The same to the last digit in any order of the kinds.
        square, cube = (total(self.repeats * each) for each in (squares, squares * scaled))
        return float(cube / square**1.5)

    def degrees(self, most: float) -> float:
        """Degrees of freedom that the influences show, and no more than ``most``."""
        return min(influence_degrees(*self), most) if np.any(self.influences) else most
