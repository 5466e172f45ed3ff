"""Single values and what kind of column they make."""

import datetime
import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[Any]

EXACT = 2**53  # whole numbers up to here are told apart as floats

_PLAIN_NUMBERS = (bool, int, float, np.bool_, np.integer, np.floating)
NUMBERS = (*_PLAIN_NUMBERS, Decimal, Fraction)
DATES = (datetime.date, np.datetime64)
_NULLS = ("NoneType", "NAType", "NaTType", "MaskedConstant")  # by name: pandas need not be installed


def from_values(values: Sequence[Any]) -> Column:
    """The narrowest array that keeps every value what it is: numbers, or objects.

    Left to itself, numpy would turn ``[1, "1"]`` into two equal texts and ``["a", nan]`` into
    the texts ``a`` and ``nan``.

    >>> from_values([1, "1"]), from_values([1, 2.5])
    (array([1, '1'], dtype=object), array([1. , 2.5]))
    """
    kinds = set(map(type, values))
    if kinds and all(issubclass(kind, _PLAIN_NUMBERS) for kind in kinds):
        array = np.asarray(values)
        if array.dtype.kind in "biu" or (array.dtype.kind == "f" and not _rounded(array, values)):
            return array
    return np.fromiter(values, dtype=object, count=len(values))


def _rounded(array: Column, values: Sequence[Any]) -> bool:
    """Whether whole numbers lost digits when they became floats."""
    if not np.any(np.abs(array) > EXACT):
        return False
    return any(isinstance(v, int | np.integer) and abs(int(v)) > EXACT for v in values)


def is_text(array: Column) -> bool:
    """Whether every value is text."""
    return array.dtype.kind == "U" or (
        array.dtype.kind == "O" and all(isinstance(v, str) for v in array.tolist())
    )


def is_number(array: Column) -> bool:
    """Whether every value is a number or a boolean."""
    return array.dtype.kind in "biuf" or (
        array.dtype.kind == "O" and all(isinstance(v, NUMBERS) for v in array)
    )


def is_missing(value: object) -> bool:
    """Whether a value stands for "not there": None, NaN, NaT, NA or null."""
    if isinstance(value, float | np.floating):
        return math.isnan(value)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return type(value).__name__ in _NULLS or (isinstance(value, Decimal) and value.is_nan())


def missing_positions(array: Column) -> npt.NDArray[np.intp]:
    """Where values are missing.

    >>> missing_positions(from_values(["a", None, "b", float("nan")])).tolist()
    [1, 3]
    """
    if isinstance(array, np.ma.MaskedArray):
        gaps = np.ma.getmaskarray(array)
        return np.flatnonzero(gaps) if gaps.any() else missing_positions(array.data)
    if array.dtype.kind == "f":
        return np.flatnonzero(np.isnan(array))
    if array.dtype.kind in "mM":
        return np.flatnonzero(np.isnat(array))
    if array.dtype.kind == "O" and set(map(type, array)) != {str}:
        return np.flatnonzero([is_missing(value) for value in array])
    return np.empty(0, dtype=np.intp)


def as_float(value: Any) -> float:
    """A number as a float; one too large for it is infinite.

    >>> as_float(10**400), as_float(Decimal("0.5"))
    (inf, 0.5)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def date_text(value: object) -> object:
    """A date as text, the same from whatever library it came; anything else as it is.

    >>> date_text(np.datetime64("2024-05-01T00:00:00", "ns")), date_text(7)
    ('2024-05-01', 7)
    """
    if isinstance(value, np.datetime64):
        value = value.astype("datetime64[us]").item()
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    return value.isoformat() if isinstance(value, datetime.date) else value


def shown(value: object) -> str:
    """A value as an error message shows it: short, on one line, and quoted if it is text."""
    if type(value).__name__ == "MaskedConstant":
        return "null"
    plain = value.item() if isinstance(value, np.generic) and value.dtype.kind not in "mM" else value
    text = repr(plain) if isinstance(plain, str | bytes) else " ".join(str(plain).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def a_kind(value: object) -> str:
    """The type of a value with its article.

    >>> a_kind([]), a_kind(1)
    ('a list', 'an int')
    """
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
