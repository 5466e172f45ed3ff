"""Compile functions to machine code, once: the result is kept on disk and loaded by later runs.

Only modules whose names begin with an underscore import this one, and they are imported inside
functions, so that nothing loads the compiler before a learner is trained.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

# "numpy": a division by zero gives infinity without a test before each division.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


def compiled(function: F) -> F:
    """The function, compiled when it is first called."""
    return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def in_parallel(function: F) -> F:
    """The function, compiled, with its ``prange`` loops shared out over the threads."""
    return numba.njit(parallel=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def _drop_stale() -> None:
    """Remove what was compiled before the newest source.

    The compiler looks at the file of a function alone, not at those of the functions that it calls.
    """
    rooms = [Path(__file__).parents[1] / room for room in ("learners", "lab", "worlds")]
    newest = max(source.stat().st_mtime for room in rooms for source in room.glob("_*.py"))
    for room in rooms:
        for kept in (room / "__pycache__").glob("*.nb[ci]"):
            with suppress(OSError):  # another process may have done it, or it may not be ours to do
                if kept.stat().st_mtime < newest:
                    kept.unlink()


_drop_stale()
