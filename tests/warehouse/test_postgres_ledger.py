"""A ledger that several people write to."""

import multiprocessing
import os
import signal
import time
from dataclasses import replace

import pytest
from tests.unit.core.test_looks import LOOK

from bakeoff.core.exceptions import FileError
from bakeoff.core.looks import broken_at
from bakeoff.plan.ledger import Ledger
from bakeoff.read.engine.fingerprint import items_in
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.warehouse import tables_source
from bakeoff.read.item_marks import items_in_memory
from bakeoff.read.ledger_store import LOCK, TABLE, open_store


@pytest.fixture
def team(postgres):
    """The address of an empty database with a role that may do everything in it."""
    postgres.tell("CREATE DATABASE team")
    yield postgres.url(database="team")
    postgres.tell("DROP DATABASE team WITH (FORCE)")


def add(address, writer, count, told):
    store = open_store(address)
    for at in range(count):
        told.put(store.append(replace(LOOK, command=f"{writer} {at}")).command)
    store.close()


def looks_in(address):
    with Ledger(address, create=False) as ledger:
        return ledger.looks()


def test_a_lock_is_waited_for_and_then_named(team, monkeypatch):
    import psycopg

    monkeypatch.setattr("bakeoff.read.ledger_store.PATIENCE", 0.1)
    store = open_store(team)
    with psycopg.connect(team) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        for act in (store.check, lambda: store.append(LOOK), lambda: open_store(team)):
            with pytest.raises(FileError, match="another process has held the lock on the ledger"):
                act()
    store.append(LOOK)
    store.close()


def test_several_writers_and_a_kill_lose_nothing(team):
    context = multiprocessing.get_context("fork")
    told = context.SimpleQueue()
    writers = [context.Process(target=add, args=(team, writer, 20, told)) for writer in range(4)]
    victim = context.Process(target=add, args=(team, "killed", 10_000, told))
    for each in (*writers, victim):
        each.start()
    found = [told.get() for _ in range(20)]
    time.sleep(0.02)
    os.kill(victim.pid, signal.SIGKILL)
    for each in (*writers, victim):
        while each.is_alive():
            found += [told.get()] if not told.empty() else []
        each.join()
    while not told.empty():
        found.append(told.get())
    looks = looks_in(team)
    assert broken_at(looks) is None
    assert set(found) <= {each.command for each in looks}
    assert {f"{w} {at}" for w in range(4) for at in range(20)} <= {each.command for each in looks}


def test_what_is_added_comes_back_and_stays(team):
    import psycopg

    store = open_store(team)
    kept = store.append(replace(LOOK, p_value=1 / 3, value=None, names=("漢", "b'")))
    store.check()
    store.close()
    assert looks_in(team) == (kept,)
    for harm in (f"UPDATE {TABLE} SET n = 1", f"DELETE FROM {TABLE}", f"TRUNCATE {TABLE}"):
        with (
            psycopg.connect(team) as connection,
            pytest.raises(psycopg.Error, match="never changed or removed"),
        ):
            connection.execute(harm)
    assert looks_in(team) == (kept,)


def test_who_may_only_read_lists_and_does_not_add(postgres, team):
    store = open_store(team)
    store.append(LOOK)
    store.close()
    with Ledger(team) as ledger:
        assert len(ledger.looks()) == 1
    import psycopg

    with psycopg.connect(team, autocommit=True) as connection:
        connection.execute("CREATE ROLE onlooker LOGIN PASSWORD 's3cret'")
        connection.execute(f"GRANT SELECT ON {TABLE} TO onlooker")
    address = postgres.url("onlooker", "s3cret", "team")
    assert len(looks_in(address)) == 1
    store = open_store(address)
    with pytest.raises(FileError, match="this user may not add to the ledger postgres://onlooker:") as found:
        store.check()
    with pytest.raises(FileError, match="cannot be used: permission denied"):
        store.append(LOOK)
    store.close()
    assert "s3cret" not in str(found.value)
    with psycopg.connect(team, autocommit=True) as connection:
        connection.execute("DROP OWNED BY onlooker")
        connection.execute("DROP ROLE onlooker")


def test_refused(postgres, team):
    import psycopg

    with pytest.raises(FileError, match=f"has no table {TABLE}, so it has no ledger"):
        Ledger(team, create=False)
    wrong = postgres.url("postgres", "s3cret-and-wrong")
    with pytest.raises(FileError, match="cannot be used: ") as found:
        Ledger(wrong)
    assert "s3cret" not in str(found.value)
    Ledger(team).close()
    with psycopg.connect(team, autocommit=True) as connection:
        connection.execute(f"COMMENT ON TABLE {TABLE} IS '{TABLE} 2'")
    with pytest.raises(FileError, match=f"has {TABLE} 2 and this bakeoff writes '{TABLE} 1'"):
        Ledger(team)


def test_a_table_has_the_fingerprint_of_its_rows(postgres, schema):
    source = tables_source(postgres.url(), f"{schema}.predictions")
    truth = ["cat" if at % 2 == 0 else "dog" for at in range(1, 301)]
    assert items_in([source], Wanted()) == items_in_memory(truth, range(1, 301))
    source.engine.close()


def test_the_command_records_no_password(postgres, team, schema, bakeoff):
    words = ("--table", f"{schema}.predictions", "--connect", postgres.address(), "--quiet")
    out, err, code = bakeoff("compare", *words, PGPASSWORD=postgres.password, BAKEOFF_LEDGER=team)
    assert (code, err) == (0, ""), err
    (look,) = looks_in(team)
    assert (look.kind, look.by, look.n) == ("compare", "ids", 300)
    assert postgres.password not in look.command
    assert "postgres@127.0.0.1" in look.command
    out, _, code = bakeoff("ledger", "--verify", BAKEOFF_LEDGER=team)
    assert code == 0
    assert "1 look at 1 test set, all as recorded" in out
