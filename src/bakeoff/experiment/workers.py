"""Who trains: this process, worker processes on this machine, or a Dask cluster."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Thread
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.cell import Done, Task, run_batch
from bakeoff.experiment.versions import versions

# Handing a batch to a worker costs a millisecond or two: batches of this many seconds make that little.
BATCH_SECONDS = 0.1
LARGEST_BATCH = 200
CONNECT_SECONDS = 10

Given = tuple[Any, ...]


def run_tasks(
    given: Given, tasks: list[Task], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[Done]:
    """Run cells and give each as it is finished, in any order; what they hold depends on nothing here.

    ``given`` is what all cells share: X, y, groups, classes and the estimators.
    """
    if cluster is None and jobs == 1:
        yield from _here(given, tasks)
        return
    from joblib import Parallel, delayed

    batches = _Batches(tasks, shares=4 * max(jobs, 2))
    with _backend(jobs, cluster) as workers:
        results = Parallel(
            n_jobs=workers, batch_size=1, pre_dispatch="2*n_jobs", return_as="generator_unordered"
        )
        for done in results(delayed(run_batch)(*given, batch) for batch in batches):
            batches.learn(done)
            yield from done


def _here(given: Given, tasks: list[Task]) -> Iterator[Done]:
    from threadpoolctl import threadpool_limits

    from bakeoff.experiment.cell import run_cell

    X, y, groups, classes, estimators = given
    with threadpool_limits(limits=1):
        for task in tasks:
            yield run_cell(X, y, groups, classes, estimators[task.learner], task)


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
def _backend(jobs: int, cluster: str | None) -> Iterator[int]:
    """Make joblib use local processes or the cluster; gives the number of workers to ask for."""
    from joblib import parallel_config

    context: AbstractContextManager[Any] = nullcontext() if cluster is None else _client(cluster)
    with context as client:
        options = {"backend": "loky"} if client is None else {"backend": "dask", "client": client}
        with parallel_config(**options):
            yield jobs if client is None else -1


@contextmanager
def _client(address: str) -> Iterator[Any]:
    client = _connected(address)
    if isinstance(client, Exception):
        raise InputError(
            f"no Dask scheduler answers at {address} ({client}); expected an address such as "
            f"tcp://host:8786 of one that runs"
        )
    with client:
        _check_versions(client.run, address)
        yield client


def _connected(address: str) -> Any:
    """A client of the scheduler, or why there is none.

    Dask waits for ever where something listens that says nothing: hence a thread that can be left behind.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs Dask; install it with: pip install 'bakeoff[cluster]'") from None
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
