"""Columns in memory: from arrays, series and frames to arrays without gaps, and labels to codes."""

from array import array as array_of_numbers
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.read.values import (
    DATES,
    EXACT,
    NUMBERS,
    Column,
    a_kind,
    as_number,
    date_text,
    from_values,
    is_number,
    is_text,
    missing_positions,
    shown,
)


def wrap(values: object, name: str) -> Any:
    """A narwhals Series or DataFrame, or the object itself where it is neither."""
    import narwhals as nw
    from narwhals.exceptions import NarwhalsError

    try:
        wrapped = nw.from_native(values, allow_series=True, pass_through=True)
    except NarwhalsError as problem:
        raise InputError(f"{name} cannot be used: {' '.join(str(problem).split())}") from None
    if isinstance(wrapped, nw.LazyFrame):
        raise InputError(f"{name} is a lazy frame; collect it first")
    return wrapped


def is_frame(wrapped: object) -> bool:
    """Whether `wrap` found a data frame."""
    import narwhals as nw

    return isinstance(wrapped, nw.DataFrame)


def is_series(wrapped: object) -> bool:
    """Whether `wrap` found a single column."""
    import narwhals as nw

    return isinstance(wrapped, nw.Series)


def at_position(index: int) -> str:
    """Where an item of a column in memory is: counted from 0, as Python does."""
    return f"at position {index}"


def to_array(values: object, name: str, *, place: Callable[[int], str] = at_position) -> Column:
    """Turn one column into a one-dimensional array, or say where it cannot be used.

    Lists, tuples, ranges, arrays and the columns of pandas, polars and pyarrow are taken. Text
    stays text and numbers stay numbers: a list that mixes them becomes an array of objects. Dates
    become text. ``place`` says in words where an item is.

    Raises
    ------
    InputError
        Where the column is empty, has a missing value, or holds anything but text, numbers,
        booleans and dates; with the column's name, the position (from 0) and the value.

    Examples
    --------
    >>> to_array([1, "1"], "truth")
    array([1, '1'], dtype=object)
    >>> to_array(["cat", None], "truth")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: truth has a missing value (None) at position 1 (1 of 2 items); \
expected a value for each item: remove or fill it on all sides
    """
    if isinstance(values, list | tuple | range | array_of_numbers):
        array = from_values(values)
    else:
        array = _one_column(values if isinstance(values, np.ndarray) else _from_library(values, name), name)
    if not len(array):
        raise InputError(f"{name} is empty; expected at least one item")
    if array.dtype.kind == "O" and set(map(type, array.tolist())) == {str}:
        return array  # what most labels are, and nothing can be wrong with it
    gaps = missing_positions(array)
    if len(gaps):
        raise missing_value(name, array[gaps[0]], place(int(gaps[0])), len(gaps), len(array))
    if array.dtype.kind in "OM":
        array = from_values([date_text(value) for value in array])
        _refuse_strangers(array, name, place)
    return array


def missing_value(name: str, value: object, where: str, count: int, items: int) -> InputError:
    """The error for a column with gaps: the first of them, and how many there are."""
    return InputError(
        f"{name} has a missing value ({shown(value)}) {where} ({count} of {items} items); "
        f"expected a value for each item: remove or fill it on all sides"
    )


def same_length(**columns: Column) -> None:
    """Check that columns have as many items as the first of them.

    >>> same_length(truth=to_array([1, 2, 3], "truth"), a=to_array([1, 2], "a"))
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: truth has 3 items and a has 2; expected as many: one for each item
    """
    (first, expected), *others = ((name, len(column)) for name, column in columns.items())
    for name, length in others:
        if length != expected:
            raise InputError(
                f"{first} has {expected} items and {name} has {length}; expected as many: one for each item"
            )


def same_rows(**columns: object) -> None:
    """Refuse columns whose rows carry the same names in different orders: they are paired by their place.

    Rows that are only numbered from 0 have no names.
    """
    named = {name: index for name, values in columns.items() if (index := _row_names(values)) is not None}
    if len(named) < 2:
        return
    (first, expected), *others = named.items()
    for name, index in others:
        if len(index) == len(expected) and not index.equals(expected) and index.isin(expected).all():
            raise InputError(
                f"the rows of {first} and {name} have the same names in different orders, and are paired by "
                f"their place; expected one order: {name}.reindex({first}.index), or {name}.to_numpy() if "
                f"the places are right"
            )


def _row_names(values: object) -> Any:
    """The names of the rows of a pandas column or table; None where there are none."""
    index: Any = getattr(values, "index", None)
    if not hasattr(index, "equals") or not hasattr(index, "isin") or not index.is_unique:
        return None
    numbered = getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1
    return None if numbered else index


def to_labels(**columns: object) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    """Code columns of labels together: one whole number from 0 upwards for each class.

    Equal values are one class, also where one column writes 1, another 1.0 and a third True.
    Classes are in order: numbers by size, then text by the alphabet.

    Returns
    -------
    codes : dict of arrays
        The codes of each column, under its name.
    labels : tuple
        ``labels[code]`` is the class.

    Raises
    ------
    InputError
        Where numbers stand beside text, so that a class 1 could never equal a class ``"1"``.

    Examples
    --------
    >>> codes, labels = to_labels(truth=["no", "yes", "no"], a=["no", "maybe", "yes"])
    >>> labels
    ('maybe', 'no', 'yes')
    >>> codes["a"].tolist()
    [1, 0, 2]
    """
    arrays = {name: to_array(values, name) for name, values in columns.items()}
    if all(array.dtype.kind in "biuf" for array in arrays.values()) and _exact_together(arrays):
        return _code_numbers(arrays)
    _refuse_confusable(arrays)
    return _code_objects(arrays)


