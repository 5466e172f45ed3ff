"""Where training happens: in this process, in worker processes on this machine, or on a Dask cluster."""

import logging
import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import resource_tracker
from threading import Thread
from typing import Any

from bakeoff.core.exceptions import InputError, install_told
from bakeoff.core.stopping import REQUESTS
from bakeoff.experiment.cell import Done, Given, Task, random_states_kept, run_batch, run_cell
from bakeoff.experiment.content import versions
from bakeoff.experiment.orphans import end_with

# Handing a batch to a worker costs a millisecond or two: batches of this many seconds make that little.
BATCH_SECONDS = 0.1
LARGEST_BATCH = 200


def run_tasks(
    given: Given, tasks: list[Task], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[Done]:
    """Run cells and give each as it is finished, in any order; what they hold depends on nothing here."""
    if not tasks:
        return  # no worker need be started for nothing
    if cluster is None and jobs == 1:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1), random_states_kept():
            yield from (run_cell(given, task) for task in tasks)
        return
    from joblib import Parallel, delayed

    batches = _Batches(tasks, shares=4 * max(jobs, 2))
    with _no_strange_modules(), _backend(given, jobs, cluster) as workers:
        parallel = Parallel(
            n_jobs=workers, batch_size=1, pre_dispatch="2*n_jobs", return_as="generator_unordered"
        )
        with _started(parallel, (delayed(run_batch)(batch, *given) for batch in batches)) as finished:
            for done in finished:
                batches.learn(done)
                yield from done


@contextmanager
def _with_environment(name: str, value: str) -> Iterator[None]:
    """Set an environment variable for processes that are started meanwhile."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _no_strange_modules() -> AbstractContextManager[None]:
    """Keep Python processes that are started meanwhile from importing files in the current folder.

    They would do so before they get the search path of this process, which learners of the user's own need.
    """
    return _with_environment("PYTHONSAFEPATH", "1")


def _start_trackers() -> None:
    """Start the processes that remove what workers leave; if joblib started them, they would receive Ctrl-C.

    joblib's own warns where a folder is already removed, which is the aim of both. They outlive requests to
    end that go to a group of processes, after which they clear up: what is blocked here stays blocked there.
    """
    from joblib.externals.loky.backend import resource_tracker as of_joblib

    before = signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)
    try:
        resource_tracker.ensure_running()
        with _with_environment("PYTHONWARNINGS", "ignore"):
            of_joblib.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _started(parallel: Any, calls: Iterator[Any]) -> Iterator[Any]:
    """The results of calls as they come; unfinished calls are cancelled at the end."""
    finished = None
    try:
        with _deaf_to_ctrl_c():
            finished = parallel(calls)
        yield finished
    finally:
        if finished is not None:
            with _quietly():
                finished.close()


@contextmanager
def _quietly() -> Iterator[None]:
    """Cancel work without joblib's advice about it, and without an error in the thread that hands it out.

    That thread may look for a cancelled call: it then ends with a KeyError, and it should end anyway.
    """
    usual = threading.excepthook

    def tell(ended: Any) -> None:
        if getattr(ended.thread, "name", None) != "ExecutorManagerThread":
            usual(ended)

    threading.excepthook = tell
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        threading.excepthook = usual


class _Batches:
    """Tasks in batches whose size follows the time that cells were seen to take."""

    def __init__(self, tasks: list[Task], shares: int) -> None:
        self._tasks, self._shares, self._size = tasks, shares, 1
        self._seconds, self._cells = 0.0, 0

    def __iter__(self) -> Iterator[list[Task]]:
        at = 0
        while at < len(self._tasks):
            # Towards the end batches shrink, so that no worker is left with much while others wait.
            size = max(1, min(self._size, (len(self._tasks) - at) // self._shares))
            yield self._tasks[at : at + size]
            at += size

    def learn(self, done: list[Done]) -> None:
        self._seconds += sum(each.fit_seconds + each.predict_seconds for each in done)
        self._cells += len(done)
        mean = max(self._seconds / self._cells, 1e-4)
        self._size = max(1, min(LARGEST_BATCH, round(BATCH_SECONDS / mean)))


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Start workers that ignore Ctrl-C: this process stops them, and they would print tracebacks.

    Signals in the meantime are delivered afterwards: joblib cannot handle them while it starts workers.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    _start_trackers()
    with _heard_later():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _heard_later() -> Iterator[None]:
    """Defer Ctrl-C and termination requests: blocking is not enough, as other threads may receive them."""
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, *REQUESTS)}
    usual = {number: handler for number, handler in usual.items() if handler is not signal.SIG_IGN}
    if threading.current_thread() is not threading.main_thread() or None in usual.values():
        yield
        return
    heard: list[int] = []
    for number in usual:
        signal.signal(number, lambda received, _: heard.append(received))
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


@contextmanager
def _backend(given: Given, jobs: int, cluster: str | None) -> Iterator[int]:
    """Make joblib use local processes or the cluster; gives the number of workers to ask for."""
    from joblib import parallel_config

    if cluster is None:
        try:
            in_main = threading.current_thread() is threading.main_thread()
            with parallel_config(backend="loky", initializer=end_with, initargs=(os.getpid(), in_main)):
                yield jobs
        except BrokenExecutor:
            raise InputError(
                "a worker process died, possibly because it ran out of memory; finished trainings are "
                "in the store: start again with fewer jobs, or with one job to see which training fails"
            ) from None
        return
    # Every worker gets the data: a single copy would be lost with its worker.
    data = [each for each in given[:3] if each is not None]
    with connected(cluster) as client, parallel_config(backend="dask", client=client, scatter=data):
        yield -1


CONNECT_SECONDS = 10
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler at an address; a cluster that is lost on the way is reported in one line."""
    try:
        import distributed  # noqa: F401 - its log handlers must be there to be silenced
    except ImportError:
        raise InputError(f"a cluster needs Dask, which is not installed; {install_told('cluster')}") from None
    with _silence():
        client = _client(address)
        if isinstance(client, Exception):
            raise InputError(
                f"no Dask scheduler answers at {address} ({client}); expected the address of a running "
                f"scheduler, such as tcp://host:8786"
            )
        with client, _loss_in_words(address):
            _check_versions(client.run, address)
            yield client


def _client(address: str) -> Any:
    """A client of the scheduler, or why there is none.

    Dask waits forever for a listener that does not answer, so a thread is used that can be abandoned.
    """
    from distributed import Client

    found: list[Any] = []

    def connect() -> None:
        try:
            found.append(Client(address, timeout=CONNECT_SECONDS))  # type: ignore[no-untyped-call]
        except Exception as problem:  # a program that is not a scheduler may answer anything
            found.append(problem)

    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS + 2)
    return found[0] if found else TimeoutError("it listens, but does not answer")


@contextmanager
def _loss_in_words(address: str) -> Iterator[None]:
    """Say what happened to the cluster where Dask raises its own errors."""
    from distributed import KilledWorker

    try:
        yield
    except (CancelledError, KilledWorker, OSError) as problem:
        why = str(problem).partition(". ")[0][:80]
        raise InputError(
            f"the cluster at {address} was lost ({type(problem).__name__}: {why}); restart its workers, "
            f"then the same run: finished trainings are in the store"
        ) from None
    except ImportError as problem:
        raise InputError(
            f"a worker of the cluster at {address} cannot import what the learners need ({problem}); "
            f"install it there, or add its folder to the PYTHONPATH of the workers"
        ) from None


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from writing its own tracebacks in addition to the messages here."""
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
                f"the worker {worker} has {theirs}, but this machine has {versions()}; expected the same "
                f"versions, because results may depend on them"
            )
