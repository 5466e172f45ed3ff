import json
import os
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.experiment.data_file import load_data

ITEMS = 24
COLUMNS = {
    "id": list(range(100, 100 + ITEMS)),
    "x": [i * i % 7 for i in range(ITEMS)],
    "size": [i / 3 for i in range(ITEMS)],
    "colour": [("red", "green", "blue")[i % 3] for i in range(ITEMS)],
    "name": [f"item {i}" for i in range(ITEMS)],
    "patient": [i % 5 for i in range(ITEMS)],
    "y": [("no", "yes")[i % 2] for i in range(ITEMS)],
}


@pytest.fixture
def load(tmp_path):
    rows = zip(*COLUMNS.values(), strict=True)
    text = "\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows)])
    (tmp_path / "items.csv").write_text(text)

    def from_table(kind="classes", content=None, **table):
        if content is not None:
            (tmp_path / "items.csv").write_text(content)
        return load_data({"file": "items.csv", "target": "y", **table}, tmp_path, kind)

    return from_table


def refused(load, message, **table):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        load(**table)
    assert "\n" not in str(caught.value)


def test_columns_by_what_they_are_for(load):
    found = load(drop=["name", "id"], group="patient")
    data = found.data
    assert data.name == "items"
    assert data.kind == "classes"
    assert data.X.shape == (ITEMS, 3)
    assert data.X.dtype == np.float64
    assert data.X[:, 0].tolist() == COLUMNS["x"]
    np.testing.assert_allclose(data.X[:, 1], COLUMNS["size"])
    assert data.X[:4, 2].tolist() == [2, 1, 0, 2]  # blue, green, red
    assert data.y.tolist() == COLUMNS["y"]
    assert data.classes == ("no", "yes")
    assert data.groups.tolist() == COLUMNS["patient"]
    assert found.data.X.shape[1] == 3
    assert found.categories == (2,)
    assert found.notes == (
        "items: these columns are encoded as categories on each training set: 'colour' (3 values)",
    )


def test_columns_to_use_keep_the_order_asked_for(load):
    found = load(use=["size", "x"], name="my items")
    np.testing.assert_allclose(found.data.X.T, [COLUMNS["size"], COLUMNS["x"]])
    assert found.data.name == "my items"
    assert found.data.groups is None
    assert found.notes == ()
    assert load(use="x").data.X.shape == (ITEMS, 1)


def test_numbers_to_predict(load):
    data = load(kind="numbers", target="size", use=["x"]).data
    assert data.kind == "numbers"
    assert data.y.dtype == np.float64
    np.testing.assert_allclose(data.y, COLUMNS["size"])


def test_the_table_decides_over_the_learners(tmp_path):
    (tmp_path / "d.csv").write_text("x,y\n1,1\n2,2\n3,1\n")
    for kind in ("classes", "numbers"):
        table = {"file": "d.csv", "target": "y", "kind": kind}
        assert load_data(table, tmp_path, "classes").data.kind == kind


