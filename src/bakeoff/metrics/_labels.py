"""Columns of labels in, integer codes out."""

import numbers
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints

MOST_LABELS = 5_000


def encode(
    truth: Any,
    predicted: Any,
    labels: Sequence[Any] | None = None,
    *,
    names: tuple[str, str] = ("truth", "predicted"),
) -> tuple[Ints, Ints, tuple[Any, ...]]:
    """Turn two columns into codes 0, 1, ... of a common list of labels.

    Labels are the same class where Python calls them equal: 1, 1.0 and True are one class, 1 and
    "1" are two. Without ``labels`` the list is sorted, numbers before strings.
    """
    first, second = (_column(values, name) for values, name in zip((truth, predicted), names, strict=True))
    if len(first) != len(second):
        raise InputError(
            f"{names[0]} has {len(first)} items and {names[1]} {len(second)}; "
            f"expected one of each for every item"
        )
    if len(first) == 0:
        raise InputError(f"{names[0]} and {names[1]} are empty; expected at least one item")
    if labels is None and _plain_numbers(first, second):
        found, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
        _few_enough(len(found), names)
        return codes[: len(first)], codes[len(first) :], tuple(found.tolist())
    return _encode_objects(first, second, labels, names)


def _column(values: Any, name: str) -> npt.NDArray[Any]:
    """One-dimensional, with nothing missing; lists of several types keep them."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(
            f"{name} is {values!r}; expected a list, array or column with one label for each item"
        )
    if hasattr(values, "__array__"):
        array = np.asarray(values)
    else:
        items = list(values)
        one_type = set(map(type, items)) in ({bool}, {int}, {float})
        # numpy would make ["a", 1] into ["a", "1"] and a list of equally long tuples into a table
        array = np.asarray(items) if one_type else np.fromiter(items, dtype=object, count=len(items))
    if array.ndim != 1:
        raise InputError(f"{name} has shape {array.shape}; expected one label for each item")
    _nothing_missing(array, name)
    return array


def _nothing_missing(array: npt.NDArray[Any], name: str) -> None:
    if array.dtype.kind in "biuUS":
        return
    missing = (
        np.isnan(array) if array.dtype.kind == "f" else np.array([_is_missing(v) for v in array.tolist()])
    )
    rows = np.flatnonzero(missing)
    if len(rows):
        raise InputError(
            f"{name} is missing ({array[rows[0]]}) at row {rows[0]}, counting from 0 "
            f"({len(rows)} missing in all); remove these items or fill them in"
        )


def _is_missing(value: object) -> bool:
    # NAType and NaTType: the missing values of pandas, which is not imported for this
    return (
        value is None
        or type(value).__name__ in ("NAType", "NaTType")
        or (isinstance(value, numbers.Number) and value != value)  # as NaN alone does
    )


def _plain_numbers(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> bool:
    """Whether numpy can put both into one array without rounding any."""
    kinds = {first.dtype.kind, second.dtype.kind}
    return kinds <= {"b", "i"} or kinds == {"u"} or kinds == {"f"}


def _encode_objects(
    first: npt.NDArray[Any], second: npt.NDArray[Any], labels: Sequence[Any] | None, names: tuple[str, str]
) -> tuple[Ints, Ints, tuple[Any, ...]]:
    columns = (first.tolist(), second.tolist())
    try:
        if labels is None:
            found = sorted(dict.fromkeys(columns[0] + columns[1]), key=_sort_key)
        else:
            found = _given(labels)
        code = {label: i for i, label in enumerate(found)}
        _few_enough(len(found), names)
        coded = [_codes(column, code, name) for column, name in zip(columns, names, strict=True)]
    except TypeError as problem:
        raise InputError(
            f"{names[0]} or {names[1]} holds something that cannot be a label ({problem}); "
            f"expected strings, whole numbers or booleans"
        ) from None
    return coded[0], coded[1], tuple(found)


def _codes(column: list[Any], code: dict[Any, int], name: str) -> Ints:
    try:
        return np.fromiter((code[label] for label in column), dtype=np.int64, count=len(column))
    except KeyError:
        row = next(i for i, label in enumerate(column) if label not in code)
        raise InputError(
            f"{name} is {column[row]!r} at row {row}, counting from 0, which is not among the labels "
            f"given ({', '.join(map(repr, code))}); add it or correct it"
        ) from None


def _given(labels: Sequence[Any]) -> list[Any]:
    found: list[Any] = _column(labels, "labels").tolist()
    twice = (
        next((label for label in found if found.count(label) > 1), None)
        if len(set(found)) < len(found)
        else None
    )
    if twice is not None:
        raise InputError(f"labels has {twice!r} twice; expected each label once")
    return found


def _sort_key(label: Any) -> tuple[int, str, Any]:
    if isinstance(label, numbers.Real):
        return (0, "", label)
    if isinstance(label, str):
        return (1, "", label)
    return (2, type(label).__name__, repr(label))


def _few_enough(count: int, names: tuple[str, str]) -> None:
    if count > MOST_LABELS:
        raise InputError(
            f"{names[0]} and {names[1]} hold {count} different labels, more than {MOST_LABELS}; if they are "
            f"numbers or scores rather than classes, use squared-error, auc or log-loss"
        )