def _one_column(array: Column, name: str) -> Column:
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InputError(f"{name} has {array.ndim} dimensions, shape {array.shape}; expected one column")
    if isinstance(array, np.ma.MaskedArray):
        return array if np.ma.getmaskarray(array).any() else _one_column(array.data, name)
    if array.dtype.kind not in "biufUOM":
        raise InputError(
            f"{name} is an array of {array.dtype}; expected text, numbers or booleans: convert it first"
        )
    return from_values(array.tolist()) if array.dtype.kind == "O" else array


def _from_library(values: object, name: str) -> Column:
    """Read a column of pandas, polars, pyarrow or whatever else numpy can read."""
    if not isinstance(values, str | bytes | dict | set | frozenset):
        from bakeoff.read.columns import is_frame, is_series, wrap

        wrapped = wrap(values, name)
        if is_frame(wrapped):
            return _only_column(wrapped, name)
        if is_series(wrapped):
            return np.asarray(wrapped.to_numpy())
        if hasattr(values, "to_pylist"):
            return from_values(values.to_pylist())
        if hasattr(values, "__array__"):
            return np.asarray(values)
    raise InputError(
        f"{name} is {a_kind(values)}; expected a list, an array or a column of a data frame "
        f"(wrap an iterator in list())"
    )


def _only_column(frame: Any, name: str) -> Column:
    if len(frame.columns) != 1:
        listed = ", ".join(map(repr, frame.columns[:10]))
        raise InputError(
            f"{name} is a data frame of {len(frame.columns)} columns ({listed}); give one of its columns"
        )
    return np.asarray(frame[frame.columns[0]].to_numpy())


def _refuse_strangers(array: Column, name: str, place: Callable[[int], str]) -> None:
    scalars = (*NUMBERS, *DATES, str)
    if all(issubclass(kind, scalars) for kind in set(map(type, array))):
        return
    at, value = next((i, v) for i, v in enumerate(array) if not isinstance(v, scalars))
    raise InputError(
        f"{name} holds {a_kind(value)} {place(at)} ({shown(value)}); "
        f"expected text, a number or a boolean for each item"
    )


def _exact_together(arrays: Mapping[str, Column]) -> bool:
    """Whether numpy can put the columns side by side without rounding."""
    kinds = {array.dtype.kind for array in arrays.values()}
    if kinds <= {"b", "i"} or kinds <= {"b", "u"} or kinds == {"f"}:
        return True
    wholes = [array for array in arrays.values() if array.dtype.kind in "iu"]
    return all(int(array.max()) <= EXACT and int(array.min()) >= -EXACT for array in wholes)


def _code_numbers(arrays: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    floats = any(array.dtype.kind == "f" for array in arrays.values())
    together = np.concatenate(list(arrays.values()), dtype=np.float64 if floats else None)
    classes, codes = np.unique(together, return_inverse=True)
    ends = np.cumsum([len(array) for array in arrays.values()])[:-1]
    parts = np.split(codes.astype(np.int64).reshape(-1), ends)
    all_floats = all(array.dtype.kind == "f" for array in arrays.values())
    labels = (int(v) if floats and not all_floats and v.is_integer() else v for v in classes.tolist())
    return dict(zip(arrays, parts, strict=True)), tuple(labels)


def _code_objects(arrays: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    seen: dict[Any, int] = {}
    first = {n: [seen.setdefault(v, len(seen)) for v in array.tolist()] for n, array in arrays.items()}
    if set(map(type, seen)) == {str}:
        labels = sorted(seen)
    else:
        labels = sorted(seen, key=lambda label: (1, 0, label) if isinstance(label, str) else (0, label, ""))
    code = np.empty(len(labels), dtype=np.int64)
    code[[seen[label] for label in labels]] = np.arange(len(labels))
    return {name: code[np.array(codes)] for name, codes in first.items()}, tuple(labels)


def _refuse_confusable(arrays: Mapping[str, Column]) -> None:
    """Refuse numbers beside text where one class may have been written in both ways."""
    numbers = [name for name, array in arrays.items() if is_number(array)]
    texts = [name for name, array in arrays.items() if is_text(array)]
    if len(texts) == len(arrays):
        return
    if numbers and texts:
        examples = {as_number(value): value for value in reversed(arrays[texts[0]].tolist())}
        same = next((v for v in arrays[numbers[0]].tolist() if v in examples), arrays[numbers[0]][0])
        raise _confusion(numbers[0], same, texts[0], examples.get(same, arrays[texts[0]][0]))
    found: dict[Any, tuple[str, str]] = {}
    for name, array in arrays.items():
        for value in {v for v in array.tolist() if isinstance(v, str)}:
            found.setdefault(as_number(value), (name, value))
    for name, array in arrays.items():
        for value in (v for v in array.tolist() if not isinstance(v, str)):
            if value in found:
                raise _confusion(name, value, *found[value])


def _confusion(number_name: str, number: object, text_name: str, text: object) -> InputError:
    return InputError(
        f"{number_name} holds numbers such as {shown(number)} and {text_name} holds text such as "
        f"{shown(text)}, which are never equal; convert one to the other, or compare scores of a class by "
        f"auc, log-loss or brier",
        role=number_name,
        value=number,
        expected="labels of one kind",
    )
