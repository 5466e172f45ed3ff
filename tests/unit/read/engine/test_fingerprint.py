import json

import numpy as np
import pytest

from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.fingerprint import MOST_LABELS, items_in
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.warehouse import tables_source
from bakeoff.read.item_marks import items_in_memory

IDS = [f"q{at}" for at in range(40)]
TRUTH = ["cat" if at % 3 else "dog" for at in range(40)]
KNOWN = items_in_memory(TRUTH, IDS)


@pytest.fixture
def engine():
    with DuckEngine(shared=True) as opened:
        yield opened


def found(engine, *files, **wanted):
    return items_in([files_source(file, engine) for file in files], Wanted(**wanted))


def write(path, head, rows):
    path.write_text("\n".join([",".join(head), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def test_the_same_whatever_holds_the_items(engine, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet

    csv = write(tmp_path / "x.csv", ["a", "truth", "id"], zip(TRUTH, TRUTH, IDS, strict=True))
    order = np.random.default_rng(0).permutation(40)
    lines = [json.dumps({"item": IDS[at], "label": TRUTH[at], "m": 1}) for at in order]
    jsonl = tmp_path / "y.jsonl"
    jsonl.write_text("\n".join(lines))
    pa.parquet.write_table(pa.table({"id": IDS[::-1], "truth": TRUTH[::-1]}), tmp_path / "z.parquet")
    assert found(engine, csv) == KNOWN
    assert found(engine, csv, id="id") == KNOWN
    assert found(engine, jsonl, id="item", truth="label") == KNOWN
    assert found(engine, jsonl, truth="label") == KNOWN  # a column called item is taken for the ids
    assert found(engine, tmp_path / "z.parquet") == KNOWN


@pytest.mark.parametrize("kind", ["int64", "float64"])
def test_numbers_as_ids_and_labels(engine, tmp_path, kind):
    import pyarrow as pa
    import pyarrow.parquet

    known = items_in_memory([0, 1, 1], [7, 8, 9])
    table = pa.table({"id": np.array([9, 8, 7], kind), "truth": np.array([1, 1, 0], kind)})
    pa.parquet.write_table(table, tmp_path / "z.parquet")
    assert found(engine, tmp_path / "z.parquet") == known
    ending = "" if kind == "int64" else ".0"
    rows = [(f"{at}{ending}", label) for at, label in ((7, 0), (8, 1), (9, 1))]
    assert found(engine, write(tmp_path / "x.csv", ["id", "truth"], rows)) == known
    lines = [
        json.dumps({"id": np.array(at, kind).item(), "truth": label})
        for at, label in ((7, 0), (9, 1), (8, 1))
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(lines))
    assert found(engine, tmp_path / "x.jsonl") == known


def test_two_files_and_a_truth_file(engine, tmp_path):
    a = write(tmp_path / "a.csv", ["item", "prediction"], zip(IDS, TRUTH, strict=True))
    b = write(tmp_path / "b.csv", ["item", "truth", "prediction"], zip(IDS, TRUTH, TRUTH, strict=True))
    assert found(engine, a, b, id="item") == KNOWN
    truth = files_source(write(tmp_path / "t.csv", ["item", "truth"], zip(IDS, TRUTH, strict=True)), engine)
    assert items_in([files_source(a, engine)], Wanted(id="item"), truth) == KNOWN


def test_without_ids_by_labels(engine, tmp_path):
    plain = write(tmp_path / "x.csv", ["truth", "a"], zip(TRUTH, TRUTH, strict=True))
    assert found(engine, plain) == items_in_memory(TRUTH)
    assert found(engine, plain).fingerprint == KNOWN.labels
    counted = write(
        tmp_path / "c.csv", ["truth", "a", "k"], [("cat", "cat", 20), ("cat", "dog", 6), ("dog", "dog", 14)]
    )
    assert found(engine, counted, count="k") == items_in_memory(TRUTH)


def test_without_a_truth(engine, tmp_path):
    scored = write(tmp_path / "x.csv", ["id", "a"], [(at, 0.5) for at in range(5)])
    assert found(engine, scored) == items_in_memory(None, range(5))
    bare = write(tmp_path / "y.csv", ["a", "b"], [(0.5, 0.5)] * 5)
    assert (found(engine, bare).n, found(engine, bare).by) == (5, "labels")


def test_many_different_truths_are_left_to_the_ids(engine, tmp_path):
    rows = [(at, at / 7) for at in range(MOST_LABELS + 1)]
    numbers = write(tmp_path / "x.csv", ["id", "truth"], rows)
    assert found(engine, numbers) == items_in_memory(None, range(MOST_LABELS + 1))


@pytest.mark.slow
def test_a_database_gives_the_same(tmp_path):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        connection.execute("CREATE TABLE t (id TEXT, truth TEXT, a TEXT)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", zip(IDS, TRUTH, TRUTH, strict=True))
        connection.commit()
    source = tables_source(f"sqlite:///{tmp_path}/s.db", "t")
    assert items_in([source], Wanted()) == KNOWN
    source.engine.close()
