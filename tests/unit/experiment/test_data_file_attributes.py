import datetime
import re
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.data_file import MOST_CATEGORIES, read_attribute
from bakeoff.read.table import read_table


def read(text, name):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text)
        return read_table(path, name=name)


def csv(text):
    return read(text, "x.csv")


def column(*cells, name="c"):
    return csv("\n".join([f"other,{name}", *(f"0,{cell}" for cell in cells)]))


def same(found, expected):
    np.testing.assert_array_equal(found.values, np.array(expected, dtype=float))
    assert found.values.dtype == np.float64


@pytest.mark.parametrize(
    ("cells", "values", "categories"),
    [
        (("1", "2", "3"), [1, 2, 3], ()),
        (("1.5", "", "NA"), [1.5, np.nan, np.nan], ()),
        (("1e3", "null", "-2"), [1000, np.nan, -2], ()),
        (("true", "False", "TRUE"), [1, 0, 1], ()),
        (("true", "", "false"), [1, np.nan, 0], ()),
        (("b", "a", "b"), [1, 0, 1], ("a", "b")),
        (("b", "", "a"), [1, np.nan, 0], ("a", "b")),
        (("007", "08", "007"), [0, 1, 0], ("007", "08")),
        (("2024-05-01", "2024-05-02", "NA"), [0, 1, np.nan], ("2024-05-01", "2024-05-02")),
    ],
)
def test_columns_of_text_files(cells, values, categories):
    found = read_attribute(column(*cells), "c")
    same(found, values)
    assert found.categories == categories
    assert not found.is_empty


def test_a_column_without_a_value_is_empty():
    found = read_attribute(column("", "NA", ""), "c")
    assert found.is_empty
    assert found.categories == ()


def test_text_among_numbers_is_pointed_out():
    assert read_attribute(column("1", "?", "2", "1"), "c").among_numbers == "?"
    assert read_attribute(column("1", "?", "x", "y"), "c").among_numbers == ""
    assert read_attribute(column("a", "b"), "c").among_numbers == ""


def test_json_lines():
    lines = (
        '{"n": 1, "t": "1", "b": true, "m": 1}\n{"n": null, "t": null, "b": null, "m": "x"}\n{"b": false}\n'
    )
    table = read(lines, "x.jsonl")
    same(read_attribute(table, "n"), [1, np.nan, np.nan])
    assert read_attribute(table, "t").categories == ("1",)
    same(read_attribute(table, "b"), [1, np.nan, 0])
    assert read_attribute(table, "m").categories == ("1", "x")


def test_parquet(tmp_path):
    pq.write_table(
        pa.table({
            "f": [0.5, None, float("nan")], "i": [1, None, 3], "b": [True, None, False],
            "s": ["x", None, "w"], "whole": [1, 2, 3], "day": [datetime.date(2024, 1, 2), None, None],
            "list": [[1], [2], None],
        }),
        tmp_path / "x.parquet",
    )  # fmt: skip
    table = read_table(tmp_path / "x.parquet")
    same(read_attribute(table, "f"), [0.5, np.nan, np.nan])
    same(read_attribute(table, "i"), [1, np.nan, 3])
    same(read_attribute(table, "b"), [1, np.nan, 0])
    same(read_attribute(table, "whole"), [1, 2, 3])
    same(read_attribute(table, "s"), [1, np.nan, 0])
    assert read_attribute(table, "day").categories == ("2024-01-02",)
    with pytest.raises(InputError, match=r"column 'list' of .* holds BIGINT\[\] values"):
        read_attribute(table, "list")


def test_nested_values_beside_gaps_are_refused_with_their_row():
    table = read('{"a": null}\n{"a": 1}\n{"a": [1]}\n', "x.jsonl")
    with pytest.raises(InputError, match=r"column 'a' of x.jsonl holds a list in row 3 \(line 3\)"):
        read_attribute(table, "a")


def test_names_of_items_are_refused():
    table = column(*(f"p{i}" for i in range(20)))
    message = (
        "column 'c' of x.csv holds 20 distinct texts in 20 rows, such as 'p0'; expected numbers or a "
        "few categories: list the column under drop if it only identifies the items"
    )
    with pytest.raises(InputError, match=re.escape(message)):
        read_attribute(table, "c")


def test_how_many_texts_are_names():
    assert len(read_attribute(column(*map("p{}".format, range(10))), "c").categories) == 10
    mostly_new = [f"p{i}" for i in range(17)] + ["p0"] * 3
    assert len(read_attribute(column(*mostly_new), "c").categories) == 17  # 85 % of the rows
    with pytest.raises(InputError, match="18 distinct texts in 20 rows"):
        read_attribute(column(*(f"p{i}" for i in range(18)), "p0", "p0"), "c")
    many = [f"p{i % (MOST_CATEGORIES + 1)}" for i in range(3 * MOST_CATEGORIES)]
    with pytest.raises(InputError, match="1001 distinct texts in 3000 rows"):
        read_attribute(column(*many), "c")


def test_numbers_with_a_stray_text_are_refused_with_its_row():
    cells = ["", *map(str, range(20))]
    cells[7] = "?"
    with pytest.raises(
        InputError, match=re.escape("holds numbers, but also text such as '?' in row 8 (line 9)")
    ):
        read_attribute(column(*cells), "c")


def test_a_column_that_is_not_there():
    with pytest.raises(InputError, match=r"no column of x.csv is called 'colour'; did you mean 'color'"):
        read_attribute(column("a", "b", name="color"), "colour")
