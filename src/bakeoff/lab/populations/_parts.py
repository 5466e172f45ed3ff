"""What populations share: checks of their parameters, all items of nominal attributes, blocks and sources."""

import numbers
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, finite
from bakeoff.lab.population import Attributes, View

BOUCKAERT_2003 = "Bouckaert 2003, Choosing between two learning algorithms based on calibrated tests, ICML"
MARTIN_HIRSCHBERG_1996 = "Martin & Hirschberg 1996, Small sample statistics for classification error rates II"
DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 4.2"


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
    """The probability of each of two or more classes."""
    found = finite(shares, "shares", ndim=1)
    if len(found) < 2 or np.any(found <= 0) or abs(found.sum() - 1) > 1e-9:
        raise InputError(f"shares are {list(shares)}; expected two or more positive chances that sum to 1")
    return found


def block_views(attributes: int) -> dict[str, View]:
    """The views of items with two exchangeable blocks of equally many attributes."""
    return {"first-block": lambda X: X[..., :attributes], "second-block": lambda X: X[..., attributes:]}


def all_items(values: tuple[int, ...]) -> Attributes:
    """Every combination of values, the last attribute changing fastest.

    >>> all_items((2, 3)).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    return np.indices(values).reshape(len(values), -1).T.astype(np.int64)


def independent(items: Attributes, chances: list[Floats]) -> Floats:
    """The probability of each item where attribute j takes value v with probability ``chances[j][v]``."""
    product = np.ones(len(items))
    for attribute, chance in zip(items.T, chances, strict=True):
        product *= chance[attribute]
    return product
