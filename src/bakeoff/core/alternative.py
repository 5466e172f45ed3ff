"""The direction asked about, and the level asked for: parsed here and nowhere else."""

from typing import Literal, cast, get_args

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


def keep_asked_ends(
    low: float, high: float, alternative: Alternative, *, bound: float = float("inf")
) -> tuple[float, float]:
    """Open the end that a one-sided question does not ask about."""
    if alternative == "greater":
        return low, bound
    if alternative == "less":
        return -bound, high
    return low, high
