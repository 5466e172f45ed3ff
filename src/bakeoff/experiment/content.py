"""What a cell holds, as bytes and back: a line of JSON, then the arrays. Nothing is pickled."""

import json
import math
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import FileError

SMALL = 4096  # bytes of a cell whose reading takes time compared with the shortest trainings
KINDS = ("|u1", "<i4", "<f8")
_AS_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_WORDS = ("score_kind", "warnings", "tuned", "error")
Array = npt.NDArray[Any]


@dataclass(kw_only=True, eq=False)
class Content:
    """Predictions (numbers of classes, or numbers), scores by class where there are any, and the rest.

    ``tuned`` lists the configurations that a search tried; ``error`` is the exception of a cell that failed.
    """

    predicted: Array | None = None
    scores: Array | None = None
    score_kind: str = ""
    warnings: dict[str, int] = field(default_factory=dict)
    tuned: dict[str, Any] = field(default_factory=dict)
    error: str = ""


def encode(content: Content) -> bytes:
    """The bytes of a cell: the same for the same content, on every machine.

    >>> decode(encode(Content(predicted=np.array([0, 1], dtype=np.uint8)))).predicted.tolist()
    [0, 1]
    """
    arrays = [_plain(content.predicted), _plain(content.scores)]
    kinds = tuple(None if array is None else (array.dtype.str, *array.shape) for array in arrays)
    parts = (array.tobytes() for array in arrays if array is not None)
    plain = not (content.warnings or content.tuned or content.error)
    head = _plain_head(kinds, content.score_kind) if plain else _head_of(kinds, content)
    return head + b"".join(parts)


Kinds = tuple[tuple[Any, ...] | None, ...]


@lru_cache(maxsize=64)
def _plain_head(kinds: Kinds, score_kind: str) -> bytes:
    """The first line of cells without further facts; most cells of a run have the same."""
    return _head_of(kinds, Content(score_kind=score_kind))


def _head_of(kinds: Kinds, content: Content) -> bytes:
    words = {name: _finite(getattr(content, name)) for name in _WORDS}
    arrays = dict(zip(("predicted", "scores"), kinds, strict=True))
    return _AS_JSON.encode({"arrays": arrays, **words}).encode() + b"\n"


def decode(stored: bytes) -> Content:
    """A cell from its bytes, or an error where they are not ours; it is never changed."""
    return _remembered(stored) if len(stored) <= SMALL else _decoded(stored)


@lru_cache(maxsize=2000)
def _remembered(stored: bytes) -> Content:
    # A verdict reads every cell several times.
    return _decoded(stored)


def _decoded(stored: bytes) -> Content:
    try:
        line, _, rest = stored.partition(b"\n")
        head = _head(line)
        arrays: dict[str, Any] = {}
        for name in ("predicted", "scores"):
            arrays[name], rest = _take(head["arrays"][name], rest)
        if rest:
            raise ValueError(f"{len(rest)} bytes too many")
        return Content(**arrays, **{name: head[name] for name in _WORDS})
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as problem:
        raise FileError(f"a stored cell cannot be read ({problem}); start a new store") from None


@lru_cache(maxsize=64)
def _head(line: bytes) -> Any:
    """What a first line says; most cells of a run have the same, and it is never changed."""
    return json.loads(line)


def _plain(array: Array | None) -> Array | None:
    if array is None:
        return None
    kind = {"u": "|u1", "i": "<i4", "f": "<f8"}[array.dtype.kind]
    return np.ascontiguousarray(array, dtype=kind)


def _take(kind: list[Any] | None, rest: bytes) -> tuple[Array | None, bytes]:
    if kind is None:
        return None, rest
    name, *shape = kind
    if name not in KINDS:
        raise ValueError(f"unknown kind of array {name!r}")
    count = math.prod(shape)
    size = count * np.dtype(name).itemsize
    return np.frombuffer(rest[:size], dtype=name).reshape(shape), rest[size:]


def _finite(value: object) -> Any:
    """Scores of configurations that failed are NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


CELL_FORMAT = 1


@cache
def versions() -> str:
    """The versions of the libraries whose arithmetic is in every cell."""
    import numpy
    import scipy
    import sklearn

    return (
        f"numpy {numpy.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}, "
        f"cells of format {CELL_FORMAT}"
    )
