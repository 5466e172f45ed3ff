"""Sign tests: only who won counts, not by how much."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.result import ROUNDING, Interval, Result
from bakeoff.methods._reference import IDENTICAL, Asked, coin_p

TOO_FEW = "too few nonzero differences for a bounded interval at this level"


def sign_result(asked: Asked, x: Floats, noise: float, *, weight: float, df: float | None = None) -> Result:
    """The sign test on differences, each of which counts as ``weight`` independent ones.

    Estimate and interval leave out what the test leaves out, differences of 0: so the interval holds the
    differences that the test would not reject, and excludes 0 exactly where the test does.
    """
    untied = np.sort(x[np.abs(x) > noise], axis=None)
    wins, losses = int(np.sum(untied > 0)), int(np.sum(untied < 0))
    interval = _interval(asked, untied, weight)
    bounded = np.isfinite(interval.low) or np.isfinite(interval.high)
    return asked.result(
        estimate=float(np.median(untied)) if untied.size else 0.0,
        interval=interval,
        statistic=float(wins),
        df=df,
        p_value=float(coin_p(weight * wins, weight * losses, asked.alternative)),
        n=x.size,
        notes=tie_notes(x.size - untied.size, x.size) + (() if bounded else (TOO_FEW,)),
        degenerate=not untied.size,
        favours=int(np.sign(wins - losses)),
    )


def tie_notes(ties: int, n: int) -> tuple[str, ...]:
    """What to say about differences of 0, which a test of signs or ranks leaves out."""
    if ties == n:
        return (IDENTICAL,)
    return (f"{ties} of {n} differences are 0 and are left out",) if ties else ()


def _interval(asked: Asked, ranked: Floats, weight: float) -> Interval:
    """The differences that a shifted test would not reject: order statistics around the median."""
    n = ranked.size
    below = np.arange(n + 1)  # a shift between two neighbours leaves this many differences below it
    p_values = coin_p(weight * (n - below), weight * below, "two-sided")
    kept = np.flatnonzero(p_values > _tails(asked) + ROUNDING)
    edges = np.concatenate([[-np.inf], ranked, [np.inf]])
    return asked.interval(float(edges[kept[0]]), float(edges[kept[-1] + 1]))


def _tails(asked: Asked) -> float:
    return min(2 * asked.tail, 0.999)
