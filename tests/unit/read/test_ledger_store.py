import multiprocessing
import os
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
from tests.unit.core.test_looks import LOOK

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.looks import broken_at
from bakeoff.read.ledger_store import TABLE, open_store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "looks.ledger"


def tell(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        for each in statements:
            connection.execute(each)
        connection.commit()


def kept_in(path):
    with closing(open_store(path)) as store:
        return list(store.looks())


def test_what_is_added_comes_back(path):
    store = open_store(path)
    odd = replace(LOOK, names=("a, b", "漢'\""), p_value=None, value=None, error=1 / 3, decided=False)
    kept = [store.append(LOOK), store.append(odd)]
    store.close()
    again = open_store(str(path), create=False)
    assert list(again.looks()) == kept
    assert [each.number for each in kept] == [1, 2]
    assert broken_at(kept) is None
    again.close()


@pytest.mark.parametrize("harm", [f"UPDATE {TABLE} SET decision = 'undecided'", f"DELETE FROM {TABLE}"])
def test_nothing_is_changed_or_removed(path, harm):
    store = open_store(path)
    store.append(LOOK)
    with pytest.raises(sqlite3.IntegrityError, match="never changed or removed"):
        tell(path, harm)
    assert len(list(store.looks())) == 1
    store.close()


def test_a_lock_is_waited_for_and_then_named(path, monkeypatch):
    monkeypatch.setattr("bakeoff.read.ledger_store.PATIENCE", 0.1)
    store = open_store(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        for act in (store.check, lambda: store.append(LOOK), lambda: list(store.looks())):
            with pytest.raises(
                FileError, match=r"another process has held the lock on the ledger .*looks\.l"
            ):
                act()
        assert time.monotonic() - begun < 5
        other.execute("ROLLBACK")
    store.append(LOOK)
    store.close()


def test_a_last_look_that_was_changed_is_not_added_to(path):
    store = open_store(path)
    store.append(LOOK)
    tell(path, "DROP TRIGGER no_change", f"UPDATE {TABLE} SET decision = 'undecided'")
    for act in (store.check, lambda: store.append(LOOK)):
        with pytest.raises(
            FileError, match=r"is damaged or not a ledger \(look 1 differs from what was recorded\)"
        ):
            act()
    assert len(list(store.looks())) == 1
    store.close()


def test_not_a_ledger(path, tmp_path):
    path.write_text("some text that is no database, and long enough to be none" * 20)
    with pytest.raises(FileError, match="is damaged or not a ledger"):
        open_store(path)
    other = tmp_path / "other.db"
    tell(other, "CREATE TABLE t (x)")
    before = other.read_bytes()
    with pytest.raises(FileError, match="is not a ledger; it was not changed: give another file"):
        open_store(other)
    assert other.read_bytes() == before
    (tmp_path / "empty.ledger").touch()
    with pytest.raises(FileError, match="is not a ledger"):
        open_store(tmp_path / "empty.ledger")


def test_a_newer_format(path):
    open_store(path).close()
    tell(path, "PRAGMA user_version = 2")
    with pytest.raises(
        FileError, match="has format 2 and this bakeoff writes 1; use the bakeoff that made it"
    ):
        open_store(path)


def test_a_damaged_file(path):
    store = open_store(path)
    for _ in range(20):
        store.append(LOOK)
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x07" * (len(content) - 4096)
    path.write_bytes(content)
    store = open_store(path)
    with pytest.raises(FileError, match="is damaged or not a ledger"):
        store.check()
    with pytest.raises(FileError, match="is damaged or not a ledger"):
        list(store.looks())
    store.close()


def test_a_ledger_that_cannot_be_written(path, monkeypatch):
    open_store(path).close()
    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda at, **how: connect(at.replace("mode=rw", "mode=ro"), **how))
    store = open_store(path)
    for act in (store.check, lambda: store.append(LOOK)):
        with pytest.raises(FileError, match=r"cannot be used \(attempt to write a readonly database\)"):
            act()
    assert list(store.looks()) == []
    store.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "the ledger has no address"),
        ("mysql://ann:s3cret@db/x", r"the ledger is at mysql://ann:\*\*\*@db/x; expected a file"),
        ("/no/such/folder/x.ledger", "the ledger /no/such/folder/x.ledger cannot be created"),
    ],
)
def test_refused(address, said):
    with pytest.raises(InputError, match=said):
        open_store(address)


def test_there_is_none(path):
    with pytest.raises(FileError, match="there is no ledger"):
        open_store(path, create=False)
    assert not path.exists()


def add(path, writer, count, told):
    store = open_store(path)
    for at in range(count):
        kept = store.append(replace(LOOK, command=f"{writer} {at}"))
        told.put(kept.command)
    store.close()


def drained(told):
    found = []
    while not told.empty():
        found.append(told.get())
    return found


@pytest.mark.slow
def test_several_writers_lose_nothing(path):
    context = multiprocessing.get_context("fork")
    told = context.SimpleQueue()
    writers = [context.Process(target=add, args=(path, writer, 15, told)) for writer in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    looks = kept_in(path)
    assert sorted(each.command for each in looks) == sorted(f"{w} {at}" for w in range(4) for at in range(15))
    assert broken_at(looks) is None


@pytest.mark.slow
def test_a_kill_loses_nothing_that_was_acknowledged(path):
    context = multiprocessing.get_context("fork")
    for attempt in range(4):
        told = context.SimpleQueue()
        writer = context.Process(target=add, args=(path, attempt, 10_000, told))
        writer.start()
        while told.empty():
            time.sleep(0.001)
        time.sleep(0.01 * attempt)
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        looks = kept_in(path)
        assert broken_at(looks) is None
        assert set(drained(told)) <= {each.command for each in looks}


@pytest.mark.parametrize(("name", "value"), [("value", "'high'"), ("n", "x'31'"), ("metric", "x'31'")])
def test_a_look_of_another_type_is_damage(path, name, value):
    with closing(open_store(path)) as store:
        store.append(LOOK)
    tell(path, "DROP TRIGGER no_change", f"UPDATE {TABLE} SET {name} = {value}")
    with pytest.raises(FileError, match=f"is damaged or not a ledger \\({name} is "):
        kept_in(path)
