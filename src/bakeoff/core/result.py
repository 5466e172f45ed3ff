"""What a method found: `Interval` and `Result`."""

import math
from dataclasses import dataclass
from typing import Any

from bakeoff.core.alternative import Alternative


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """The two ends of an interval: numbers, or arrays of one shape."""

    low: Any
    high: Any

    def __iter__(self) -> Any:
        return iter((self.low, self.high))


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What one method says about A minus B, in units where higher is better.

    ``favours`` is the side that a small p-value speaks for: 1 for A, -1 for B, 0 for neither.
    It is the sign of the estimate unless a method has a reason to say otherwise. ``resamples`` is how many
    draws a p-value was counted from, if it was, and ``least_p`` what it is where none goes against A or B.
    """

    method: str
    estimate: float
    interval: Interval
    level: float
    alternative: Alternative
    p_value: float
    n: int
    statistic: float | None = None
    df: float | tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    degenerate: bool = False
    favours: int | None = None
    resamples: int | None = None
    least_p: float = 0.0

    @property
    def direction(self) -> int:
        """1 if the result speaks for A, -1 for B, 0 for neither."""
        if self.favours is not None:
            return self.favours
        return int(math.copysign(1, self.estimate)) if self.estimate else 0
