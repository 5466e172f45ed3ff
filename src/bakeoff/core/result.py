"""What a method is asked and what it found: the alternative, `Interval` and `Result`."""

import math
import numbers
import sys
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, cast, get_args

from bakeoff.core.exceptions import InputError

Alternative = Literal["two-sided", "greater", "less"]


def parse_alternative(text: object) -> Alternative:
    """Accept ``"two-sided"``, ``"greater"`` (A is better) or ``"less"`` (B is better)."""
    if not isinstance(text, str) or text not in get_args(Alternative):
        expected = '"two-sided", "greater" (a comparison: A is better) or "less" (B is better)'
        raise InputError(f"alternative is {text!r}; expected {expected}")
    return cast(Alternative, text)


def parse_fraction(value: object, name: str) -> float:
    """Accept a number strictly between 0 and 1, such as a level or alpha."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r}; expected a number between 0 and 1") from None
    if not 0 < number < 1:
        hint = f"; write {number / 100:g} for {number:g} %" if 1 < number < 100 else ""
        raise InputError(f"{name} is {value!r}; expected a number between 0 and 1{hint}")
    return number


ROUNDING = 1e-15  # error of computing alpha from the level 1 - alpha


def rejects(p_value: float, alpha: float) -> bool:
    """Whether a test at level alpha rejects: its p-value is at most alpha.

    >>> rejects(0.05, 1 - 0.95), rejects(0.0501, 0.05)
    (True, False)
    """
    return p_value <= alpha + ROUNDING


def level_of(alpha: object, level: object = None) -> float:
    """The level of the interval: as given, else 1 - alpha, so that it agrees with the test.

    >>> level_of(0.001), level_of(0.05, 0.9)
    (0.999, 0.9)
    """
    asked = round(1 - parse_fraction(alpha, "alpha"), 15)
    return min(asked, 1 - ROUNDING) if level is None else parse_fraction(level, "level")


def tail_share(level: float, alternative: Alternative) -> float:
    """The probability left outside each finite end of an interval."""
    return (1 - level) / 2 if alternative == "two-sided" else 1 - level


class Interval(NamedTuple):
    """The lower and upper limit of an interval: numbers, or arrays of the same shape."""

    low: Any
    high: Any


Fit = Literal["kept", "moved", "widened", "narrowed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """The result of one method for A minus B, in units where higher is better.

    ``favours`` is the model that a small p-value favours: 1 for A, -1 for B, 0 for neither. It is the sign of
    the estimate unless the method says otherwise. For methods that resample, ``resamples`` is the number of
    draws and ``least_p`` the smallest possible p-value. ``interval_was`` says how the interval was made
    consistent with the test: ``"kept"`` as computed, ``"moved"`` to another critical value, ``"widened"`` to
    include 0, or ``"narrowed"`` to exclude 0. ``error`` is the standard error of the estimate, if the
    method computes one.
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
    interval_was: Fit = "kept"
    error: float | None = None

    @property
    def direction(self) -> int:
        """1 if the result favours A, -1 if it favours B, 0 if neither, for example if the estimate is 0."""
        ahead = int(math.copysign(1, self.estimate)) if self.estimate else 0
        return ahead if self.favours in (None, ahead) else 0


Decision = Literal["a-better", "b-better", "equivalent", "undecided"]


def decide(result: Result, *, alpha: float = 0.05, margin: float | None = None) -> Decision:
    """Decide between a-better, b-better, equivalent and undecided from a result.

    With a margin, an interval of level 1 - 2 alpha or more that lies inside (-margin, margin) is
    ``equivalent``, even where the difference is significant: two one-sided tests at alpha.
    Otherwise a p-value of at most alpha decides for the side that the result favours, provided that a
    one-sided question asked about that side.
    """
    alpha = parse_fraction(alpha, "alpha")
    if margin is not None and _equivalent(result, margin, alpha):
        return "equivalent"
    if not rejects(result.p_value, alpha):
        return "undecided"
    if result.direction == 1 and result.alternative != "less":
        return "a-better"
    if result.direction == -1 and result.alternative != "greater":
        return "b-better"
    return "undecided"


