"""Errors out of items, checked once for single numbers and for arrays, and quantiles of the Beta."""

import math
import numbers
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, whole
from bakeoff.core.written import plural

Array = npt.NDArray[Any]
Numbers = float | Floats  # one case, or many
_LARGEST = 2**53  # beyond it a float no longer holds every whole number
_TROUBLED_SHAPE = 1000.0
_NEXT_TO_IT = np.nextafter(_TROUBLED_SHAPE, np.inf)


def counts(errors: npt.ArrayLike, n: npt.ArrayLike) -> tuple[Numbers, Numbers, bool]:
    """Check errors and n; give both as floats or float arrays, and whether they are single numbers."""
    if isinstance(errors, int | float) and isinstance(n, int | float):
        return *_single(errors, n), True
    errors, n = _array(errors, "errors"), _array(n, "n")
    if errors.ndim == 0 and n.ndim == 0:
        return *_single(errors.item(), n.item()), True
    m, M = _whole_numbers(errors, "errors", 0), _whole_numbers(n, "n", 1)
    try:
        too_many = m > M
    except ValueError:
        raise InputError(
            f"errors has shape {m.shape} and n has shape {M.shape}; expected shapes that broadcast, "
            f"such as equal ones or a single n for all"
        ) from None
    if too_many.any():
        at = _first(too_many)
        got = np.broadcast_to(m, too_many.shape)[at], np.broadcast_to(M, too_many.shape)[at]
        raise InputError(
            f"errors{_place(at)} is {got[0]:.10g}, more than n = {got[1]:.10g} there; expected errors <= n"
        )
    return m, M, False


def _single(errors: float, n: float) -> tuple[float, float]:
    for name, value in (("errors", errors), ("n", n)):
        if _LARGEST < value < math.inf:
            raise InputError(
                f"{name} is above 2^53; expected at most 2^53, the largest count that a float represents "
                f"exactly"
            )
    m, M = whole(errors, "errors"), whole(n, "n")
    if M < 1:
        raise InputError("n is 0; expected at least one item")
    if m > M:
        raise InputError(f"errors is {m}, more than n = {M}; expected errors <= n")
    return float(m), float(M)


def _array(values: npt.ArrayLike, name: str) -> Array:
    try:
        array = np.asarray(values)
        if array.dtype.kind == "O":
            array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _not_numbers(values, name) from None
    if array.size == 0:
        raise InputError(f"{name} is empty; expected at least one whole number")
    if array.dtype.kind not in "iuf":
        raise _not_numbers(values, name)
    return array


def _not_numbers(values: npt.ArrayLike, name: str) -> InputError:
    try:
        each = np.ndenumerate(np.asarray(values, dtype=object))
    except ValueError:
        return InputError(f"{name} has rows of different lengths; expected whole numbers in one shape")
    wrong = (pair for pair in each if isinstance(pair[1], bool) or not isinstance(pair[1], numbers.Real))
    at, value = next(wrong, ((), values))
    return InputError(f"{name}{_place(at)} is {value!r}; expected a whole number")


def _whole_numbers(array: Array, name: str, smallest: int) -> Floats:
    given: Floats = array.astype(np.float64, copy=False)
    wrong = ~((given >= smallest) & (given <= _LARGEST))
    if array.dtype.kind == "f":
        wrong |= np.trunc(given) != given
    if wrong.any():
        at = _first(wrong)
        raise InputError(
            f"{name}{_place(at)} is {given[at]:.10g} ({plural(int(wrong.sum()), 'such value')} in all); "
            f"expected a whole number from {smallest} to 2^53"
        )
    return given


def _first(wrong: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))


def _place(at: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, at))}]" if at else ""


def beta_quantile(a: Numbers, b: Numbers, p: float) -> Numbers:
    """The x with I(x, a, b) = p, I the incomplete Beta function.

    `scipy.special.betaincinv` (1.17, and the Boost code under it) stops too early where one shape
    is exactly 1000 and the other much larger: at (1000, 10^9) it is wrong by a factor of two. One
    unit in the last place further on it is right, and that step moves x by less than one rounding.
    """
    return special.betaincinv(_step_aside(a), _step_aside(b), p)  # type: ignore[return-value]


def _step_aside(shape: Numbers) -> Numbers:
    troubled = shape == _TROUBLED_SHAPE
    return np.where(troubled, _NEXT_TO_IT, shape) if np.any(troubled) else shape
