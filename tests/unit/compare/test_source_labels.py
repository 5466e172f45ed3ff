"""Labels are read by one rule on every route: files, databases and memory."""

import csv
import json
import sqlite3

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError

RIGHT, WRONG = ["a", "b", "c"] * 20, ["b", "c", "a"] * 20
TRUTH = [" a", "a", "b\t", "b", "c", "c\u00a0"] * 10
A = ["a", "a", "b", "c", "c", "a "] * 10
B = ["a", "b", "b", " b", "a", "c"] * 10


def as_csv(folder, columns):
    path = folder / "t.csv"
    pd.DataFrame(columns).to_csv(path, index=False)
    return bakeoff.compare_files(path)


def as_tsv(folder, columns):
    path = folder / "t.tsv"
    pd.DataFrame(columns).to_csv(path, index=False, sep="\t", quoting=csv.QUOTE_ALL)
    return bakeoff.compare_files(path)


def as_json(folder, columns):
    path = folder / "t.jsonl"
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return bakeoff.compare_files(path)


def as_parquet(folder, columns):
    pq.write_table(pa.table(columns), folder / "t.parquet")
    return bakeoff.compare_files(folder / "t.parquet")


def as_duckdb(folder, columns):
    with duckdb.connect(str(folder / "t.duckdb")) as connection:
        frame = pa.table(columns)  # noqa: F841 - the query knows it by name
        connection.execute("CREATE TABLE t AS SELECT * FROM frame")
    return bakeoff.compare_table("t", connect=f"duckdb://{folder / 't.duckdb'}")


def as_sqlite(folder, columns):
    with sqlite3.connect(folder / "t.sqlite") as connection:
        pd.DataFrame(columns).to_sql("t", connection, index=False)
    connection.close()
    return bakeoff.compare_table("t", connect=f"sqlite://{folder / 't.sqlite'}")


def two_files(folder, columns):
    ids = list(range(len(columns["truth"])))
    pd.DataFrame({"id": ids, "truth": columns["truth"], "prediction": columns["a"]}).to_csv(
        folder / "A.csv", index=False
    )
    pq.write_table(pa.table({"id": ids, "prediction": columns["b"]}), folder / "B.parquet")
    return bakeoff.compare_files(folder / "A.csv", folder / "B.parquet", id="id", names=("A", "B"))


def in_memory(make):
    def compared(folder, columns):
        return bakeoff.compare_predictions(*(make(columns[name]) for name in ("truth", "a", "b")))

    return compared


ROUTES = {
    "csv": as_csv,
    "tsv": as_tsv,
    "json": as_json,
    "parquet": as_parquet,
    "duckdb": as_duckdb,
    "sqlite": as_sqlite,
    "two files": two_files,
    "lists": in_memory(list),
    "numpy": in_memory(np.array),
    "pandas": in_memory(pd.Series),
    "polars": in_memory(pl.Series),
}
every_route = pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)


@every_route
def test_blanks_around_labels_are_ignored_and_counted(route, tmp_path):
    verdict = route(tmp_path, {"truth": TRUTH, "a": A, "b": B})
    right = [np.mean([x.strip() == y.strip() for x, y in zip(TRUTH, own, strict=True)]) for own in (A, B)]
    spaced = sum(label != label.strip() for own in (TRUTH, A, B) for label in own)
    assert verdict.result.estimate == pytest.approx(right[0] - right[1], abs=1e-12)
    assert f"{spaced} labels with blanks at an end: the blanks are ignored" in verdict.result.notes


@every_route
def test_labels_without_blanks_have_no_note(route, tmp_path):
    verdict = route(tmp_path, {"truth": RIGHT, "a": WRONG, "b": RIGHT})
    assert not [note for note in verdict.result.notes if "blanks" in note]


@every_route
@pytest.mark.parametrize("word", ["NA", "NaN", "None", "null", "", " "])
@pytest.mark.parametrize("column", ["truth", "b"])
def test_text_that_means_missing_is_refused(route, word, column, tmp_path):
    columns = {"truth": RIGHT, "a": WRONG, "b": RIGHT}
    columns[column] = [word, *columns[column][1:]]
    with pytest.raises(InputError, match=r"has a missing value .*\(1 of 60 items\)"):
        route(tmp_path, columns)


