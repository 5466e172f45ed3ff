"""Sign tests: only who won counts, not by how much."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, Result
from bakeoff.methods._reference import IDENTICAL, Asked, coin_p, reach_zero

TOO_FEW = "too few nonzero differences for a bounded interval at this level"


def sign_result(asked: Asked, x: Floats, noise: float, *, weight: float, df: float | None = None) -> Result:
    """The sign test on differences, each of which counts as ``weight`` independent ones."""
    x = np.where(np.abs(x) <= noise, 0.0, x)
    wins, losses = int(np.sum(x > 0)), int(np.sum(x < 0))
    p = float(coin_p(weight * wins, weight * losses, asked.alternative))
    interval = _interval(asked, np.sort(x, axis=None), p, weight)
    bounded = np.isfinite(interval.low) or np.isfinite(interval.high)
    return asked.result(
        estimate=float(np.median(x)),
        interval=interval,
        statistic=float(wins),
        df=df,
        p_value=p,
        n=x.size,
        notes=tie_notes(x.size - wins - losses, x.size) + (() if bounded else (TOO_FEW,)),
        degenerate=wins + losses == 0,
        favours=int(np.sign(wins - losses)),
    )


def tie_notes(ties: int, n: int) -> tuple[str, ...]:
    """What to say about differences of 0, which a test of signs or ranks leaves out."""
    if ties == n:
        return (IDENTICAL,)
    return (f"{ties} of {n} differences are 0 and are left out of the test",) if ties else ()


def _interval(asked: Asked, ranked: Floats, p_value: float, weight: float) -> Interval:
    """The differences that a shifted test would not reject: order statistics around the median."""
    n = ranked.size
    below = np.arange(n + 1)  # a shift between two neighbours leaves so many differences below it
    kept = np.flatnonzero(coin_p(weight * (n - below), weight * below, "two-sided") > _tails(asked))
    edges = np.concatenate([[-np.inf], ranked, [np.inf]])
    low, high = float(edges[kept[0]]), float(edges[kept[-1] + 1])
    return asked.interval(*reach_zero(low, high, p_value, asked.level))


def _tails(asked: Asked) -> float:
    return 1 - asked.level if asked.alternative == "two-sided" else min(2 * (1 - asked.level), 0.999)
