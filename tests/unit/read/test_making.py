"""Stores and ledgers on a disk that is full or read-only, and what killed processes leave behind."""

import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.plan.ledger import Ledger
from bakeoff.read import making
from bakeoff.read.run_store import SCHEMA, Row, RunStore

ROW = Row(
    key="k", data="d", learner="l", part="main", run=0, fold=0, content=b"x" * 300, fit_seconds=0.0,
    predict_seconds=0.0,
)  # fmt: skip
KINDS = pytest.mark.parametrize("kind", [RunStore, Ledger])


@contextmanager
def room(size):
    """No file may grow beyond a number of bytes, as if the disk were full."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept"


def names(folder):
    return sorted(each.name for each in folder.iterdir())


@KINDS
@pytest.mark.parametrize("size", [0, 1, 100, 4095, 4096, 5000, 8192, 12_000])
def test_no_room_for_a_new_file(path, kind, size):
    with room(size), pytest.raises(FileError) as caught:
        kind(path)
    noun = "store" if kind is RunStore else "ledger"
    assert re.match(rf"the {noun} \S+ cannot be created \(", str(caught.value))
    assert "\n" not in str(caught.value)
    assert names(path.parent) == []
    kind(path).close()  # there is room again
    assert names(path.parent) == [path.name]


def test_no_room_at_any_moment_of_a_run(path):
    refused = 0
    for size in range(20_000, 60_000, 3000):
        finished = 0
        RunStore(path).close()
        try:
            with room(size), RunStore(path) as store:
                for at in range(60):
                    store.put(Row(**vars(ROW) | {"key": f"k{at}"}))
                    finished += 1
        except FileError as problem:
            refused += 1
            assert "is the disk full, or read-only? Finished results are safe" in str(problem)
        with RunStore(path) as store:
            assert [store.get(f"k{at}") is not None for at in range(finished)] == [True] * finished
        for each in path.parent.iterdir():
            each.unlink()
    assert refused > 3


def test_a_log_that_cannot_be_written_back_as_a_store_is_made(path, monkeypatch):
    """The disk is full when SQLite closes the file, which it does not tell."""
    closed = []

    class Full(sqlite3.Connection):
        def close(self):
            closed.append(1)
            with room(0):
                super().close()

    usual = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: usual(*a, **k, factory=Full))
    making.make_database(path, SCHEMA, "store", journal="WAL")
    assert closed == [1]
    monkeypatch.undo()
    RunStore(path).close()


@KINDS
@pytest.mark.parametrize("problem", ["attempt to write a readonly database", "unable to open database file"])
def test_what_cannot_be_written_is_not_called_damaged(path, kind, problem, monkeypatch):
    kind(path).close()
    code = sqlite3.SQLITE_READONLY if "readonly" in problem else sqlite3.SQLITE_CANTOPEN

    class ReadOnly(sqlite3.Connection):
        def execute(self, *_):
            error = sqlite3.OperationalError(problem)
            error.sqlite_errorcode = code
            raise error

    usual = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: usual(*a, **k, factory=ReadOnly))
    with pytest.raises(FileError) as caught:
        kind(path)
    assert problem in str(caught.value)
    assert "damaged" not in str(caught.value)


@KINDS
@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_log_without_its_file_is_recognised(path, kind, ending):
    log = path.with_name(path.name + ending)
    log.write_bytes(b"the last changes")
    with pytest.raises(FileError) as caught:
        kind(path)
    assert "is gone, but the last changes to it are still in" in str(caught.value)
    assert names(path.parent) == [log.name]
    log.rename(path.with_name("elsewhere"))  # as it says
    kind(path).close()
    assert names(path.parent) == ["elsewhere", path.name]


def test_a_log_that_a_killed_run_left(path, tmp_path):
    """The store is removed and its log is not; taken together again, nothing is lost."""
    with RunStore(tmp_path / "running") as running:
        running.put(ROW)
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"running{ending}", path.with_name(path.name + ending))
    path.rename(tmp_path / "removed")
    with pytest.raises(FileError, match="restore the store"):
        RunStore(path)
    (tmp_path / "removed").rename(path)
    with RunStore(path) as store:
        assert store.get("k") == ROW


def test_an_empty_log_is_no_obstacle(path):
    path.with_name(path.name + "-wal").touch()
    with RunStore(path) as store:
        store.put(ROW)
    assert names(path.parent) == [path.name]


def test_the_advice_of_a_damaged_store_names_its_log(path):
    path.write_bytes(b"nonsense" * 100)
    path.with_name(path.name + "-wal").write_bytes(b"more of it")
    with pytest.raises(FileError, match="move it and kept-wal away to start again"):
        RunStore(path)


KILLED = """
import os, signal, sys
from pathlib import Path
from bakeoff.read import making
making.put_in_place = lambda made, path: os.kill(os.getpid(), signal.SIGKILL)
making.make_database(Path(sys.argv[1]), "CREATE TABLE t (x)", "store")
"""


@pytest.mark.slow
def test_what_a_killed_process_left_is_removed(path):
    ended = subprocess.run([sys.executable, "-c", KILLED, path], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(names(path.parent)) == 1
    RunStore(path).close()
    assert names(path.parent) == [path.name]


@KINDS
def test_only_what_was_left_is_removed(path, kind):
    for left in (".kept.abcd_123", ".kept.zzzzzzzz-wal", ".kept.zzzzzzzz-shm"):
        (path.parent / left).touch()
    others = [".kept.abc", ".kept.abcdefgh-x", ".other.abcd_123", "kept.abcd_123"]
    for each in others:
        (path.parent / each).touch()
    kind(path).close()
    assert names(path.parent) == sorted([*others, path.name])


def test_what_another_process_is_making_stays(path):
    with making._attempt(path, "store") as made, closing(sqlite3.connect(made)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        before = names(path.parent)
        making.clear_attempts(path)
        assert names(path.parent) == before
        assert len(before) > 1
    assert names(path.parent) == []


def test_an_attempt_that_vanishes_is_begun_again(path, monkeypatch):
    usual, tries = making._locked, []

    def removed(handle):
        tries.append(handle)
        if len(tries) == 1:
            for each in path.parent.iterdir():
                each.unlink()
        return usual(handle)

    monkeypatch.setattr(making, "_locked", removed)
    making.make_database(path, "CREATE TABLE t (x)", "store")
    assert len(tries) == 2
    assert names(path.parent) == [path.name]


def test_attempts_that_always_vanish(path, monkeypatch):
    monkeypatch.setattr(making, "put_in_place", lambda made, path: path.stat())
    with pytest.raises(FileError, match="its files disappear while they are written"):
        making.make_database(path, "CREATE TABLE t (x)", "store")
    assert names(path.parent) == []
