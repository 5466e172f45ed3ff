"""The store of a run, open while it lasts."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bakeoff.read.run_store import RunStore


@contextmanager
def open_store(path: str | os.PathLike[str] | None) -> Iterator[RunStore | None]:
    """The store at a path, closed in the end; None where nothing is to be kept."""
    if path is None:
        yield None
        return
    with RunStore(path, waiting=lambda: _wait(path)) as store:
        yield store


def _wait(path: str | os.PathLike[str]) -> None:
    sys.stderr.write(f"note: another process is working on {os.fspath(path)}; waiting for it to finish\n")
