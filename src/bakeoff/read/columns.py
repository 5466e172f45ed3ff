"""Columns in memory: from arrays, series and frames to arrays without gaps, and labels to codes."""

import hashlib
from array import array as array_of_numbers
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import HOW
from bakeoff.read.values import (
    DATES,
    NUMBERS,
    Column,
    a_kind,
    date_text,
    from_values,
    missing_positions,
    shown,
)


def wrap(values: object, name: str) -> tuple[Any, str]:
    """A narwhals Series or DataFrame, and which of these it is; nothing where it is neither."""
    import narwhals as nw
    from narwhals.exceptions import NarwhalsError

    anything: Any = values  # older annotations of narwhals expect a frame or series
    try:
        wrapped = nw.from_native(anything, allow_series=True, pass_through=True)
    except NarwhalsError as problem:
        raise InputError(f"{name} cannot be used: {' '.join(str(problem).split())}") from None
    if isinstance(wrapped, nw.LazyFrame):
        raise InputError(f"{name} is a lazy frame; collect it first")
    kind = (
        "frame" if isinstance(wrapped, nw.DataFrame) else "series" if isinstance(wrapped, nw.Series) else ""
    )
    return wrapped, kind


def at_position(index: int) -> str:
    """The position of an item of a column in memory, counted from 0."""
    return f"at position {index}"


def to_array(values: object, name: str, *, place: Callable[[int], str] = at_position) -> Column:
    """Turn one column into a one-dimensional array, or say which value cannot be used.

    Lists, tuples, ranges, arrays and the columns of pandas, polars and pyarrow are taken. Text
    stays text and numbers stay numbers: a list that mixes them becomes an array of objects. Dates
    become text; anything else, and a gap, is refused. ``place`` says in words where an item is.

    >>> to_array([1, "1"], "truth")
    array([1, '1'], dtype=object)
    >>> to_array(["cat", None], "truth")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: truth has a missing value (None) at position 1 (1 of 2 items); \
expected a value for each item: remove the item or fill the value on all sides
    """
    array = raw_array(values, name)
    if array.dtype.kind == "O" and set(map(type, array.tolist())) == {str}:
        return array  # the type of most labels, which needs no checks
    gaps = missing_positions(array)
    if len(gaps):
        raise missing_value(name, array[gaps[0]], place(int(gaps[0])), len(gaps), len(array))
    if array.dtype.kind in "OM":
        array = from_values([date_text(value) for value in array])
        _refuse_strangers(array, name, place)
    return array


def raw_array(values: object, name: str) -> Column:
    """One column as an array, whatever is in it."""
    if isinstance(values, list | tuple | range | array_of_numbers):
        array = from_values(values)
    else:
        array = _one_column(values if isinstance(values, np.ndarray) else _from_library(values, name), name)
    if not len(array):
        raise InputError(f"{name} is empty; expected at least one item")
    return array


def missing_value(
    name: str, value: object, where: str, count: int, items: int, *, answers: bool = False
) -> InputError:
    """The error for a column with gaps: the first of them, and how many there are.

    For ``answers`` of models it can be chosen what the missing ones count as.
    """
    word = value.strip() if isinstance(value, str) else ""
    rename = f", or rename the class if {word} is one" if word else ""
    advice = "expected a value for each item: remove the item or fill the value on all sides"
    return InputError(
        f"{name} has a missing value ({shown(value)}) {where} ({count} of {items} items); "
        f"{f'expected a value, or {HOW}' if answers else advice}{rename}"
    )


def same_length(**columns: Column) -> None:
    """Check that all columns have the same length.

    >>> same_length(truth=to_array([1, 2, 3], "truth"), a=to_array([1, 2], "a"))
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: truth has 3 items and a has 2; expected the same number, one for \
each item
    """
    (first, expected), *others = ((name, len(column)) for name, column in columns.items())
    for name, length in others:
        if length != expected:
            raise InputError(
                f"{first} has {expected} items and {name} has {length}; expected the same number, one "
                f"for each item"
            )


def same_rows(**columns: object) -> None:
    """Refuse columns whose rows have other names, or the same in another order: they are paired by position.

    Rows that are numbered from 0 have no names, unless these are the names of other rows in another order.
    """
    indexes = {name: index for name, values in columns.items() if (index := _row_names(values)) is not None}
    named = {name: index for name, index in indexes.items() if not _is_numbered(index)} or indexes
    first = next(iter(named), "")
    expected: Any = named.get(first)
    for name, index in indexes.items():
        if len(index) != len(expected) or index.equals(expected):
            continue
        if index.isin(expected).all():
            raise InputError(
                f"the rows of {first} and {name} have the same index in a different order, but items are "
                f"paired by position; expected one order: use {name}.reindex({first}.index), or "
                f"{name}.to_numpy() if the positions are right"
            )
        if name in named:
            raise InputError(
                f"the rows of {first} and {name} have different indices (they begin with "
                f"{shown(expected[0])} and {shown(index[0])}); expected the same items: select the "
                f"common rows, or give {name}.to_numpy() if the positions are right"
            )


