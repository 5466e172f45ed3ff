import datetime
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine import duck
from bakeoff.read.engine.duck import DuckEngine, Engine, engine_for, first_line, kind_of

LONG = "SELECT COUNT(*) AS n FROM range(100000000000) t(i) WHERE hash(i) = 1"


@pytest.fixture
def engine():
    made = DuckEngine()
    yield made
    made.close()


def test_every_kind_with_and_without_gaps(engine):
    answer = engine.fetch(
        "SELECT * FROM (VALUES (1, 'a', true, 0.5::DOUBLE, DATE '2024-05-01', "
        "TIMESTAMP '2024-05-01 10:00:00', '00000000-0000-0000-0000-000000000001'::UUID), "
        "(NULL, NULL, NULL, NULL, NULL, NULL, NULL)) "
        "t(whole, text, boolean, real, day, time, uuid) ORDER BY whole"
    )
    gaps = {name: values.tolist() for name, values in answer.items()}
    assert np.isnan(gaps.pop("real")[1])
    assert gaps == {
        "whole": [1, None], "text": ["a", None], "boolean": [True, None],
        "day": [datetime.datetime(2024, 5, 1), None], "time": [datetime.datetime(2024, 5, 1, 10), None],
        "uuid": ["00000000-0000-0000-0000-000000000001", None],
    }  # fmt: skip
    whole = engine.fetch("SELECT 1::BIGINT AS whole, true AS boolean, 0.5::DOUBLE AS real, 'a' AS text")
    assert [values.dtype.kind for values in whole.values()] == ["i", "b", "f", "O"]
    assert len(engine.fetch("SELECT 1 AS x WHERE false")["x"]) == 0


def test_columns_have_kinds(engine):
    relation = "(SELECT 'a' AS t, 1 AS w, 0.5 AS r, true AS b, DATE '2024-05-01' AS d, [1] AS l)"
    assert {name: kind_of(typed) for name, typed in engine.types(relation).items()} == {
        "t": "text", "w": "whole", "r": "real", "b": "boolean", "d": "date", "l": "other",
    }  # fmt: skip


def test_duckdb_is_an_engine():
    engine: Engine = DuckEngine()
    assert engine.name == "DuckDB"
    engine.close()


