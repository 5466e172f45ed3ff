"""Reference distributions with all three alternatives, and results that are never NaN.

`scipy.special` throughout: `scipy.stats` costs a second to import and a hundred times as much for
one number. All tails are computed as tails, so that a p-value of 1e-200 is not 0.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Alternative, Interval, Result, keep_asked_ends, tail_share

IDENTICAL = "A and B are identical here: every difference is 0"
NO_SPREAD = "the spread that the difference is judged by is 0: the method sees no chance variation at all"
ONE_ITEM = "one item shows no variation: nothing can be said beyond its own difference"
CANCELLED = "the differences cancel out and the spread that they are judged by is 0, though not all are 0"


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


def student_p(t: float, df: float, alternative: Alternative) -> float:
    """The p-value of Student's t; t may be infinite."""
    return _symmetric_p(lambda x: float(special.stdtr(df, x)), t, alternative)


def normal_p(z: float, alternative: Alternative) -> float:
    """The p-value of a standard normal statistic."""
    return _symmetric_p(lambda x: float(special.ndtr(x)), z, alternative)


def _symmetric_p(cdf: Callable[[float], float], statistic: float, alternative: Alternative) -> float:
    if alternative == "greater":
        return float(cdf(-statistic))
    if alternative == "less":
        return float(cdf(statistic))
    return min(1.0, 2 * float(cdf(-abs(statistic))))


def directed_p(two_sided: float, direction: float, alternative: Alternative) -> float:
    """Turn an undirected (chi-squared or F) p-value into the one asked for."""
    if alternative == "two-sided" or direction == 0:
        return two_sided if alternative == "two-sided" else 0.5
    toward = (direction > 0) == (alternative == "greater")
    return two_sided / 2 if toward else 1 - two_sided / 2


def student_quantile(df: float, tail: float) -> float:
    """The point that Student's t exceeds with probability ``tail``."""
    return float(-special.stdtrit(df, tail))


def normal_quantile(tail: float) -> float:
    """The point that a standard normal exceeds with probability ``tail``."""
    return float(-special.ndtri(tail))


def at_least(successes: float, trials: float) -> float:
    """P(S >= successes) for a fair coin thrown ``trials`` times."""
    if successes <= 0:
        return 1.0
    if successes > trials:
        return 0.0
    return float(special.betainc(successes, trials - successes + 1, 0.5))


def fair_coin_p(wins: int, losses: int, alternative: Alternative) -> float:
    """The exact binomial (sign test) p-value, doubled and capped for two sides (SIG-1)."""
    trials = wins + losses
    if alternative == "greater":
        return at_least(wins, trials)
    if alternative == "less":
        return at_least(losses, trials)
    return min(1.0, 2 * at_least(max(wins, losses), trials))


def reach_zero(low: float, high: float, p_value: float, level: float) -> tuple[float, float]:
    """Widen an interval to 0 where the test does not reject 0, so that the two never contradict.

    It can only raise the coverage, for tests that are more cautious than what their interval inverts.
    """
    # 1 - 0.95 is a little more than 0.05 in doubles: a p-value of just 0.05 is no rejection.
    if p_value >= 1 - level - 1e-12:
        return min(low, 0.0), max(high, 0.0)
    return low, high


def deviation(values: Floats, noise: float, axis: int | None = None) -> Any:
    """Standard deviation with n - 1; what is no more than rounding noise counts as 0."""
    spread = np.std(values, axis=axis, ddof=1)
    return np.where(spread <= noise, 0.0, spread) if axis is not None else _snap(float(spread), noise)


def noise_of(a: Floats, b: Floats) -> float:
    """What rounding alone can make of a difference of two such scores."""
    return 8 * float(np.finfo(float).eps) * float(max(np.max(np.abs(a)), np.max(np.abs(b))))


def all_zero(differences: Floats, noise: float) -> bool:
    """Whether no difference is more than rounding noise."""
    return bool(np.all(np.abs(differences) <= noise))


def _snap(value: float, noise: float) -> float:
    return 0.0 if abs(value) <= noise else value


def ratio_result(
    asked: Asked,
    *,
    estimate: float,
    error: float,
    df: float | None,
    n: int,
    noise: float = 0.0,
    notes: tuple[str, ...] = (),
    identical: bool = True,
    bound: float = math.inf,
) -> Result:
    """The result of ``estimate / error`` against Student's t, or the normal where df is None.

    ``identical`` says whether estimate and error can both be 0 only because all differences are;
    ``bound`` is the largest difference that there can be.
    """
    estimate, error = _snap(estimate, noise), _snap(error, noise)
    if error == 0:
        return no_spread(asked, estimate=estimate, df=df, n=n, notes=notes, identical=identical, bound=bound)
    ratio = estimate / error
    reach = (normal_quantile(asked.tail) if df is None else student_quantile(df, asked.tail)) * error
    side = asked.alternative
    return asked.result(
        estimate=estimate,
        interval=asked.interval(max(estimate - reach, -bound), min(estimate + reach, bound), bound=bound),
        statistic=ratio,
        df=df,
        p_value=normal_p(ratio, side) if df is None else student_p(ratio, df, side),
        n=n,
        notes=notes,
    )


def welch_degrees(parts: Sequence[float], df: Sequence[float]) -> float:
    """Welch's degrees of freedom of a sum of variances with degrees of freedom of their own.

    >>> round(welch_degrees([0.04, 0.01], [9, 99]), 3)
    13.983
    """
    below = sum(part**2 / own for part, own in zip(parts, df, strict=True))
    return sum(parts) ** 2 / below if below else math.inf


def one_item(asked: Asked, *, estimate: float, bound: float = math.inf) -> Result:
    """The answer where there is but one item: nothing beyond its own difference."""
    whole = Interval(low=-bound, high=bound)
    return asked.result(
        estimate=estimate, interval=whole, p_value=1.0, n=1, notes=(ONE_ITEM,), degenerate=True
    )


def no_spread(
    asked: Asked,
    *,
    estimate: float,
    df: float | tuple[float, float] | None,
    n: int,
    notes: tuple[str, ...] = (),
    signed: bool = True,
    identical: bool = True,
    bound: float = math.inf,
) -> Result:
    """The answer where there is no variation (ZV): p = 1 if A equals B, otherwise 0, degenerate.

    A statistic that is not ``signed``, a ratio of squares, is plus infinity on either side, and also
    where differences that are not ``identical`` cancel out.
    """
    infinite = bool(estimate) or not (signed or identical)
    statistic = math.copysign(math.inf, estimate if signed else 1.0) if infinite else 0.0
    return asked.result(
        estimate=estimate,
        interval=asked.interval(estimate, estimate, bound=bound),
        statistic=statistic,
        df=df,
        p_value=directed_p(0.0, estimate, asked.alternative) if infinite else 1.0,
        n=n,
        notes=(*notes, NO_SPREAD if estimate else IDENTICAL if identical else CANCELLED),
        degenerate=True,
    )
