"""The decision: a pure rule on a `Result`."""

import math
import numbers
from typing import Literal

from bakeoff.core.exceptions import InputError
from bakeoff.core.result import Result, parse_fraction

Decision = Literal["a-better", "b-better", "equivalent", "undecided"]


def decide(result: Result, *, alpha: float = 0.05, margin: float | None = None) -> Decision:
    """Turn a result into one of four words.

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
