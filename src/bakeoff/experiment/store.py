"""The store of a run, open while it lasts."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bakeoff.experiment.observer import Observer, Silent
from bakeoff.experiment.run import Setup
from bakeoff.read.run_store import RunStore

Path = str | os.PathLike[str]


@contextmanager
def open_store(path: Path | None) -> Iterator[RunStore | None]:
    """The store at a path, closed in the end; None where nothing is to be kept."""
    if path is None:
        yield None
        return
    with RunStore(path, waiting=lambda: _wait(path)) as store:
        yield store


@contextmanager
def set_up(
    path: Path | None, *, jobs: int, cluster: str | None, observer: Observer | None
) -> Iterator[Setup]:
    """How to run, as a caller asks, while the store is open."""
    with open_store(path) as store:
        yield Setup(jobs=jobs, cluster=cluster, store=store, observer=observer or Silent())


def _wait(path: Path) -> None:
    sys.stderr.write(f"note: another process is working on {os.fspath(path)}; waiting for it to finish\n")
