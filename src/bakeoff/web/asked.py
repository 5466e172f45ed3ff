"""The fields of a form as numbers and keywords, each checked by name."""

import math
from collections.abc import Mapping
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import SHOWN, whole_typed

Fields = Mapping[str, str]
LONGEST = 15  # digits of a count
NAME_LENGTH = 60


def whole(fields: Fields, name: str, label: str, *, default: int | None = None, least: int = 0) -> int:
    """A whole number that was typed.

    >>> whole({"n": "412"}, "n", "Items in total")
    412
    """
    text = fields.get(name, "")
    if not text and default is not None:
        return default
    return whole_typed(text, label, least=least, example=least + 8, digits=LONGEST)


def number(fields: Fields, name: str, label: str, *, default: float | None, example: str) -> float | None:
    """A number that was typed, or the default where the field is empty."""
    text = fields.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{label} is {text[:SHOWN]!r}; expected a number such as {example}")
    return value


def keywords(fields: Fields) -> dict[str, Any]:
    """The keywords that every comparison takes; what was left empty is left out."""
    given: dict[str, Any] = {
        "method": fields.get("method") or None,
        "alternative": fields.get("alternative") or None,
        "alpha": number(fields, "alpha", "The significance level", default=None, example="0.05"),
        "level": number(fields, "level", "The confidence level", default=None, example="0.95"),
        "margin": number(fields, "margin", "The margin", default=None, example="0.01"),
        "tried": whole(fields, "tried", "The number of comparisons tried", default=1, least=1),
        "tuned_on_test": fields.get("tuned_on_test") == "yes",
    }
    usual = {"tried": 1, "tuned_on_test": False}
    return {name: value for name, value in given.items() if value is not None and value != usual.get(name)}


def names(fields: Fields) -> tuple[str | None, str | None]:
    """The names of A and B, where they are given."""
    a, b = (fields.get(f"name_{side}", "")[:NAME_LENGTH] or None for side in "ab")
    return a, b
