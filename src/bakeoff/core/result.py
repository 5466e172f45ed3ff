"""What a method is asked and what it found: the alternative, `Interval` and `Result`."""

import math
import numbers
from dataclasses import dataclass
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


def tail_share(level: float, alternative: Alternative) -> float:
    """The probability left outside each finite end of an interval."""
    return (1 - level) / 2 if alternative == "two-sided" else 1 - level


class Interval(NamedTuple):
    """The lower and upper limit of an interval: numbers, or arrays of the same shape."""

    low: Any
    high: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What one method says about A minus B, in units where higher is better.

    ``favours`` is the side that a small p-value speaks for: 1 for A, -1 for B, 0 for neither.
    It is the sign of the estimate unless a method has a reason to say otherwise. ``resamples`` is how many
    draws a p-value was counted from, if it was, and ``least_p`` what it is where none goes against A or B.
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

    @property
    def direction(self) -> int:
        """1 if the result speaks for A, -1 for B, 0 for neither."""
        if self.favours is not None:
            return self.favours
        return int(math.copysign(1, self.estimate)) if self.estimate else 0


Decision = Literal["a-better", "b-better", "equivalent", "undecided"]


def decide(result: Result, *, alpha: float = 0.05, margin: float | None = None) -> Decision:
    """Decide between a-better, b-better, equivalent and undecided from a result.

    With a margin, an interval that lies wholly inside (-margin, margin) is ``equivalent``, even
    where the difference is significant: two one-sided tests at level (1 - level) / 2. An interval
    of no width only says that nothing varied, and proves no equivalence.
    Otherwise a p-value below alpha decides for the side that the result favours, provided that a
    one-sided question asked about that side.
    """
    alpha = parse_fraction(alpha, "alpha")
    if margin is not None and _within(result, margin, alpha):
        return "equivalent"
    if result.p_value >= alpha:
        return "undecided"
    if result.direction == 1 and result.alternative != "less":
        return "a-better"
    if result.direction == -1 and result.alternative != "greater":
        return "b-better"
    return "undecided"


def equivalence_level(alpha: float, several: int = 1) -> float:
    """The level that an interval needs to show equivalence: two one-sided tests at ``alpha / several``.

    >>> equivalence_level(0.05), equivalence_level(0.05, several=4)
    (0.9, 0.975)
    """
    return 1 - 2 * alpha / several


def check_margin(margin: float, *, alpha: float, level: float, alternative: str) -> None:
    """Refuse a margin that equivalence cannot be judged by."""
    if not isinstance(margin, numbers.Real) or not 0 < margin < math.inf:
        raise InputError(f"margin is {margin!r}; expected a positive difference, such as 0.01")
    if alternative != "two-sided":
        raise InputError(
            f"a margin asks for equivalence, which is two-sided, but alternative is "
            f"{alternative!r}; leave one of the two out"
        )
    needed = equivalence_level(alpha)
    if level < needed - 1e-12:
        raise InputError(
            f"level is {level:g}; equivalence at alpha {alpha:g} needs a level of at "
            f"least {needed:g}: raise level or alpha"
        )


def _within(result: Result, margin: float, alpha: float) -> bool:
    check_margin(margin, alpha=alpha, level=result.level, alternative=result.alternative)
    low, high = result.interval
    return bool(-margin < low < high < margin)
