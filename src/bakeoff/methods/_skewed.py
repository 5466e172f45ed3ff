"""Student's t for estimates that few items, or items on one side, may decide."""

import math

import numpy as np

from bakeoff.core.influences import Moved
from bakeoff.core.result import Interval, Result
from bakeoff.intervals._skewed import skewed_interval, unskewed, widening
from bakeoff.methods._reference import Asked, no_spread, ratio_p, snap, student_quantile

WITHIN = "the interval leaves out differences that separate intervals of the two values exclude"

UNSKEWED = Moved(np.zeros(1), np.ones(1, dtype=np.int64))


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
    corrected: bool = True,
    within: Interval | None = None,
) -> Result:
    """The result of ``unskewed(estimate / error) / sqrt(1 + 2 / df)`` against Student's t.

    df are the degrees of freedom that the influences show, at most those given: where few units carry the
    variance, it is hardly known, and may be larger. Without ``corrected`` the skewness is taken as 0. The
    interval holds every difference that the test does not reject; of these only possible ones, if it is known
    ``within`` which these lie. It never leaves out the estimate, nor 0 where the test does not reject it.
    """
    estimate, error = snap(estimate, noise), snap(error, noise)
    if error == 0:
        left = df if math.isfinite(df) else None
        return no_spread(
            asked, estimate=estimate, df=left, n=n, notes=notes, identical=identical, bound=bound
        )
    df = moved.degrees(df)
    shape = moved if corrected else UNSKEWED
    ratio = unskewed(estimate / error, shape.skew) / widening(df)
    found = skewed_interval(estimate, error, shape, df, student_quantile(df, asked.tail))
    low, high = found if within is None else _inside(found, within, estimate)
    if (low, high) != tuple(found):
        notes += (WITHIN,)
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


def _inside(found: Interval, within: Interval, estimate: float) -> Interval:
    """The part of an interval within another, with the estimate, and with 0 where it has 0."""
    kept = (estimate, 0.0) if found.low <= 0 <= found.high else (estimate,)
    return Interval(low=max(found.low, min(within.low, *kept)), high=min(found.high, max(within.high, *kept)))