@every_route
def test_a_class_that_is_called_none_is_a_class(route, tmp_path):
    assert route(tmp_path, {"truth": ["none", "x"] * 9, "a": ["none"] * 18, "b": ["x"] * 18}).result.n == 18


@every_route
@pytest.mark.parametrize("column", ["truth", "a"])
def test_two_spellings_of_one_number_in_a_column_are_refused(route, column, tmp_path):
    columns = {"truth": ["1", "2"] * 30, "a": ["1", "2"] * 30, "b": ["2", "1"] * 30}
    columns[column] = ["1.0", *columns[column][1:]]
    with pytest.raises(InputError, match=r"'1' and '1\.0', the same number in two spellings"):
        route(tmp_path, columns)


@every_route
def test_columns_of_text_that_are_all_numbers_are_equal_as_numbers(route, tmp_path):
    columns = {"truth": ["1", "2"] * 30, "a": ["1.0", "2.0"] * 30, "b": ["2", "1"] * 30}
    assert route(tmp_path, columns).result.estimate == 1


@every_route
def test_numbers_next_to_text_are_not_spelled_in_two_ways(route, tmp_path):
    columns = {"truth": ["1", "2"] * 30, "a": ["1.0", "2.0"] * 30, "b": ["cat", "1"] * 30}
    with pytest.raises(InputError, match="the same number in two spellings"):
        route(tmp_path, columns)


def test_the_positive_class_of_numbers_that_are_text_is_the_larger(tmp_path):
    columns = {"truth": ["2", "10"] * 30, "a": ["2", "10"] * 30, "b": ["10"] * 60}
    for make in (as_csv, as_parquet, as_json):
        make(tmp_path, columns)
    files = [tmp_path / name for name in ("t.csv", "t.parquet", "t.jsonl")]
    found = {bakeoff.compare_files(file, metric="precision").result.estimate for file in files}
    memory = bakeoff.compare_predictions(*columns.values(), metric="precision")
    assert {*found, memory.result.estimate} == {0.5}
    assert memory.unit.subject.endswith("of class '10'")
    named = bakeoff.compare_predictions(*columns.values(), metric="recall", positive="2")
    assert named.result.estimate == 1


def test_rankings_and_gates_have_the_note(tmp_path):
    as_parquet(tmp_path, {"truth": TRUTH, "a": A, "b": B})
    spaced = sum(label != label.strip() for own in (TRUTH, A, B) for label in own)
    note = f"{spaced} labels with blanks at an end: the blanks are ignored"
    ranking = bakeoff.rank_files(tmp_path / "t.parquet", resamples=100)
    memory = bakeoff.rank_predictions(TRUTH, {"a": A, "b": B}, resamples=100)
    gate = bakeoff.check_not_worse(TRUTH, A, B, margin=0.5)
    assert all(note in each.notes for each in (ranking, memory, gate))
    assert [each.value for each in ranking.models] == [each.value for each in memory.models]


def test_names_of_clusters_and_slices_are_read_alike(tmp_path):
    columns = {"truth": RIGHT, "a": WRONG, "b": RIGHT}
    more = {"who": [f" u{at % 5} " if at % 2 else f"u{at % 5}" for at in range(60)], "part": ["x", "x "] * 30}
    pq.write_table(pa.table(columns | more), tmp_path / "t.parquet")
    pd.DataFrame(columns | more).to_csv(tmp_path / "t.csv", index=False)
    verdicts = [
        bakeoff.compare_files(tmp_path / name, cluster="who", by="part") for name in ("t.parquet", "t.csv")
    ]
    verdicts.append(bakeoff.compare_predictions(*columns.values(), clusters=more["who"], by=more["part"]))
    assert {each.basis.clusters for each in verdicts} == {5}
    assert {tuple(part.name for part in each.slices) for each in verdicts} == {("x",)}
    note = "60 names of clusters or slices with blanks at an end: the blanks are ignored"
    assert all(note in each.result.notes for each in verdicts)


