import datetime
import decimal
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.tables import read_table


@pytest.fixture
def write(tmp_path):
    def write_parquet(columns, name="p.parquet"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        pq.write_table(columns if isinstance(columns, pa.Table) else pa.table(columns), path)
        return path

    return write_parquet


def test_types_of_columns(write):
    table = read_table(write({
        "s": ["x", "y"], "i": pa.array([1, 2], pa.int8()), "u": pa.array([2**64 - 1, 0], pa.uint64()),
        "f": [0.5, 1.5], "h": pa.array(np.array([0.5, 1.5], np.float16)), "b": [True, False],
        "d": [decimal.Decimal("1.50"), decimal.Decimal("2.00")], "day": [datetime.date(2024, 1, 2)] * 2,
        "c": pa.array(["p", "q"]).dictionary_encode(), "a.b": [1, 2], 'x"y': [3, 4],
    }))  # fmt: skip
    assert {name: column.tolist() for name, column in table.columns.items()} == {
        "s": ["x", "y"], "i": [1, 2], "u": [2**64 - 1, 0], "f": [0.5, 1.5], "h": [0.5, 1.5],
        "b": [True, False], "d": [1.5, 2.0], "day": ["2024-01-02"] * 2, "c": ["p", "q"], "a.b": [1, 2],
        'x"y': [3, 4],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("column", "shown"),
    [(["x", None, None], "null"), ([1, None, None], "null"), ([0.5, float("nan"), None], "null"),
     ([True, None, None], "null"), ([0.5, float("nan"), float("nan")], "nan"),
     ([datetime.datetime(2024, 1, 1), None, None], "null")],
)  # fmt: skip
def test_missing_values_are_an_error_only_when_used(write, column, shown):
    table = read_table(write({"ok": [1, 2, 3], "a": column}))
    assert table.column("ok").tolist() == [1, 2, 3]
    with pytest.raises(
        InputError, match=rf"column 'a' of .*p.parquet has a missing value \({shown}\) in row [23] "
    ):
        table.column("a")


@pytest.mark.parametrize(
    "column", [[[1], [2]], [{"q": 1}, {"q": 2}], [b"x", b"y"], [datetime.time(1), datetime.time(2)]]
)
def test_columns_of_other_things_are_an_error_only_when_used(write, column):
    table = read_table(write({"first": column, "ok": [1, 2]}))
    assert table.column("ok").tolist() == [1, 2]
    with pytest.raises(InputError, match=r"column 'first' of .* holds .* values; expected text, a number"):
        table.column("first")


@pytest.mark.parametrize(
    "name",
    ["w[1].parquet", "w*.parquet", "q?.parquet", "[!a].parquet", "**.parquet", "x]y.parquet", "{a,b}.parquet",
     "it's \"é\".parquet", "run=3/p.parquet", "; DROP TABLE x; --.parquet"],
)  # fmt: skip
def test_wildcards_in_names_are_taken_literally(write, name):
    for decoy in ("w1.parquet", "wz.parquet", "qq.parquet", "b.parquet", "a.parquet"):
        write({"decoy": [0]}, decoy)
    table = read_table(write({"right": [1]}, name))
    assert table.names == ["right"]


def test_names_are_those_of_the_file(write):
    assert read_table(write({"a": [1], "A": [2]})).names == ["a", "A"]
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(FileError, match="two columns called 'a'"):
        read_table(write(twice))
    with pytest.raises(FileError, match="no name for column 2"):
        read_table(write({"a": [1], "": [2]}))


def test_no_rows_and_no_columns(write):
    with pytest.raises(FileError, match="no items at all"):
        read_table(write({"a": pa.array([], pa.int64())}))


def test_only_unusable_columns(write):
    with pytest.raises(InputError, match=r"column 'a' of .* holds"):
        read_table(write({"a": [[1]]})).column("a")


@pytest.mark.parametrize("keep", [5, 12, 0.5, -1, -4])
def test_truncated_files(write, keep):
    path = write({"a": list(range(1000))})
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep * len(whole)) if isinstance(keep, float) else keep])
    with pytest.raises(FileError, match=r"p.parquet cannot be read as Parquet \(.*cut off or damaged"):
        read_table(path)


def test_what_only_calls_itself_parquet(tmp_path):
    path = tmp_path / "p.parquet"
    path.write_text("truth,a\nx,y\n")
    with pytest.raises(
        FileError, match=r"does not begin as a Parquet file does; export it again, or name it .csv"
    ):
        read_table(path)
    path.write_bytes(b"")
    with pytest.raises(FileError, match="is empty"):
        read_table(path)


def test_parquet_by_content(write):
    assert read_table(write({"a": [1]}, "data")).names == ["a"]
    assert read_table(write({"a": [1]}, "data.csv")).names == ["a"]


def test_reading_needs_no_data_frame_library(write):
    code = (
        "import sys; sys.modules.update(pandas=None, pyarrow=None, polars=None)\n"
        "from bakeoff.read.tables import read_table\n"
        "print(read_table(sys.argv[1]).column('a').tolist())"
    )
    path = write({"a": ["x", "y"], "t": [datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC), None]})
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("['x', 'y']\n", "")


def test_a_small_file_that_unpacks_to_many_rows(write):
    path = write({"truth": pa.array([1]).take(pa.array([0] * 50_000)).dictionary_encode()})
    assert path.stat().st_size < 5000
    with pytest.raises(FileError, match="has 50,000 rows; expected at most 40,000"):
        read_table(path, most_rows=40_000)
    assert read_table(path, most_rows=50_000).rows == 50_000
