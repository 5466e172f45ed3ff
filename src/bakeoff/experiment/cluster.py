"""A Dask cluster to train on: a client of its scheduler, and what is said when there is none."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from threading import Thread
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.versions import versions

CONNECT_SECONDS = 10
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler at an address; a cluster that is lost on the way is told in one line."""
    try:
        import distributed  # noqa: F401 - its log handlers must be there to be silenced
    except ImportError:
        raise InputError("a cluster needs Dask; install it with: pip install 'bakeoff[cluster]'") from None
    with _silence():
        client = _client(address)
        if isinstance(client, Exception):
            raise InputError(
                f"no Dask scheduler answers at {address} ({client}); expected an address such as "
                f"tcp://host:8786 of one that runs"
            )
        with client, _loss_in_words(address):
            _check_versions(client.run, address)
            yield client


def _client(address: str) -> Any:
    """A client of the scheduler, or why there is none.

    Dask waits for ever where something listens that says nothing: hence a thread that can be left behind.
    """
    from distributed import Client

    found: list[Any] = []

    def connect() -> None:
        try:
            found.append(Client(address, timeout=CONNECT_SECONDS))  # type: ignore[no-untyped-call]
        except Exception as problem:  # what a program that is no scheduler answers may be read as anything
            found.append(problem)

    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS + 2)
    return found[0] if found else TimeoutError("it listens, but does not answer")


@contextmanager
def _loss_in_words(address: str) -> Iterator[None]:
    """Say what became of the cluster where Dask raises something of its own."""
    from distributed import KilledWorker

    try:
        yield
    except (CancelledError, KilledWorker, OSError) as problem:
        raise InputError(
            f"the cluster at {address} was lost ({type(problem).__name__}: {problem}); start its workers "
            f"again and then the same run: what is in its store is not trained again"
        ) from None
    except ImportError as problem:
        raise InputError(
            f"a worker of the cluster at {address} cannot import what the learners need ({problem}); "
            f"install it there, or put its folder into the PYTHONPATH of the workers"
        ) from None


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from writing its own tracebacks beside what is said here."""
    handlers = {each for name in _LOGGERS for each in logging.getLogger(name).handlers}
    before = {each: each.level for each in handlers}
    try:
        for each in handlers:
            each.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for each, level in before.items():
            each.setLevel(level)


def _check_versions(run_everywhere: Callable[..., dict[str, str]], address: str) -> None:
    """Refuse workers with other libraries: their results could differ in the last bits."""
    found = run_everywhere(versions)
    if not found:
        raise InputError(f"the scheduler at {address} has no workers; start some, with dask worker {address}")
    for worker, theirs in found.items():
        if theirs != versions():
            raise InputError(
                f"the worker {worker} has {theirs}, and here is {versions()}; expected the same everywhere, "
                f"or results would depend on who computed them"
            )
