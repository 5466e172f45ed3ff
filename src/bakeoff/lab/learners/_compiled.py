"""Compile functions to machine code, once: the result is kept on disk and loaded by later runs.

Only modules whose names begin with an underscore import this one, and they are imported inside
functions, so that nothing loads the compiler before a learner is trained.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

# A thread that waits for another soon goes to sleep: if it kept looking, the other could not get on
# where the processor has more to do. Read when the threads are first started.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

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


def _drop_stale(rooms: Iterable[Path]) -> None:
    """Remove what was compiled before the newest source of compiled code.

    The compiler looks at the file of a function alone, not at those of the functions that it calls.
    """
    rooms = list(rooms)
    sources = [file for room in rooms for file in room.glob("_*.py") if b"_compiled" in file.read_bytes()]
    newest = max((file.stat().st_mtime for file in sources), default=0)
    for room in rooms:
        for kept in (room / "__pycache__").glob("*.nb[ci]"):
            with suppress(OSError):  # another process may have removed it, or it may not be ours to remove
                if kept.stat().st_mtime < newest:
                    kept.unlink()


_drop_stale(Path(__file__).parents[1] / room for room in (".", "learners", "populations"))
