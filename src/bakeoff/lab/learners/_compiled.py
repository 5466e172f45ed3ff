"""Compile functions to machine code, once: the result is kept on disk and loaded by later runs.

The compiler is imported here alone. Only modules whose names begin with an underscore import this one, and
they are imported inside functions, so that nothing loads the compiler before a learner is trained.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])
COMPILER = f"numba {numba.__version__}"
THREADS: int = vars(numba.config)["NUMBA_NUM_THREADS"]
BLOCKS_A_THREAD = 8  # enough that none waits long for the last

# "numpy": a division by zero gives infinity without a test before each division.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


def compiled(function: F) -> F:
    """The function, compiled when it is first called."""
    return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """The function, to be compiled into those that call it: where a call would cost as much as its work."""
    return numba.njit(inline="always", **_OPTIONS)(function)  # type: ignore[no-any-return]


def in_threads(work: Callable[..., None], tasks: int, *given: object, least: int = 1) -> None:
    """Call ``work(*given, begin, end)`` on blocks of the tasks, of ``least`` or more, in several threads.

    Compiled code lets other threads run. Nothing that a task reads is written by another, so the number of
    threads changes no bit of the result.
    """
    blocks = max(1, min(tasks // least, THREADS * BLOCKS_A_THREAD))
    if THREADS == 1 or blocks == 1:
        work(*given, 0, tasks)
        return
    ends = [tasks * block // blocks for block in range(blocks + 1)]
    waiting = iter(list(pairwise(ends)))  # of a list, because threads may take the next at the same time

    def take_turns() -> None:
        for begin, end in waiting:
            work(*given, begin, end)

    helped = [_helpers(THREADS - 1).submit(take_turns) for _ in range(THREADS - 1)]
    take_turns()
    for each in helped:
        each.result()


@cache
def _helpers(threads: int) -> ThreadPoolExecutor:
    """Threads that are started once, since starting them takes as long as a small study."""
    return ThreadPoolExecutor(threads)


if hasattr(os, "register_at_fork"):  # threads do not survive in a child process
    os.register_at_fork(after_in_child=_helpers.cache_clear)


def _ones(typing_context: Any, word: Any) -> Any:
    """How many bits of a word are set, as the processor counts them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        counted: Any = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(64)])
        return builder.call(counted, arguments)

    return numba.types.int64(numba.types.uint64), generate


ones: Any = intrinsic(_ones)


def _drop_stale(rooms: Iterable[Path]) -> None:
    """Remove what was compiled before the newest source of compiled code.

    The compiler checks only the file of a function, not those of the functions that it calls.
    """
    rooms = list(rooms)
    sources = [file for room in rooms for file in room.glob("_*.py") if b"_compiled" in file.read_bytes()]
    newest = max((file.stat().st_mtime for file in sources), default=0)
    for room in rooms:
        for kept in (room / "__pycache__").glob("*.nb[ci]"):
            with suppress(OSError):  # another process may have removed it, or it may not be ours to remove
                if kept.stat().st_mtime < newest:
                    kept.unlink()


_drop_stale(Path(__file__).parents[1] / room for room in (".", "learners"))
