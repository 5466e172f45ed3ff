"""What a method is asked, and a result that answers just that."""

import math
from typing import NamedTuple

from bakeoff.core.result import Alternative, Interval, Result, keep_asked_ends, tail_share


class Asked(NamedTuple):
    """Which method is asked, the level of its interval, and about which side."""

    method: str
    level: float
    alternative: Alternative

    @property
    def tail(self) -> float:
        """The probability left outside each finite end of the interval."""
        return tail_share(self.level, self.alternative)

    def interval(self, low: float, high: float, *, bound: float = math.inf) -> Interval:
        """An interval that is open, or reaches ``bound``, where a one-sided question does not ask."""
        low, high = keep_asked_ends(low, high, self.alternative, bound=bound)
        return Interval(low=low, high=high)

    def result(
        self,
        *,
        estimate: float,
        interval: Interval,
        p_value: float,
        n: int,
        statistic: float | None = None,
        df: float | tuple[float, float] | None = None,
        notes: tuple[str, ...] = (),
        degenerate: bool = False,
        favours: int | None = None,
    ) -> Result:
        """What the method says."""
        return Result(
            method=self.method,
            estimate=estimate,
            interval=interval,
            level=self.level,
            alternative=self.alternative,
            statistic=statistic,
            df=df,
            p_value=p_value,
            n=n,
            notes=notes,
            degenerate=degenerate,
            favours=favours,
        )
