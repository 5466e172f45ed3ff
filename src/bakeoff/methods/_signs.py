"""Sign tests: only who won counts, not by how much."""

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Alternative, Interval, Result
from bakeoff.methods._reference import IDENTICAL, Asked, reach_zero

TOO_FEW = "too few untied differences for a bounded interval at this level"


def sign_result(asked: Asked, x: Floats, noise: float, *, weight: float, df: float | None = None) -> Result:
    """The sign test on differences, each of which counts as ``weight`` independent ones."""
    x = np.where(np.abs(x) <= noise, 0.0, x)
    wins, losses = int(np.sum(x > 0)), int(np.sum(x < 0))
    p = float(sign_p(wins, losses, weight, asked.alternative)) if wins + losses else 1.0
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
    return (f"{ties} of {n} differences are 0 and left out of the test",) if ties else ()


def sign_p(wins: object, losses: object, weight: float, alternative: Alternative) -> Floats:
    """Exact binomial p-values, extended to fractional counts by the incomplete Beta function."""
    won, lost = weight * np.asarray(wins, dtype=float), weight * np.asarray(losses, dtype=float)
    for_a, for_b = _at_least(won, won + lost), _at_least(lost, won + lost)
    if alternative == "two-sided":
        both: Floats = np.minimum(1.0, 2 * np.minimum(for_a, for_b))
        return both
    return for_a if alternative == "greater" else for_b


def _at_least(successes: Floats, trials: Floats) -> Floats:
    inside = np.where(successes > 0, successes, 1.0)
    tail = special.betainc(inside, np.maximum(trials - inside, 0.0) + 1, 0.5)
    return np.where(successes > 0, tail, 1.0)


def _interval(asked: Asked, ranked: Floats, p_value: float, weight: float) -> Interval:
    """The differences that a shifted test would not reject: order statistics around the median."""
    n = ranked.size
    below = np.arange(n + 1)  # a shift between two neighbours leaves so many differences below it
    kept = np.flatnonzero(sign_p(n - below, below, weight, "two-sided") > _tails(asked))
    edges = np.concatenate([[-np.inf], ranked, [np.inf]])
    low, high = float(edges[kept[0]]), float(edges[kept[-1] + 1])
    return asked.interval(*reach_zero(low, high, p_value, asked.level))


def _tails(asked: Asked) -> float:
    return 1 - asked.level if asked.alternative == "two-sided" else min(2 * (1 - asked.level), 0.999)
