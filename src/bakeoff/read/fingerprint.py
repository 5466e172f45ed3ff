"""What identifies data: a short text that changes with any value, type, name or order."""

import hashlib
from collections.abc import Callable

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.read.frames import named_columns
from bakeoff.read.values import Column

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
    # Dates have no buffer of their own; as bytes they do.
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
