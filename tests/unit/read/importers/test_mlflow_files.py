import sqlite3
import time
from contextlib import closing

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.importers import _mlflow_files
from bakeoff.read.importers._mlflow_files import SQLITE, is_database, run_name, runs_of


def database(path, *rows, runs="TABLE runs", rest=""):
    """A store's database; each row is a run's id, address and experiment."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE experiments (experiment_id, name)")
        connection.execute("INSERT INTO experiments VALUES (1, 'sums')")
        columns = "(run_uuid, name, status, artifact_uri, experiment_id, lifecycle_stage, start_time)"
        connection.execute(f"CREATE {runs}{columns}{rest}")
        for run, address, experiment in rows:
            values = (run, f"run {run}", "FINISHED", address, experiment, "active", 1)
            connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    return path


def test_both_stores_have_the_same_runs(stores):
    one, other = (runs_of(stores / kind / "mlruns") for kind in ("files", "database"))
    said = [sorted((run.name, run.status, run.experiment) for run in each) for each in (one, other)]
    assert said[0] == said[1]
    assert [run.name for run in other] == ["careful", "hasty", "careful", "empty", "together"]
    assert [run.status for run in other] == ["FINISHED", "FINISHED", "FAILED", "FINISHED", "FINISHED"]
    assert runs_of(stores / "database" / "mlflow.db") == other


def test_no_folder_outside_the_store_is_read(tmp_path):
    (tmp_path / "secret").mkdir()
    store = tmp_path / "store"
    for inside in ("mine", "mlruns/1/a/artifacts", "mlartifacts/1/d/artifacts"):
        (store / inside).mkdir(parents=True)
    away = [
        ("a", f"{tmp_path}/secret", "1"),
        ("b", "../secret", "1"),
        ("../secret", "", "1"),
        ("c", f"file://{store}/mine", "1"),
        ("d", "mlflow-artifacts:/1/d/artifacts", "1"),
        ("e", "s3://bucket/1", "1"),
        ("f", "\0", "1"),
    ]
    found = {run.id: run.folder for run in runs_of(database(store / "mlflow.db", *away))}
    root = store.resolve()
    assert all(folder.is_relative_to(root) for folder in found.values())
    assert "../secret" not in found
    assert found["a"] == root / "mlruns/1/a/artifacts"
    assert (found["c"], found["d"]) == (root / "mine", root / "mlartifacts/1/d/artifacts")


def test_a_file_that_only_looks_like_a_database(tmp_path):
    broken = tmp_path / "mlflow.db"
    broken.write_bytes(SQLITE + b"\xff" * 5000)
    assert not is_database(broken, broken.read_bytes())
    assert not is_database(broken, b"text")
    with pytest.raises(
        FileError, match=r"cannot be read as the database of an MLflow store .*; copy it again"
    ):
        runs_of(broken)


def test_a_damaged_schema_whose_names_are_no_text(tmp_path):
    path = database(tmp_path / "mlflow.db")
    raw = path.read_bytes()
    damaged = raw.replace(b"tablerunsruns", b"table\xff\xfe\xff\xferuns").replace(
        b"TABLE runs", b"TABLX runs"
    )
    assert damaged != raw
    path.write_bytes(damaged)
    with pytest.raises(FileError, match=r"cannot be read as the database of an MLflow store"):
        runs_of(path)


def test_a_query_without_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(_mlflow_files, "SECONDS", 0.1)
    numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
    endless = f" AS {numbers} SELECT x, x, x, x, x, 'active', x FROM n"
    path = database(tmp_path / "mlflow.db", runs="VIEW runs", rest=endless)
    start = time.monotonic()
    with pytest.raises(FileError, match="interrupted"):
        runs_of(path)
    assert time.monotonic() - start < 5


def test_reading_leaves_no_file_behind(stores, tmp_path):
    path = database(tmp_path / "mlflow.db", ("a", "", "1"))
    path.chmod(0o400)
    assert [run.name for run in runs_of(path)] == ["run a"]
    assert [each.name for each in tmp_path.iterdir()] == ["mlflow.db"]


def test_a_table_elsewhere_has_no_run(tmp_path):
    assert run_name(tmp_path / "x.json") == ""
