"""Numbers that are checked on entry: whole ones, and arrays of finite ones."""

import math
import numbers

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.arrays import Floats
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural

LARGEST_COUNT = 1e15  # larger counts are not exact as floating-point numbers
LARGEST = 1e100  # the squares of larger scores overflow


def whole(value: object, name: str) -> int:
    """A non-negative whole number, or an error that names it."""
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if LARGEST_COUNT < number < math.inf:
            raise InputError(f"{name} is {number:g}; expected a whole number up to {LARGEST_COUNT:g}")
        if 0 <= number < math.inf and number.is_integer():
            return int(value)  # type: ignore[call-overload, no-any-return]
    raise InputError(f"{name} is {value!r}; expected a whole number of at least 0")


FEWEST_RESAMPLES, MOST_RESAMPLES = 100, 1_000_000


def check_resamples(value: object, *, fewest: int = FEWEST_RESAMPLES) -> int:
    """A number of resamples that gives a stable answer in finite time.

    >>> check_resamples(10**9)
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: resamples is 1000000000; expected 100 to 1,000,000, such as 10000
    """
    count = whole(value, "resamples")
    if not fewest <= count <= MOST_RESAMPLES:
        expected = f"expected {fewest} to {MOST_RESAMPLES:,}, such as 10000"
        raise InputError(f"resamples is {count}; {expected}")
    return count


def finite(values: ArrayLike, name: str, *, ndim: int) -> Floats:
    """A non-empty array of finite numbers, or an error that names the first bad value."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"{name} holds something that is not a number, or rows of different lengths; "
            f"expected {'a list' if ndim == 1 else 'a table'} of numbers",
            role=name,
            expected="numbers",
        ) from None
    if array.ndim != ndim:
        raise InputError(
            f"{name} has {plural(array.ndim, 'dimension')}, shape {array.shape}; expected {ndim}"
        )
    if array.size == 0:
        raise InputError(f"{name} is empty; expected at least one number")
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        place = tuple(int(i) for i in bad[0])
        where = place[0] if ndim == 1 else place
        raise InputError(
            f"{name} has {array[place]} at position {where} ({plural(len(bad), 'such value')} in all); "
            f"expected finite numbers: remove or fill these values for both models",
            role=name,
            position=place[0],
            value=float(array[place]),
            expected="finite numbers",
        )
    if np.max(np.abs(array)) > LARGEST:
        raise InputError(f"{name} reaches {np.max(np.abs(array)):g}; expected numbers of at most {LARGEST:g}")
    return array


def sizes(values: ArrayLike, name: str, shape: tuple[int, ...]) -> Floats:
    """Sizes of at least 1 in this shape, or an error that names them."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} is {values!r}; expected one number or shape {shape}") from None
    try:
        array = np.broadcast_to(array, shape)
    except ValueError:
        raise InputError(f"{name} has shape {array.shape}; expected one number or shape {shape}") from None
    if (bad := array[~((array >= 1) & np.isfinite(array))]).size:
        raise InputError(f"{name} has {bad[0]:g}; expected sizes of at least 1")
    return array
