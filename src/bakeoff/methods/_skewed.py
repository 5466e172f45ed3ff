"""Student's t for estimates that few items, or items on one side, may decide."""

import math

from bakeoff.core.influences import Moved
from bakeoff.core.result import Result
from bakeoff.intervals._skewed import skewed_interval, unskewed, widening
from bakeoff.methods._reference import Asked, no_spread, ratio_p, snap, student_quantile


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
    df = moved.degrees(df)
    ratio = unskewed(estimate / error, moved.skew) / widening(df)
    low, high = skewed_interval(estimate, error, moved, df, student_quantile(df, asked.tail))
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