def test_every_kind_of_file_gives_the_same(tmp_path, load):
    expected = load(drop=["name", "id"])
    pq.write_table(pa.table(COLUMNS), tmp_path / "items.parquet")
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
    (tmp_path / "items.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "items.tsv").write_text((tmp_path / "items.csv").read_text().replace(",", "\t"))
    for file in ("items.parquet", "items.jsonl", "items.tsv"):
        found = load(file=file, drop=["name", "id"])
        np.testing.assert_array_equal(found.data.X, expected.data.X)
        assert found.data.y.tolist() == expected.data.y.tolist()
        assert found.notes == expected.notes


def test_gaps_are_no_error(load):
    data = load(content="x,c,y\n1,a,no\n,b,yes\nNA,,no\n").data
    assert sorted(map(str, data.X.T.tolist())) == ["[0.0, 1.0, nan]", "[1.0, nan, nan]"]


def test_whole_numbers_as_fractions_are_classes(load):
    assert load(content="x,y\n1,1.0\n2,2.0\n").data.classes == (1.0, 2.0)


def test_an_absolute_path(tmp_path, load):
    assert load(file=str(tmp_path / "items.csv"), use="x").data.name == "items"


def test_notes_on_columns_that_are_odd(load):
    content = "row,sample_id,age,empty,mixed,y\n" + "".join(
        f"{i},{i * 7 % 31},{20 + i % 4},,{'?' if i == 2 else i % 3},{i % 2}\n" for i in range(12)
    )
    found = load(content=content)
    assert found.data.X.shape == (12, 4)
    assert found.notes == (
        "items: these columns are encoded as categories on each training set: 'mixed' (4 values, such "
        "as '?' among numbers)",
        "items: these columns are left out because every value is missing: 'empty'",
        "items: this attribute looks like a row number: 'row', 'sample_id'; if so, list it under drop",
    )


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"target": "yy"}, "no column of"),
        ({"target": "yy"}, "is called 'yy'; did you mean 'y'?"),
        ({"target": 3}, "target is 3, a whole number; expected a text"),
        ({}, "'name' of"),
        ({}, "holds 24 distinct texts in 24 rows, such as 'item 0'"),
        ({"group": "patients"}, "is called 'patients'; did you mean 'patient'?"),
        ({"group": 3}, "group is 3, a whole number; expected a text"),
        ({"drop": ["nam"]}, "is called 'nam'; did you mean 'name'?"),
        ({"drop": ["y"]}, "drop names 'y', which is the target; leave it out of drop"),
        ({"use": ["x", "y"]}, "use names 'y', which is the target; leave it out of use"),
        ({"use": ["patient"], "group": "patient"}, "use names 'patient', which is the group"),
        ({"use": ["x"], "drop": ["id"]}, "expected either use or drop, not both"),
        ({"use": []}, "has no attributes"),
        ({"kind": "class"}, 'kind is \'class\'; expected "classes" or "numbers"'),
        ({"kind": "numbers"}, "has 'no' in row 1 (line 2); expected numbers to predict"),
        ({"target": "size"}, "holds fractions such as 0.333333, which are not classes; compare regressors"),
        ({"name": "a\nb", "use": ["x"]}, r"name is 'a\nb'; expected a printable name"),
        ({"name": "", "use": ["x"]}, "name is ''; expected a printable name"),
        ({"fiel": "x"}, "no key is called 'fiel'; did you mean 'file'?"),
        ({"file": 3}, "file is 3, a whole number; expected a text"),
        ({"file": ""}, "is not the name of a file"),
        ({"file": "item.csv"}, "did you mean 'items.csv'?"),
        ({"file": "."}, "is a folder; expected a file in it: CSV, TSV, Parquet or JSON Lines"),
    ],
)
def test_what_cannot_be_loaded(load, table, message):
    refused(load, message, **table)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x,y\n1,no\n2,\n", "'y' of"),
        ("x,y\n1,no\n2,\n", "has a missing value ('') in row 2 (line 3) (1 of 2 items)"),
        ("x,y\n1,no\n2,no\n", "is 'no' in every row; expected at least two classes"),
        ("x,y\n1,no\n", "is 'no' in every row"),
        ("x,y\n,no\nNA,yes\n", "has no attributes"),
        ("y\nno\nyes\n", "has no attributes"),
        ("x,y\n1\n", "has 1 field, but the header has 2"),
    ],
)
def test_files_that_cannot_be_learnt_from(load, content, message):
    refused(load, message, content=content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x,y\n1,2\n2,\n", "has a missing value ('') in row 2 (line 3)"),
        ("x,y\n1,2\n2,inf\n", "has 'inf' in row 2 (line 3); expected numbers"),
        ("x,y\n1,2\n", "has one row; expected at least two items"),
    ],
)
def test_numbers_that_cannot_be_predicted(load, content, message):
    with pytest.raises(InputError, match=re.escape(message)):
        load(content=content, kind="numbers")


def test_infinite_numbers_to_predict(tmp_path, load):
    pq.write_table(pa.table({"x": [1, 2], "y": [1.5, float("inf")]}), tmp_path / "inf.parquet")
    refused(load, "has inf in row 2; expected finite numbers to predict", file="inf.parquet", kind="numbers")


def test_labels_of_several_kinds(tmp_path, load):
    (tmp_path / "mixed.jsonl").write_text('{"x": 1, "y": 1}\n{"x": 2, "y": "a"}\n')
    refused(
        load, "holds both numbers and text; expected classes: write all of them as text", file="mixed.jsonl"
    )
    (tmp_path / "large.jsonl").write_text(f'{{"x": 1, "y": {10**30}}}\n{{"x": 2, "y": 1}}\n')
    refused(load, "holds numbers of many digits; expected classes", file="large.jsonl")


def test_pipes_and_devices_are_not_waited_for(tmp_path, load):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(FileError, match=r"pipe\.csv is a pipe; expected"):
        load(file="pipe.csv")