WIDENED = "the interval was widened to include 0, because the test does not exclude it"
NARROWED = "the interval was narrowed to exclude 0, because the test excludes it"
MOVED = "the critical value of the interval was changed, so that the interval and the test agree about 0"
SAID = {"moved": MOVED, "widened": WIDENED, "narrowed": NARROWED}
JUST_BEYOND = sys.float_info.min  # an open end at 0, as a number


def agreeing(result: Result) -> Result:
    """The result with an interval that excludes 0 exactly where the test decides at alpha = 1 - level.

    Few tests are the inverse of the interval that goes with them. Where they differ about 0 the test is
    followed. An interval that is widened only gains coverage. One that is narrowed leaves out 0 and what
    is beyond, which the test rejects as well: it misses no more often than the test errs.

    >>> r = Result(method="m", estimate=0.1, interval=Interval(low=0.01, high=0.19), level=0.95,
    ...            alternative="two-sided", p_value=0.06, n=9)
    >>> agreeing(r).interval, agreeing(r).interval_was
    (Interval(low=0.0, high=0.19), 'widened')
    """
    low, high = result.interval
    decision = decide(result, alpha=1 - result.level)
    if decision == "undecided":
        ends = Interval(low=min(low, 0.0), high=max(high, 0.0))
    elif decision == "a-better":
        ends = Interval(low=max(low, JUST_BEYOND), high=high)
    else:
        ends = Interval(low=low, high=min(high, -JUST_BEYOND))
    if ends == result.interval:
        return result
    return told_of(replace(result, interval=ends), "widened" if decision == "undecided" else "narrowed")


def told_of(result: Result, was: Fit) -> Result:
    """The result with what was done to its interval, as a fact and as a note."""
    if was in ("kept", result.interval_was):
        return result
    return replace(result, interval_was=was, notes=(*result.notes, SAID[was]))


def equivalence_level(alpha: float, several: int = 1) -> float:
    """The level that an interval needs to show equivalence: two one-sided tests at ``alpha / several``.

    >>> equivalence_level(0.05), equivalence_level(0.05, several=4)
    (0.9, 0.975)
    """
    return 1 - 2 * alpha / several


def check_margin(margin: float, *, alpha: float, alternative: str) -> None:
    """Refuse a margin that equivalence cannot be judged by."""
    if not isinstance(margin, numbers.Real) or not 0 < margin < math.inf:
        raise InputError(f"margin is {margin!r}; expected a positive difference, such as 0.01")
    if alternative != "two-sided":
        raise InputError(
            f"a margin tests equivalence, which is two-sided, but alternative is {alternative!r}; leave "
            f"one of the two out"
        )
    if parse_fraction(alpha, "alpha") >= 0.5:
        raise InputError(f"alpha is {alpha:g}; equivalence needs an alpha below 0.5, such as 0.05")


@dataclass(frozen=True, kw_only=True, slots=True)
class Equivalence:
    """The interval by which two models are called equivalent, of level 1 - 2 alpha: two one-sided tests.

    ``p_at_most`` is the lowest of alpha, alpha / 5 and alpha / 50 at which both tests reject.
    """

    level: float
    interval: Interval
    p_at_most: float = 1.0

    def within(self, margin: float) -> bool:
        """Whether it lies inside the margin; an interval of no width only says that nothing varied."""
        low, high = self.interval
        return bool(-margin < low < high < margin)


def _equivalent(result: Result, margin: float, alpha: float) -> bool:
    check_margin(margin, alpha=alpha, alternative=result.alternative)
    needed = equivalence_level(alpha)
    if result.level < needed - ROUNDING:
        raise InputError(
            f"level is {result.level:g}; equivalence at alpha {alpha:g} needs a level of at "
            f"least {needed:g}: raise level or alpha"
        )
    return Equivalence(level=result.level, interval=result.interval).within(margin)
