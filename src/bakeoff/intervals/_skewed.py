"""Student's interval for an estimate that few units, or units on one side, may decide."""

import math

import numpy as np

from bakeoff.core.influences import Moved
from bakeoff.core.result import Interval

NEARLY_NONE = 1e-12


def unskewed(ratio: float, skew: float) -> float:
    """Hall's cubic, ``t + s t^2 / 3 + s^2 t^3 / 27``, where it is nearer to 0 than t; otherwise t.

    >>> round(unskewed(2.0, -0.3), 4), unskewed(-2.0, -0.3)
    (1.6267, -2.0)
    """
    return ratio + skew * ratio**2 / 3 + skew**2 * ratio**3 / 27 if skew * ratio < 0 else ratio


def skewed_again(point: float, skew: float) -> float:
    """The ratio that `unskewed` makes this point.

    >>> round(skewed_again(unskewed(2.0, -0.3), -0.3), 12), skewed_again(3.0, -1e-17)
    (2.0, 3.0)
    """
    slope = skew / 3
    turn = 3 * slope * point
    if turn > -NEARLY_NONE:  # also where it is none but for rounding
        return point
    if turn > -0.5:  # without the loss of digits in cbrt(1 + turn) - 1
        return math.expm1(math.log1p(turn) / 3) / slope
    return float((np.cbrt(1 + turn) - 1) / slope)


def skewed_interval(estimate: float, error: float, moved: Moved, df: float, quantile: float) -> Interval:
    """Every value that ``unskewed((estimate - value) / error) / sqrt(1 + 2 / df)`` does not reject.

    ``df`` is used as it is given: `Moved.degrees` has those that the influences show. ``quantile`` is that
    of Student's t with this ``df``.

    >>> few = Moved(np.array([3.0, -1.0]), np.array([1, 3]))
    >>> [round(end, 2) for end in skewed_interval(1.0, 0.2, few, 3.0, 3.1824)]
    [0.18, 3.19]
    """
    point = quantile * widening(df)
    return Interval(
        low=estimate - error * skewed_again(point, moved.skew),
        high=estimate + error * skewed_again(point, -moved.skew),
    )


def widening(df: float) -> float:
    """What an error that so few degrees of freedom tell is multiplied by."""
    return math.sqrt(1 + 2 / df)
