import shutil
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from bakeoff import compare_files, rank_files
from bakeoff.core.exceptions import InputError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.mlflow_runs import read_runs

KINDS = ("files", "database")


def read(path, **asked):
    return read_runs([glimpse_of(path)], Wanted(**asked))


def experiment(stores, kind, name="sums"):
    """The folder of one experiment."""
    files = {"sums": "eval_results_table.json", "both": "both.json"}
    return next((stores / kind / "mlruns").rglob(files[name])).relative_to(stores / kind / "mlruns").parts[0]


@pytest.fixture(scope="module")
def folders(stores):
    return {(kind, name): stores / kind / "mlruns" / experiment(stores, kind, name)
            for kind in KINDS for name in ("sums", "both")}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_run_with_a_table_is_a_model(folders, kind):
    path = folders[kind, "sums"]
    assert importer_of([glimpse_of(path)]).key == "mlflow-runs"
    found = read(path)
    first, second, again = found.names
    assert (first[:8], second, again[:8]) == ("careful ", "hasty", "careful ")
    assert first != again
    assert (found.metric, found.panel.n) == ("accuracy", 6)
    assert [values.mean() for values in found.panel.answers] == pytest.approx([4 / 6, 1 / 6, 4 / 6])
    assert found.notes[0] == "1 run without a table left out: empty"
    assert found.unfinished == ("run careful is FAILED, not finished",)


@pytest.mark.parametrize("kind", KINDS)
def test_parameters_of_runs_are_conditions(folders, kind, tmp_path):
    store = tmp_path / "store"
    path = folders[kind, "sums"]
    if kind == "files":
        shutil.copytree(path, store)
        for at, run in enumerate(store.glob("*/artifacts")):
            (run.parent / "params").mkdir(exist_ok=True)
            (run.parent / "params" / "temperature").write_text(str(at))
    else:
        root = next(each for each in path.parents if (each / "mlflow.db").is_file())
        shutil.copytree(root, store)
        with closing(sqlite3.connect(store / "mlflow.db")) as connection, connection:
            runs = connection.execute("SELECT run_uuid FROM runs").fetchall()
            for at, (run,) in enumerate(runs):
                connection.execute("INSERT INTO params VALUES ('temperature', ?, ?)", (str(at), run))
        store /= path.relative_to(root)
    found = read(store)
    assert list(found.differ) == ["temperature"]
    assert found.doubtful == ()
    assert all("temperature" in each for each in found.conditions.values())


@pytest.mark.parametrize("kind", KINDS)
def test_the_mean_is_that_of_mlflow(stores, folders, kind):
    found = read(folders[kind, "sums"], metric="exact_match/v1/score")
    (logged,) = {
        float(file.read_text().split()[1])
        for file in folders["files", "sums"].glob("*/metrics/exact_match/v1/mean")
        if (file.parents[3] / "tags" / "mlflow.runName").read_text() == "hasty"
    }
    assert found.panel.answers[1].mean() == logged


def test_a_database_is_read_like_its_folder(stores, folders, tmp_path):
    alone = tmp_path / "store"
    shutil.copytree(stores / "database", alone)
    shutil.rmtree(alone / "mlruns" / folders["database", "both"].name)
    assert importer_of([glimpse_of(alone / "mlflow.db")]).key == "mlflow-runs"
    found = [read(alone / where) for where in ("mlflow.db", "mlruns", ".")]
    for each in found:
        assert np.array_equal(each.panel.answers, read(folders["files", "sums"]).panel.answers)
    pair = Wanted(pick=two_of("hasty", found[0].names[0]))
    assert read_runs([glimpse_of(alone / "mlflow.db")], pair).names == ("hasty", found[0].names[0])
    assert compare_files(alone / "mlflow.db", a="hasty", b=found[0].names[2]).names[0] == "hasty"


def test_several_experiments_several_tables_and_one_run_are_refused(stores, folders, tmp_path):
    with pytest.raises(
        InputError, match=r"has tables in 2 experiments: sums in .*, both in .*; give the folder"
    ):
        read(stores / "database" / "mlflow.db")
    with pytest.raises(
        InputError, match=r"one run with a table: together; .* column for each model: .*both.json"
    ):
        read(folders["database", "both"])
    with pytest.raises(InputError, match="is a second store"):
        read_runs([glimpse_of(folders["files", "sums"])] * 2, Wanted())
    copy = tmp_path / "mlruns"
    shutil.copytree(folders["files", "sums"], copy)
    for table in list(copy.rglob("eval_results_table.json")):
        shutil.copy(table, table.with_name("other.json"))
    with pytest.raises(InputError, match=r"several tables each: eval_results_table.json, other.json; give"):
        read(copy)


def test_runs_without_tables(stores, tmp_path):
    shutil.copy(stores / "database" / "mlflow.db", tmp_path)
    with pytest.raises(
        InputError, match=r"has 5 runs: careful, hasty, careful, empty, together; none has a table"
    ):
        read(tmp_path / "mlflow.db")


def test_one_table_with_a_column_for_each_model_is_ranked(folders):
    for kind in KINDS:
        (table,) = folders[kind, "both"].rglob("both.json")
        assert importer_of([glimpse_of(table)]) is None
        ranking = rank_files(table, truth="ground_truth", models=["careful", "hasty"])
        assert [(each.name, each.value) for each in ranking.models] == [("careful", 4 / 6), ("hasty", 1 / 6)]


def test_runs_are_named_also_where_their_folders_are_given(folders):
    runs = [each for each in folders["database", "sums"].iterdir() if (each / "artifacts").is_dir()]
    names = {compare_files(*runs[:2]).names, compare_files(*runs[1:]).names}
    assert any("hasty" in pair for pair in names)