def test_the_truth_of_scores_is_read_alike(tmp_path):
    scores = {"a": np.linspace(0, 1, 60), "b": np.linspace(1, 0, 60) ** 2}
    truth = ["no", "yes ", " yes"] * 20
    pq.write_table(pa.table({"truth": truth, **scores}), tmp_path / "t.parquet")
    file = bakeoff.compare_files(tmp_path / "t.parquet", metric="auc")
    memory = bakeoff.compare_predictions(truth, *scores.values(), metric="auc")
    clean = bakeoff.compare_predictions([each.strip() for each in truth], *scores.values(), metric="auc")
    assert file.result.estimate == memory.result.estimate == clean.result.estimate
    note = "40 labels with blanks at an end: the blanks are ignored"
    assert note in file.result.notes
    assert note in memory.result.notes


def test_numbers_that_are_predicted_may_be_spelled_in_two_ways(tmp_path):
    (tmp_path / "t.csv").write_text("truth,a,b\n1,1.5,2\n1.0,1,2.50\n3,2,2.5\n")
    assert bakeoff.compare_files(tmp_path / "t.csv", metric="absolute-error").result.n == 3


def joined(folder, ids, make):
    """The verdict on two tables of which one has blanks around ids."""
    spaced = [f" {each}\t" if at % 3 else each for at, each in enumerate(ids)]
    one, other = {"id": ids, "truth": RIGHT, "a": RIGHT}, {"id": spaced, "b": WRONG}
    return make(folder, one, other)


def joined_files(folder, one, other):
    pd.DataFrame(one).to_csv(folder / "A.csv", index=False)
    pq.write_table(pa.table(other), folder / "B.parquet")
    return bakeoff.compare_files(folder / "A.csv", folder / "B.parquet", id="id", names=("A", "B"))


def joined_json(folder, one, other):
    for name, columns in (("A", one), ("B", other)):
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return bakeoff.compare_files(folder / "A.jsonl", folder / "B.jsonl", id="id", names=("A", "B"))


def joined_sqlite(folder, one, other):
    with sqlite3.connect(folder / "t.sqlite") as connection:
        pd.DataFrame(one).to_sql("A", connection, index=False)
        pd.DataFrame(other).to_sql("B", connection, index=False)
    connection.close()
    address = f"sqlite://{folder / 't.sqlite'}"
    return bakeoff.compare_table("A", "B", connect=address, id="id", a="a", b="b")


@pytest.mark.parametrize("make", [joined_files, joined_json, joined_sqlite])
def test_blanks_around_ids_are_ignored(make, tmp_path):
    ids = [f"item {at}" for at in range(60)]
    assert joined(tmp_path, ids, make).result.estimate == 1


def test_a_ledger_knows_items_whatever_blanks_they_have(tmp_path):
    from bakeoff.read.engine.duck import engine_for
    from bakeoff.read.engine.files import files_source
    from bakeoff.read.engine.fingerprint import items_in
    from bakeoff.read.engine.plan import Wanted
    from bakeoff.read.item_marks import items_in_memory

    ids, truth = [f" i{at} " for at in range(60)], [f"{each} " for each in RIGHT]
    pd.DataFrame({"id": ids, "truth": truth}).to_csv(tmp_path / "t.csv", index=False)
    pq.write_table(pa.table({"id": ids, "truth": truth}), tmp_path / "t.parquet")
    (tmp_path / "t.jsonl").write_text(
        "".join(json.dumps({"id": i, "truth": t}) + "\n" for i, t in zip(ids, truth, strict=True))
    )
    found = {items_in_memory(RIGHT, [each.strip() for each in ids]), items_in_memory(truth, ids)}
    for name in ("t.csv", "t.parquet", "t.jsonl"):
        with engine_for([tmp_path / name]) as engine:
            found.add(items_in([files_source(tmp_path / name, engine)], Wanted(id="id")))
    assert len(found) == 1
