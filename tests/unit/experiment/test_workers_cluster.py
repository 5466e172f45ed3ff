import io
import logging
import socket
from concurrent.futures import CancelledError
from types import SimpleNamespace

import pytest
from distributed import KilledWorker

from bakeoff.core.exceptions import InputError
from bakeoff.experiment import workers
from bakeoff.experiment.content import versions
from bakeoff.experiment.workers import _check_versions, _loss_in_words, _silence, connected


@pytest.fixture
def listener():
    """Something that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "tcp://127.0.0.1:notaport"])
@pytest.mark.slow
def test_an_address_where_nothing_is(monkeypatch, address):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    with (
        pytest.raises(
            InputError,
            match=r"no Dask scheduler answers at .*; expected the address of a running scheduler, such as tcp://",
        ),
        connected(address),
    ):
        pass


@pytest.mark.slow
def test_what_listens_and_says_nothing_is_not_waited_for(monkeypatch, listener):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    with pytest.raises(InputError, match="it listens, but does not answer"), connected(listener):
        pass


def test_a_scheduler_without_workers():
    with pytest.raises(InputError, match="tcp://h:1 has no workers; start some, with dask worker tcp://h:1"):
        _check_versions(lambda _: {}, "tcp://h:1")


def test_workers_with_other_libraries_are_refused():
    _check_versions(lambda ask: {"w1": ask()}, "tcp://h:1")
    with pytest.raises(InputError, match=r"the worker w2 has numpy 0\.1, but this machine has numpy"):
        _check_versions(lambda _: {"w1": versions(), "w2": "numpy 0.1"}, "tcp://h:1")


@pytest.mark.parametrize(
    "problem",
    [
        CancelledError("gone"),
        KilledWorker("task", SimpleNamespace(address="tcp://w:1"), 3),
        OSError("stream is closed"),
    ],
)
def test_a_cluster_that_is_lost_on_the_way(problem):
    with (
        pytest.raises(
            InputError, match=rf"tcp://h:1 was lost \({type(problem).__name__}: .*start its workers"
        ),
        _loss_in_words("tcp://h:1"),
    ):
        raise problem


def test_a_worker_that_lacks_a_module():
    with (
        pytest.raises(InputError, match=r"cannot import what the learners need \(No module named 'mine'\)"),
        _loss_in_words("tcp://h:1"),
    ):
        raise ModuleNotFoundError("No module named 'mine'")


def test_other_faults_stay_what_they_are():
    with pytest.raises(TypeError, match="ours"), _loss_in_words("tcp://h:1"):
        raise TypeError("ours")


def test_dask_is_silenced_for_a_while():
    logger, page = logging.getLogger("distributed.client"), io.StringIO()
    handler = logging.StreamHandler(page)
    logger.addHandler(handler)
    try:
        with _silence():
            logger.error("one")
        logger.error("two")
    finally:
        logger.removeHandler(handler)
    assert page.getvalue() == "two\n"
