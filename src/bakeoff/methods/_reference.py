"""Reference distributions with all three alternatives, and results that are never NaN.

`scipy.special` throughout: `scipy.stats` costs a second to import and a hundred times as much for
one number. All tails are computed as tails, so that a p-value of 1e-200 is not 0.
"""

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Alternative, Fit, Interval, Result, agreeing, tail_share, told_of

Numbers = float | np.floating[Any] | npt.NDArray[np.floating[Any]]  # one case, or many
IDENTICAL = "the two are identical on these data: every difference is 0"
NO_SPREAD = "the estimated variance is 0: the data show no random variation"
ONE_ITEM = "one item shows no variation, so the result applies to this item only"
CANCELLED = "the differences cancel out and the estimated variance is 0, although not all differences are 0"


class Asked(NamedTuple):
    """The method, the level of its interval, and the alternative."""

    method: str
    level: float
    alternative: Alternative

    @property
    def tail(self) -> float:
        """The probability left outside each finite end of the interval."""
        return tail_share(self.level, self.alternative)

    def interval(self, low: float, high: float, *, bound: float = math.inf) -> Interval:
        """An interval that is open, or reaches ``bound``, on the side that was not asked about."""
        if self.alternative == "greater":
            return Interval(low=low, high=bound)
        return Interval(low=-bound if self.alternative == "less" else low, high=high)

    def result(self, *, interval_was: Fit = "kept", **found: Any) -> Result:
        """The result of the method from the rest of a `Result`; its interval agrees with its test."""
        result = Result(method=self.method, level=self.level, alternative=self.alternative, **found)
        return agreeing(told_of(result, interval_was))

    def critical(self, own: float, p_value: float) -> tuple[float, Fit]:
        """The normal quantile for an interval that excludes 0 at quantiles below ``own``, made to agree.

        It is the usual quantile z, but near the test's own score t, the quantile of its p-value, it is moved
        towards it: ``z + d max(0, 1 - |z - t| / (2 |d|))`` with d = own - t. It rises with the level and is
        ``own`` where z is t, so that the interval excludes 0 exactly where the test does. It stays z where d
        is more than half of ``own``, and where 0 is on the side not asked about.

        >>> z, was = Asked("m", 0.95, "two-sided").critical(2.0, 0.06)
        >>> round(z, 4), was
        (2.0396, 'widened')
        """
        z = normal_quantile(self.tail)
        score = normal_quantile(p_value / 2 if self.alternative == "two-sided" else p_value)
        apart = own - score
        if not 0 < abs(apart) <= own / 2:
            return z, "kept"
        moved = z + apart * max(0.0, 1 - abs(z - score) / (2 * abs(apart)))
        if moved == z:
            return z, "kept"
        if (z < own) == (moved < own):
            return moved, "moved"
        return moved, "widened" if moved > z else "narrowed"


def two_tails(for_a: Numbers, for_b: Numbers, alternative: Alternative) -> Any:
    """The p-value of the tail asked about; two-sided twice the smaller one, at most 1."""
    if alternative == "two-sided":
        return np.minimum(1.0, 2 * np.minimum(for_a, for_b))
    return for_a if alternative == "greater" else for_b


def ratio_p(ratio: float, df: float | None, alternative: Alternative) -> float:
    """The p-value of Student's t, or of a standard normal where df is None; the ratio may be infinite."""
    for_a, for_b = (special.ndtr(x) if df is None else special.stdtr(df, x) for x in (-ratio, ratio))
    return float(two_tails(for_a, for_b, alternative))


def directed_p(two_sided: float, direction: float, alternative: Alternative) -> float:
    """Turn an undirected (chi-squared or F) p-value into that of the alternative."""
    if alternative == "two-sided" or direction == 0:
        return two_sided if alternative == "two-sided" else 0.5
    toward = (direction > 0) == (alternative == "greater")
    return two_sided / 2 if toward else 1 - two_sided / 2


def student_quantile(df: float, tail: float) -> float:
    """The point that Student's t exceeds with probability ``tail``."""
    if tail == 0.5:
        return 0.0  # scipy before 1.17 is off by 1e-16, and an end of an interval beyond the estimate
    return float(-special.stdtrit(df, tail))


def normal_quantile(tail: float) -> float:
    """The point that a standard normal exceeds with probability ``tail``."""
    return float(-special.ndtri(tail))


def at_least(count: Numbers, trials: Numbers, chance: float = 0.5) -> Any:
    """P(S >= count) of binomial S, also beyond both ends, extended to fractions by the incomplete Beta."""
    if isinstance(count, int | float) and isinstance(trials, int | float):  # ten times as fast for one
        if 0 < count <= trials:
            return float(special.betainc(count, trials - count + 1, chance))
        return 1.0 if count <= 0 else 0.0
    inside = np.where((count > 0) & (count <= trials), count, 1.0)
    tail = special.betainc(inside, trials - inside + 1, chance)
    return np.where(count <= 0, 1.0, np.where(count > trials, 0.0, tail))


def coin_p(wins: Numbers, losses: Numbers, alternative: Alternative) -> Any:
    """The exact p-value of the sign test (SIG-1); counts may be fractions."""
    for_a, for_b = (at_least(each, wins + losses) for each in (wins, losses))
    return two_tails(for_a, for_b, alternative)


def enough(method: str, count: int, what: str) -> None:
    """Refuse a single one: it has no spread."""
    if count < 2:
        raise InputError(f"{method} needs at least 2 {what}; got {count}")


def quotient(top: float, bottom: float) -> float:
    """Their ratio, infinite where only the bottom is 0; 0/0 is 0."""
    return top / bottom if bottom else math.copysign(math.inf, top) if top else 0.0


def deviation(values: Floats, noise: float) -> float:
    """Standard deviation with n - 1; rounding noise counts as 0."""
    return snap(float(values.std(ddof=1)), noise)


def noise_of(a: Floats, b: Floats) -> float:
    """The largest rounding error of a difference of two such scores."""
    return 8 * sys.float_info.epsilon * float(max(np.abs(a).max(), np.abs(b).max()))


def all_zero(differences: Floats, noise: float) -> bool:
    """Whether no difference is more than rounding noise."""
    return bool(np.all(np.abs(differences) <= noise))


def snap(value: float, noise: float) -> float:
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
    estimate, error = snap(estimate, noise), snap(error, noise)
    if error == 0:
        return no_spread(asked, estimate=estimate, df=df, n=n, notes=notes, identical=identical, bound=bound)
    ratio = estimate / error
    reach = (normal_quantile(asked.tail) if df is None else student_quantile(df, asked.tail)) * error
    return asked.result(
        estimate=estimate,
        interval=asked.interval(max(estimate - reach, -bound), min(estimate + reach, bound), bound=bound),
        statistic=ratio,
        df=df,
        p_value=ratio_p(ratio, df, asked.alternative),
        n=n,
        notes=notes,
        error=error,
    )


def welch_degrees(parts: Sequence[float], df: Sequence[float]) -> float:
    """Welch's degrees of freedom of a sum of variances, each with its own degrees of freedom.

    >>> round(welch_degrees([0.04, 0.01], [9, 99]), 3)
    13.983
    """
    below = sum(part**2 / own for part, own in zip(parts, df, strict=True))
    return sum(parts) ** 2 / below if below else math.inf


def one_item(asked: Asked, *, estimate: float, bound: float = math.inf) -> Result:
    """The answer where there is only one item: its own difference and nothing else."""
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
