import os
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read import making, run_store
from bakeoff.read.run_store import Fact, Row, RunStore

ROW = Row(
    key="k1",
    data="iris",
    learner="tree",
    part="main",
    run=0,
    fold=3,
    content=b'{"arrays":{}}\n\x00\x01' * 40,
    fit_seconds=0.25,
    predict_seconds=0.125,
)
DATA = Fact(what="data set", name="iris", fingerprint="aaa", words="150 items (mark aaa)")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept.bakeoff"


@pytest.fixture
def full(path):
    """A closed store with a fact, a finding and enough cells for several pages."""
    with RunStore(path) as store:
        store.hold_to([DATA])
        store.keep("calibration x", '{"df": 7}')
        for number in range(40):
            store.put(replace(ROW, key=f"k{number}", fold=number))
    return path


def refused(path):
    """The error of opening what is no store, which must be left as it is."""
    before = path.read_bytes()
    with pytest.raises(FileError) as caught:
        RunStore(path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return str(caught.value)


def test_what_was_put_is_there_again(path):
    with RunStore(path) as store:
        store.put(ROW)
        assert store.get("k1") == ROW
    with RunStore(path) as store:
        assert store.get("k1") == ROW
        assert store.get("k2") is None


def test_a_cell_that_is_run_again_takes_the_place_of_the_old(path):
    with RunStore(path) as store:
        store.put(ROW)
        store.put(replace(ROW, content=b"new"))
        assert store.get("k1").content == b"new"


def test_findings_are_kept_by_key(path):
    with RunStore(path) as store:
        assert store.kept("df") is None
        store.keep("df", "7")
        store.keep("df", "8")
    with RunStore(path) as store:
        assert store.kept("df") == "8"


def test_a_cell_is_committed_when_put_returns(path):
    store = RunStore(path)
    store.put(ROW)
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as other:
        # Not in the file itself yet, but in the log beside it, which outlives a killed process.
        assert other.execute("SELECT count(*) FROM cells").fetchone() == (0,)
    assert path.with_name(path.name + "-wal").stat().st_size > len(ROW.content)
    store.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_log_left_by_a_killed_process_is_taken_up(path, tmp_path):
    store = RunStore(path)
    store.put(ROW)
    (tmp_path / "killed").mkdir()
    for each in (path, path.with_name(path.name + "-wal")):
        (tmp_path / "killed" / each.name).write_bytes(each.read_bytes())
    store.close()
    with RunStore(tmp_path / "killed" / path.name) as store:
        assert store.get("k1") == ROW


def test_facts_may_be_added_and_repeated(path):
    with RunStore(path) as store:
        store.hold_to([DATA])
        store.hold_to([DATA, replace(DATA, name="wine")])
        store.hold_to([])
    with RunStore(path) as store:
        store.hold_to([DATA])


def test_a_changed_fact_is_named_with_the_old_and_the_new(path):
    now = replace(DATA, fingerprint="bbb", words="149 items (mark bbb)")
    with RunStore(path) as store:
        store.hold_to([DATA])
        with pytest.raises(InputError, match="belongs to another experiment") as caught:
            store.hold_to([replace(DATA, name="wine"), now])
        assert "the data set 'iris' was 150 items (mark aaa) and is now 149 items (mark bbb)" in str(
            caught.value
        )
        assert str(caught.value).endswith(
            "restore it, give another store, or move this one away to start again"
        )
        # What was new beside the change is not noted: nothing of the other experiment gets in.
        store.hold_to([replace(DATA, name="wine", fingerprint="ccc")])


def test_a_fact_without_a_name_is_told_without_quotes(path):
    rng = Fact(what="rng", name="", fingerprint="0", words="0")
    with RunStore(path) as store:
        store.hold_to([rng])
        with pytest.raises(InputError, match="the rng was 0 and is now 7; restore it"):
            store.hold_to([replace(rng, fingerprint="7", words="7")])


def test_words_alone_may_change(path):
    with RunStore(path) as store:
        store.hold_to([DATA])
        store.hold_to([replace(DATA, words="other words for the same")])


@pytest.mark.parametrize("content", [b"", b"SQLite", b"SQLite format 3\0", b"x,y\n1,2\n" * 500])
def test_what_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    assert "is not a run store, or is damaged" in refused(path)


def test_random_bytes_are_refused_and_left_alone(path):
    noise = np.random.default_rng(0).bytes(20_000)
    path.write_bytes(noise)
    assert "does not begin like a store" in refused(path)
    path.write_bytes(b"SQLite format 3\0" + noise)
    assert "is not a run store, or is damaged" in refused(path)


@in_one_test("length", [1, 50, 99, 100, 512, 1024, 4095, 4096, 8192, 12288, 20_000, -4096, -1])
def test_a_truncated_store_is_refused_and_left_alone(full, length):
    full.write_bytes(full.read_bytes()[:length])
    assert "it was not changed: move it away to start again, or restore a copy" in refused(full)


def test_a_database_of_another_program_is_refused_and_left_alone(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cells (key TEXT)")
    assert "is a database of another program" in refused(path)


def test_another_format_is_refused_and_left_alone(full):
    with closing(sqlite3.connect(full)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA user_version = 99")
    assert "has format 99 and this bakeoff reads 2" in refused(full)


def test_a_flipped_byte_in_a_stored_cell_is_noticed(full):
    content = bytearray(full.read_bytes())
    place = content.index(ROW.content) + len(ROW.content) // 2
    content[place] ^= 1
    full.write_bytes(content)
    with RunStore(full) as store:
        intact = 0
        with pytest.raises(FileError, match=r"is damaged \(the cell tree, run 1, fold \d+ is wrong\)"):
            for number in range(40):
                intact += store.get(f"k{number}") is not None
    assert intact < 40
    assert full.read_bytes() == bytes(content)


def test_a_cell_under_the_key_of_another_is_noticed(full):
    with closing(sqlite3.connect(full)) as connection, connection:
        connection.execute("UPDATE cells SET key = 'elsewhere' WHERE key = 'k0'")
    with RunStore(full) as store, pytest.raises(FileError, match="is wrong"):
        store.get("elsewhere")


def test_a_page_of_nonsense_in_the_middle_is_noticed(full):
    content = bytearray(full.read_bytes())
    content[8192 : 8192 + 4096] = np.random.default_rng(1).bytes(4096)
    full.write_bytes(content)
    assert "is not a run store, or is damaged" in refused(full)


def test_a_store_where_there_is_no_folder(tmp_path):
    with pytest.raises(FileError, match=r"the store .*/nowhere/s.bakeoff cannot be created \(No such file"):
        RunStore(tmp_path / "nowhere" / "s.bakeoff")


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(FileError, match=r"cannot be read: Is a directory"):
        RunStore(tmp_path)


def test_a_folder_that_may_not_be_written(path, monkeypatch):
    def forbidden(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(making.tempfile, "mkstemp", forbidden)
    with pytest.raises(
        FileError, match=r"the store .* cannot be created \(Permission denied\); give another"
    ):
        RunStore(path)
    assert not path.exists()


def test_making_a_store_leaves_nothing_else_behind(path):
    RunStore(path).close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("links", [True, False])
def test_of_two_that_make_a_store_the_quicker_wins(path, tmp_path, monkeypatch, links):
    if not links:

        def no_links(*_):
            raise OSError("no links here")

        monkeypatch.setattr(os, "link", no_links)
    with RunStore(path) as store:
        store.put(ROW)
    making.make_database(path, run_store.SCHEMA, "store")
    with RunStore(path) as store:
        assert store.get("k1") == ROW
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_whoever_comes_second_waits_and_is_told_once(path, monkeypatch):
    monkeypatch.setattr(run_store, "PAUSE", 0.01)
    first, told = RunStore(path), []
    first.put(ROW)

    def let_go():
        time.sleep(0.15)
        first.close()

    # A connection belongs to the thread that made it; the waiting one is made in another.
    found = []

    def second():
        with RunStore(path, waiting=lambda: told.append(1)) as store:
            found.append(store.get("k1"))

    waiter = threading.Thread(target=second)
    waiter.start()
    let_go()
    waiter.join(timeout=10)
    assert (found, told) == ([ROW], [1])


def test_a_full_disk_is_told_and_what_was_finished_is_safe(path):
    with RunStore(path) as store:
        store.put(ROW)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(FileError, match=r"cannot be written .*: is the disk full, or read-only\?"):
            store.put(replace(ROW, key="k2", content=bytes(100_000)))
        assert (store.get("k1"), store.get("k2")) == (ROW, None)


def test_a_change_is_named_by_the_parts_that_differ(tmp_path):
    def fact(**parts):
        return Fact(what="learner", name="tree", fingerprint=str(parts), words="Tree()", parts=parts)

    with RunStore(tmp_path / "s.bakeoff") as store:
        store.hold_to([fact(depth="1", leaves="2", gone="3")])
        with pytest.raises(InputError) as problem:
            store.hold_to([fact(depth="5", leaves="2", new="4")])
    assert "the learner 'tree' changed: depth was 1 and is now 5, gone was 3 and is now gone" in str(
        problem.value
    )
    assert "new was not there and is now 4" in str(problem.value)
    with (
        RunStore(tmp_path / "s.bakeoff") as store,
        pytest.raises(InputError, match="and 1 more; restore it"),
    ):
        store.hold_to([fact(depth="5", leaves="3", gone="4", new="5")])


@pytest.mark.slow
def test_no_flipped_bit_changes_or_loses_a_finding(path):
    with RunStore(path) as store:
        store.keep("calibration x", '{"df": 7.25}')
    content = path.read_bytes()
    at = content.index(b"calibration x", content.index(b"CREATE TABLE findings") + 200)
    page = at // 4096 * 4096
    draws = np.random.default_rng(0)
    places = [
        *range(at - 8, len(content)),
        *range(page, page + 16),
        *draws.integers(0, len(content), 150).tolist(),
    ]
    refused = 0
    for place in places:
        path.write_bytes(content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :])
        try:
            with RunStore(path) as store:
                assert store.kept("calibration x") == '{"df": 7.25}', place
        except FileError as problem:
            refused += 1
            assert "damaged" in str(problem) or "format" in str(problem) or "another program" in str(problem)
    assert refused >= 48


def as_before(path):
    """Make a store what the earlier version would have written."""
    with closing(sqlite3.connect(path)) as connection, connection:
        rows = connection.execute("SELECT key, content FROM findings").fetchall()
        connection.execute("DROP TABLE findings")
        connection.execute("CREATE TABLE findings (key TEXT PRIMARY KEY, content TEXT) WITHOUT ROWID")
        connection.executemany("INSERT INTO findings VALUES (?, ?)", rows)
        connection.execute("PRAGMA user_version = 1")


def test_a_store_of_an_earlier_version_is_read(full):
    as_before(full)
    for _ in range(2):
        with RunStore(full) as store:
            assert store.kept("calibration x") == '{"df": 7}'
            assert store.get("k3").fold == 3
            store.hold_to([DATA])


def test_a_store_that_cannot_be_brought_up_to_date_is_left_alone(full, monkeypatch):
    as_before(full)
    before = full.read_bytes()
    monkeypatch.setattr(run_store, "FINDINGS", "CREATE TABLE nowhere.findings (key)")
    with pytest.raises(FileError):
        RunStore(full)
    assert full.read_bytes() == before
    monkeypatch.undo()
    with RunStore(full) as store:
        assert store.kept("calibration x") == '{"df": 7}'


def test_a_damaged_schema_whose_names_are_no_text(full):
    raw = full.read_bytes()
    damaged = raw.replace(b"tablefactsfacts", b"table\xff\xfe\xff\xfe\xfffacts")
    assert damaged != raw
    full.write_bytes(damaged.replace(b"CREATE TABLE facts", b"CREATE TABLX facts"))
    with pytest.raises(FileError, match="is damaged"), RunStore(full) as store:
        store.hold_to([DATA])
