"""Student's t for estimates that few items, or items on one side, may decide."""

import math
from typing import NamedTuple

import numpy as np

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.result import Result
from bakeoff.methods._kinds import influence_degrees, total
from bakeoff.methods._reference import Asked, no_spread, ratio_p, snap, student_quantile

NEARLY_NONE = 1e-12


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


def skewed_result(
    asked: Asked,
    *,
    estimate: float,
    error: float,
    moved: Moved,
    df: float,
    n: int,
    noise: float = 0.0,
    notes: tuple[str, ...] = (),
    identical: bool = True,
    bound: float = math.inf,
) -> Result:
    """The result of ``unskewed(estimate / error) / sqrt(1 + 2 / df)`` against Student's t.

    df are the degrees of freedom that the influences show, at most those given: where few units carry the
    variance, it is hardly known, and may be larger. The interval holds every difference that the test does
    not reject.
    """
    estimate, error = snap(estimate, noise), snap(error, noise)
    if error == 0:
        left = df if math.isfinite(df) else None
        return no_spread(
            asked, estimate=estimate, df=left, n=n, notes=notes, identical=identical, bound=bound
        )
    df, skew = moved.degrees(df), moved.skew
    wider = math.sqrt(1 + 2 / df)
    ratio = unskewed(estimate / error, skew) / wider
    point = student_quantile(df, asked.tail) * wider
    low = estimate - error * skewed_again(point, skew)
    high = estimate + error * skewed_again(point, -skew)
    return asked.result(
        estimate=estimate,
        interval=asked.interval(max(low, -bound), min(high, bound), bound=bound),
        statistic=ratio,
        df=df,
        p_value=ratio_p(ratio, df, asked.alternative),
        n=n,
        notes=notes,
        error=error,
    )
