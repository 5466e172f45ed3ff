"""What identifies data: a short text that changes with any value, type, name or order."""

import hashlib
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.read.frames import named_columns


def fingerprint(*parts: Any) -> str:
    """A fingerprint of arrays, sparse matrices, data frames, their columns and None, in the order given.

    >>> fingerprint(np.arange(3)) == fingerprint(np.arange(3)), fingerprint(np.arange(3)) == fingerprint(None)
    (True, False)
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        _add(digest, part)
    return digest.hexdigest()


def _add(digest: Any, part: Any) -> None:
    if part is None:
        digest.update(b"none;")
    elif isinstance(part, np.ndarray):
        _add_array(digest, part)
    elif hasattr(part, "tocoo"):
        whole = part.tocoo()
        digest.update(f"sparse {whole.shape};".encode())
        for column in (whole.row, whole.col, whole.data):
            _add_array(digest, np.asarray(column))
    else:
        _add_frame(digest, part)


def _add_array(digest: Any, array: Any) -> None:
    if array.dtype.kind in "OUS":
        digest.update(f"text {array.shape};".encode())
        for value in array.ravel().tolist():
            word = f"{type(value).__name__}:{value}".encode("utf-8", "surrogatepass")
            digest.update(f"{len(word)}:".encode() + word)
        return
    digest.update(f"{array.dtype.str} {array.shape};".encode())
    # Dates have no buffer of their own; as bytes they do.
    digest.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)


def _add_frame(digest: Any, frame: Any) -> None:
    columns = named_columns(frame)
    if columns is None and hasattr(frame, "__array__"):  # one column of a frame, such as texts
        _add_array(digest, np.asarray(frame))
        return
    if columns is None:
        raise InputError(
            f"X is {type(frame).__name__}; expected an array, a sparse matrix or a data frame of pandas, "
            f"polars or pyarrow"
        )
    for name, column in columns.items():
        digest.update(f"column {len(name)}:{name};".encode())
        _add_array(digest, np.asarray(column))
