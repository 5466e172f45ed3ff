"""Checks of parameters that populations share."""

import numbers
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, finite


def between(low: float, high: float, **values: float) -> None:
    """Check that each value is a number from low to high."""
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, numbers.Real) or not low <= value <= high:
            raise InputError(f"{name} is {value!r}; expected a number from {low:g} to {high:g}")


def at_most(maximum: int, **sizes: int) -> None:
    """Check sizes that would make a list of all items too long to hold."""
    for name, size in sizes.items():
        if size > maximum:
            raise InputError(f"{name} is {size}; expected at most {maximum}, since all items are listed")


def class_shares(shares: Any) -> Floats:
    """The chance of each of two or more classes."""
    found = finite(shares, "shares", ndim=1)
    if len(found) < 2 or np.any(found <= 0) or abs(found.sum() - 1) > 1e-9:
        raise InputError(f"shares are {list(shares)}; expected two or more positive chances that sum to 1")
    return found
