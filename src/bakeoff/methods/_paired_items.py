"""What the methods on paired items share: estimate, interval and the note on identical answers."""

import math

from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Alternative, Fit, Interval, Result
from bakeoff.methods._reference import Asked

INDEPENDENT_ITEMS = "the items are independent draws from the population of interest"
NONE_DISCORDANT = (
    "both models are right on the same items and wrong on the same items, so there is no difference to test"
)


def items_result(
    asked: Asked,
    items: PairedItems,
    *,
    p_value: float,
    statistic: float | None = None,
    df: float | None = None,
) -> Result:
    """The result of a test on discordant items, with the score interval for A minus B."""
    discordant = items.only_a + items.only_b
    p_value = p_value if discordant else 1.0
    interval, was = score_interval(items, p_value, asked)
    return asked.result(
        estimate=(items.only_a - items.only_b) / items.n,
        interval=interval,
        interval_was=was,
        statistic=statistic,
        df=df,
        p_value=p_value,
        n=items.n,
        notes=() if discordant else (NONE_DISCORDANT,),
        degenerate=not discordant,
    )


def score_interval(items: PairedItems, p_value: float, asked: Asked) -> tuple[Interval, Fit]:
    """Tango's score interval for A minus B, the inverse of McNemar's test without a correction.

    Other tests treat 0 slightly differently: near their limit its critical value is moved to agree.
    """
    z, was = asked.critical(score_of_zero(items.only_a, items.only_b, asked.alternative), p_value)
    high = _upper(items.only_a, items.only_b, items.n, z)
    low = -_upper(items.only_b, items.only_a, items.n, z)
    return asked.interval(low, high, bound=1.0), was


def score_of_zero(only_a: int, only_b: int, alternative: Alternative) -> float:
    """The quantile below which the interval excludes 0."""
    discordant = only_a + only_b
    ahead = (only_a - only_b) / math.sqrt(discordant) if discordant else 0.0
    return {"two-sided": abs(ahead), "greater": ahead, "less": -ahead}[alternative]


def _upper(wins: int, losses: int, n: int, z: float) -> float:
    """Solve score = -z between the estimate, where the score is 0, and 1."""
    left, right = (wins - losses) / n, 1.0
    if z <= 0 or _score(wins, losses, n, right) >= -z:
        return left if z <= 0 else right
    # The secant through the last two points, kept between the two ends of the bracket. The score
    # is nearly linear, so that half a dozen steps from a normal guess do.
    before, there = left, z
    point = min(left + z * math.sqrt(wins + losses + z * z) / n, (left + right) / 2)
    for _ in range(200):
        value = _score(wins, losses, n, point) + z
        left, right = (point, right) if value > 0 else (left, point)
        step = value * (point - before) / (there - value) if there != value else 0.0
        if abs(step) <= 1e-16 or right - left <= 1e-16:
            break
        before, there = point, value
        point = point + step if left < point + step < right else (left + right) / 2
    return point


def _score(wins: int, losses: int, n: int, delta: float) -> float:
    """Tango's score statistic for a true difference ``delta``."""
    # The maximum-likelihood probability of "only B is right" given the difference solves a quadratic.
    b = (2 * n + losses - wins) * delta - wins - losses
    c = -losses * delta * (1 - delta)
    # Of the two algebraically equal roots, the one without cancellation.
    root = math.sqrt(max(b * b - 8 * n * c, 0.0))
    only_b = (root - b) / (4 * n) if b <= 0 else -2 * c / (root + b)
    variance = n * (2 * only_b + delta * (1 - delta))
    gap = wins - losses - n * delta
    if variance <= 0:
        return 0.0 if gap == 0 else math.copysign(math.inf, gap)
    return gap / math.sqrt(variance)