def _row_names(values: object) -> Any:
    """The names of the rows of a pandas column or table; None where there are none."""
    index: Any = getattr(values, "index", None)
    if not hasattr(index, "equals") or not hasattr(index, "isin") or not index.is_unique:
        return None
    return index


def _is_numbered(index: Any) -> bool:
    return bool(getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1)


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
    """Read a column of pandas, polars, pyarrow or anything that numpy can read."""
    if not isinstance(values, str | bytes | dict | set | frozenset):
        wrapped, kind = wrap(values, name)
        if kind == "frame":
            return _only_column(wrapped, name)
        if kind == "series":
            long = str(wrapped.dtype) in ("Int128", "UInt128")  # which numpy does not have
            return from_values(wrapped.to_list()) if long else np.asarray(wrapped.to_numpy())
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


def named_columns(values: object) -> dict[str, Any] | None:
    """The columns of a dict or a data frame by name, or None where it is something else."""
    if isinstance(values, Mapping):
        return _each_once({name: str(name) for name in values}, values.__getitem__)
    # asked of the class: asking a lazy frame itself for its columns would compute them
    if not hasattr(type(values), "columns"):
        return None
    frame, kind = wrap(values, "the table")
    if kind != "frame":
        return None
    # get_column treats a number as a name, where frame[0] would be a row
    return _each_once({name: str(name) for name in frame.columns}, frame.get_column)


def _each_once(names: Mapping[Any, str], column: Callable[[Any], Any]) -> dict[str, Any]:
    """Columns by name; refuses two that are written alike, such as 1 and "1"."""
    written = list(names.values())
    if len(set(written)) < len(written):
        twice = next(name for name in written if written.count(name) > 1)
        raise InputError(f"the table has two columns called {twice!r}; rename one of them")
    return {name: column(key) for key, name in names.items()}


def stacked(first: Any, second: Any) -> Any:
    """The rows of two tables of one kind: arrays, sparse matrices, or data frames.

    >>> stacked(np.zeros((1, 2)), np.ones((1, 2))).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    shapes = [tuple(each.shape[1:]) for each in (first, second)]
    if shapes[0] != shapes[1] or type(first) is not type(second):
        raise InputError(
            f"the test items are {type(second).__name__} with rows of shape {shapes[1]}, and the "
            f"training items {type(first).__name__} with {shapes[0]}; expected the same type and shape"
        )
    if isinstance(first, np.ndarray):
        return np.concatenate([first, second])
    if hasattr(first, "tocoo"):
        from scipy.sparse import vstack

        return vstack([first, second]).tocsr()
    import narwhals as nw

    frames = [nw.from_native(each, eager_only=True) for each in (first, second)]
    if frames[0].columns != frames[1].columns:
        raise InputError("the test items and the training items have different columns; expected the same")
    return nw.concat(frames).to_native()


Update = Callable[[bytes | memoryview], object]


def fingerprint(*parts: object) -> str:
    """A fingerprint of arrays, sparse matrices, data frames, their columns and None, in the order given.

    >>> fingerprint(np.arange(3)) == fingerprint(np.arange(3)), fingerprint(np.arange(3)) == fingerprint(None)
    (True, False)
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        _add(digest.update, part)
    return digest.hexdigest()


def _add(update: Update, part: object) -> None:
    if part is None:
        update(b"none;")
    elif isinstance(part, np.ndarray):
        _add_array(update, part)
    elif hasattr(part, "tocoo"):
        whole = part.tocoo()
        update(f"sparse {whole.shape};".encode())
        for column in (whole.row, whole.col, whole.data):
            _add_array(update, np.asarray(column))
    else:
        _add_frame(update, part)


def _add_array(update: Update, array: Column) -> None:
    if array.dtype.kind in "OUS":
        update(f"text {array.shape};".encode())
        for value in array.ravel().tolist():
            word = f"{type(value).__name__}:{value}".encode("utf-8", "surrogatepass")
            update(f"{len(word)}:".encode() + word)
        return
    update(f"{array.dtype.str} {array.shape};".encode())
    # Dates have no buffer; as bytes they do.
    update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)


def _add_frame(update: Update, frame: object) -> None:
    columns = named_columns(frame)
    if columns is None and hasattr(frame, "__array__"):  # one column of a frame, such as texts
        _add_array(update, np.asarray(frame))
        return
    if columns is None:
        raise InputError(
            f"X is {type(frame).__name__}; expected an array, a sparse matrix or a data frame of pandas, "
            f"polars or pyarrow"
        )
    for name, column in columns.items():
        update(f"column {len(name)}:{name};".encode())
        _add_array(update, np.asarray(column))
