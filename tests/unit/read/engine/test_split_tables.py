import json

import pytest
from tests.packing import PACKERS

from bakeoff import rank_files
from bakeoff.core.exceptions import InputError
from bakeoff.read.table import read_table


def write(path, columns, *rows, **more):
    path.write_text(json.dumps({"columns": columns, "data": rows, **more}, indent=1))
    return path


def test_columns_are_those_of_the_table(tmp_path):
    file = write(tmp_path / "x.table.json", ["q", "f1", "n"], ["a", 0.5, 1], ["b", float("nan"), 2], ncols=3)
    table = read_table(file)
    assert (table.names, table.rows) == (["q", "n", "f1"], 2)
    assert table.column("n").tolist() == [1, 2]
    with pytest.raises(InputError, match="f1"):
        table.column("f1")


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_and_with_the_rows_first(tmp_path, ending):
    file = tmp_path / f"x.json.{ending}"
    file.write_bytes(PACKERS[ending](b'{"data": [[1, 1, 1], [0, 0, 1], [1, 1, 0]], "index": [0, 1, 2], '
                                     b'"columns": ["truth", "x", "y"]}'))  # fmt: skip
    ranking = rank_files(file)
    assert [(each.name, each.value) for each in ranking.models] == [("x", 1.0), ("y", pytest.approx(1 / 3))]


def test_files_that_begin_like_one_are_json_lines(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text('{"data": 1, "columns": 2}\n{"data": 3, "columns": 4}\n')
    assert read_table(file).column("columns").tolist() == [2, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"columns": ["a", "a"], "data": [[1, 2]]}', "two columns called 'a'"),
        ('{"columns": ["a", "b"], "data": [[1, 2], [1]]}', "has 1 values in row 2; expected 2 values"),
        ('{"columns": ["a", "b"], "data": [[1, 2], [1', "line 1"),
    ],
)
def test_broken_tables(tmp_path, text, said):
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    with pytest.raises(InputError, match=said):
        read_table(file)