def test_a_query_that_fails_is_one_line(engine):
    with pytest.raises(InputError, match=r"^counting x failed: ") as caught:
        engine.fetch("SELECT nonsense FROM nowhere", wanted="counting x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("shared", [False, True])
def test_settings_are_locked_and_extensions_stay_away(shared):
    engine = DuckEngine(shared=shared)
    with pytest.raises(InputError, match="locked"):
        engine.fetch("SET threads = 1")
    with pytest.raises(InputError, match="failed"):
        engine.fetch("SELECT * FROM read_parquet('https://example.org/x.parquet')")
    engine.close()


def test_small_files_share_a_database_and_others_have_their_own(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(duck, "_opened", lambda folder, threads: opened.append(folder) or Mock())
    (tmp_path / "small.csv").write_text("truth,a,b\n")
    (tmp_path / "packed.csv.gz").write_bytes(b"")
    with (tmp_path / "large.csv").open("wb") as large:
        large.truncate(duck.SMALL + 1)
    monkeypatch.setattr(duck, "_KEPT", [duck._Kept()])
    for files in (["small.csv"], ["small.csv", "small.csv"], ["small.csv"]):
        engine_for([tmp_path / name for name in files]).close()
    assert opened == [""]
    for other in ("large.csv", "packed.csv.gz", "*.csv", "", "no\0name.csv", "gone.csv"):
        engine = engine_for([tmp_path / "small.csv", tmp_path / other])
        assert opened[-1] == str(engine.folder)
        engine.close()


FORKING = """
import os, sys, threading
from bakeoff.read.engine.duck import DuckEngine

def asked(value=7):
    engine = DuckEngine(shared=True)
    answer = engine.fetch(f"SELECT {value} AS x")["x"].tolist()
    engine.close()
    return answer == [value]

assert asked()
busy, stop = [], threading.Event()
def work(own):
    while not stop.is_set():
        busy.append(asked(own))
threads = [threading.Thread(target=work, args=[own]) for own in range(4 * (sys.argv[1] == "busy"))]
for each in threads:
    each.start()
for at in range(4):
    child = os.fork()
    if not child:
        if at % 2 or threads:  # DuckDB 1.4 itself does not end well in a child that used it
            os._exit(0 if asked() else 1)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for each in threads:
    each.join()
assert all(busy)
assert asked()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("state", ["idle", "busy"])
def test_a_shared_database_outlives_threads_and_forks(state):
    done = subprocess.run([sys.executable, "-c", FORKING, state], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr if state == "idle" else "") == (0, "")


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads cannot be counted here")
def test_a_shared_database_leaves_no_thread_running():
    code = (
        "import os; from bakeoff.read.engine.duck import DuckEngine; import duckdb, numpy\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "engine = DuckEngine(shared=True); engine.fetch('SELECT 1 AS x'); engine.close()\n"
        "import time; time.sleep(0.2)\n"
        "assert len(os.listdir('/proc/self/task')) <= before"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_where_there_is_no_room_left(engine, monkeypatch):
    monkeypatch.setattr(duck, "memory_limit", lambda: "1MiB")
    small = DuckEngine()
    with pytest.raises(InputError, match="needs more memory and disk space than is available"):
        small.fetch("SELECT list(i) AS x FROM range(10000000) t(i)", wanted="counting")
    small.close()


@pytest.mark.slow
def test_progress_is_told_from_0_to_1_and_only_of_long_queries(monkeypatch):
    told = []
    engine = DuckEngine(told.append)
    engine.fetch("SELECT 1 AS x")
    assert told == []
    monkeypatch.setattr(duck, "PATIENCE", 0.0)
    monkeypatch.setattr(duck, "BETWEEN", 0.01)
    engine.fetch("SELECT SUM(hash(i) % 7) AS n FROM range(30000000) t(i)")
    assert told[-1] == 1.0
    assert told == sorted(told)
    assert all(0 <= share <= 1 for share in told)
    engine.close()


@pytest.mark.slow
def test_what_is_on_disk_goes_with_the_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engine = DuckEngine()
    assert len(list(tmp_path.iterdir())) == 1
    engine.close()
    engine.close()
    assert not list(tmp_path.iterdir())
    forgotten = DuckEngine()
    del forgotten
    gc.collect()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_ctrl_c_stops_a_long_query_at_once_and_leaves_nothing_behind(tmp_path):
    code = (
        "from bakeoff.read.engine.duck import DuckEngine\n"
        "engine = DuckEngine()\n"
        "print('go', flush=True)\n"
        f"engine.fetch({LONG!r})"
    )
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "go\n"
    time.sleep(0.5)
    assert [each.name.startswith("bakeoff-") for each in tmp_path.iterdir()] == [True]
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert time.monotonic() - start < 5
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert process.returncode in (-signal.SIGINT, 130, 1)
    assert list(tmp_path.iterdir()) == []


def test_an_engine_works_on_after_an_interruption(engine, monkeypatch):
    def stop(finished):
        time.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "_wait", stop)
    with pytest.raises(KeyboardInterrupt):
        engine.fetch(LONG)
    monkeypatch.undo()
    assert engine.fetch("SELECT 1 AS x")["x"].tolist() == [1]


@pytest.mark.slow
def test_neither_import_nor_help_loads_duckdb():
    code = (
        "import sys, bakeoff, bakeoff.read.engine.sources, bakeoff.read.engine.reading\n"
        "from bakeoff.cli.main import main\n"
        "code = main(['--help'])\n"
        "assert 'duckdb' not in sys.modules, 'loaded'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_messages_of_duckdb_are_shortened():
    assert first_line("") == "no reason given"
    assert (
        first_line("Invalid Input Error: CSV Error on Line: 3\nOriginal Line: 4,5") == "CSV Error on Line: 3"
    )
    assert len(first_line("x" * 1000)) == 200
