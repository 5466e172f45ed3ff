import datetime
import decimal
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.unit.read.engine.pairs import read_rows, read_tally

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.table import columns_of, read_table

ROWS = {"truth": ["cat", "dog"], "a": ["cat", "dog"], "b": ["dog", "dog"]}


def test_files_and_folders_are_counted(source):
    tally = read_tally(source(x_parquet=ROWS))
    assert (tally.labels, tally.counts.tolist()) == (("cat", "dog"), [1, 1])
    assert read_tally(source("p", p__1_parquet=ROWS, p__2_parquet=ROWS)).n == 4


def test_folder_names_make_no_columns(source, tmp_path):
    (tmp_path / "p/part=3").mkdir(parents=True)
    pq.write_table(pa.table(ROWS), tmp_path / "p/part=3/x.parquet")
    assert "part" not in source("p").kinds


def test_columns_in_another_order_and_of_another_width(source):
    one = {"truth": pa.array([0, 1], pa.int8()), "a": [0, 1], "b": [0, 0]}
    two = {"b": [1, 1], "a": [1, 1], "truth": pa.array([1, 1], pa.int64()), "more": ["x", "y"]}
    tally = read_tally(source("p", p__1_parquet=one, p__2_parquet=two))
    assert (tally.labels, tally.n) == ((0, 1), 4)


def test_a_type_that_changes_between_files(source):
    found = source("p", p__1_parquet=ROWS, p__2_parquet={**ROWS, "truth": [0, 1], "x": [1, 2]})
    with pytest.raises(
        InputError,
        match=r"column 'truth' is VARCHAR in \S*1.parquet and BIGINT in \S*2.parquet; expected one type",
    ):
        read_tally(found)
    found = source("q", q__1_parquet=ROWS, q__2_parquet=ROWS | {"x": [1, 2]})
    with pytest.raises(InputError, match=r"column 'x' is in \S*2.parquet but not in \S*1.parquet"):
        read_tally(found, by="x")


def test_other_columns_may_be_what_they_like(source):
    one, two = ROWS | {"x": [1, 2]}, ROWS | {"x": ["u", "v"], "y": [[1], [2]]}
    assert read_tally(source("p", p__1_parquet=one, p__2_parquet=two)).n == 4


def test_names_that_differ_in_case_alone(source):
    found = source(x_parquet={"Truth": ["x", "y"], **ROWS, "A": ["u", "u"]})
    assert read_tally(found).labels == ("cat", "dog")
    assert read_tally(found, truth="Truth", a="A").labels == ("dog", "u", "x", "y")


@pytest.mark.parametrize("name", ['say "x"', "a;DROP TABLE t;--", "it's", "*", "r", "side", "id", "n"])
def test_hostile_names(source, name):
    found = source(x_parquet={name: ["cat"], "a": ["cat"], "b": ["dog"]})
    assert read_tally(found, truth=name, by=name, cluster=name).labels == ("cat", "dog")


def test_dates_decimals_and_booleans_are_labels_as_they_are_for_the_careful_reader(source):
    days = [datetime.date(2024, 5, 1), datetime.date(2024, 5, 2)]
    assert read_tally(source(x_parquet=dict.fromkeys(["truth", "a", "b"], days))).labels == (
        "2024-05-01", "2024-05-02",
    )  # fmt: skip
    both = {"truth": [True, False], "a": ["true", "False"], "b": [True, True]}
    assert read_tally(source(y_parquet=both)).labels == (False, True)


LONG = [2**53, 2**53 + 1, 2**53 + 2]


@pytest.mark.parametrize("digits", [17, 18, 19, 38])
def test_whole_decimals_have_all_digits(source, digits):
    def column(values):
        return pa.array([decimal.Decimal(value) for value in values], pa.decimal128(digits, 0))

    rows = {"truth": LONG, "a": LONG, "b": LONG[::-1], "id": LONG}
    exact = {name: column(values) for name, values in rows.items()}
    for found in (source(x_parquet=exact), source(y_parquet=rows)):
        panel = read_tally(found, id="id", cluster="id")
        assert panel.labels == tuple(LONG)
        assert panel.counts.tolist() == [1, 1, 1]
    numbers = {"truth": column([0, 1, 1]), "a": column([0, 1, 5]), "b": [0.5, 1, 2], "g": column(LONG)}
    panel = read_rows(source(z_parquet=numbers), cluster="g")
    assert len(set(panel.clusters.tolist())) == 3
    assert [each.dtype.kind for each in (panel.truth, *panel.answers)] == ["i", "f", "f"]
    joined = read_tally(source(p_parquet=exact), source(q_csv=csv_of(rows)), a="a", b="b", id="id")
    assert joined.counts.tolist() == [1, 1, 1]


def csv_of(columns):
    return (
        "\n".join(",".join(map(str, row)) for row in [list(columns), *zip(*columns.values(), strict=True)])
        + "\n"
    )


def test_decimals_with_more_digits_than_floats_are_different_labels(source):
    one, other = decimal.Decimal("0.12345678901234567890"), decimal.Decimal("0.12345678901234567891")
    exact = pa.decimal128(30, 20)
    rows = {"truth": [one, other], "a": [one, other], "b": [one, one]}
    rows = {name: pa.array(values, exact) for name, values in rows.items()}
    assert read_tally(source(x_parquet=rows)).labels == (one, other)
    assert read_tally(source(x_parquet=rows)).counts.tolist() == [1, 1]


def test_floats_that_may_be_several_whole_numbers_are_no_labels_and_no_ids(source):
    """DuckDB writes HUGEINT as DOUBLE into Parquet."""
    rows = {"truth": [float(each) for each in LONG], "a": [1, 2, 3], "b": [1, 2, 2], "id": [1, 2, 3]}
    with pytest.raises(InputError, match=r"column 'truth' has 9007199254740992.0, which .* several whole"):
        read_tally(source(x_parquet=rows))
    ids = {**rows, "id": rows["truth"], "truth": [1, 2, 3]}
    with pytest.raises(InputError, match=r"column 'id' of \S*y.parquet holds 9007199254740992.0, a floating"):
        read_tally(source(y_parquet=ids), id="id")
    with pytest.raises(InputError, match=r"column 'id' has 9007199254740992.0, which"):
        read_rows(source(z_parquet=ids), cluster="id")


@pytest.mark.parametrize("cut", [5, 50, -1, -9])
def test_damaged_files(source, tmp_path, cut):
    pq.write_table(pa.table(ROWS), tmp_path / "good.parquet")
    content = (tmp_path / "good.parquet").read_bytes()
    with pytest.raises(
        FileError, match=r"x.parquet cannot be read as Parquet .* truncated or damaged"
    ) as caught:
        read_tally(source(x_parquet=content[:cut]))
    assert "\n" not in str(caught.value)


def test_the_damaged_shard_is_named(source, tmp_path):
    pq.write_table(pa.table(ROWS), tmp_path / "good.parquet")
    content = (tmp_path / "good.parquet").read_bytes()
    with pytest.raises(FileError, match=r"2.parquet cannot be read as Parquet"):
        source("p", p__1_parquet=content, p__2_parquet=content[:-9])


def test_what_cannot_be_a_label(source):
    with pytest.raises(
        InputError, match=r"column 'b' of \S*x.parquet holds BIGINT\[\] values; expected text, a number"
    ):
        read_tally(source(x_parquet=ROWS | {"b": [[1], [2]]}))
    with pytest.raises(InputError, match="has no items; expected"):
        read_tally(source(y_parquet={name: pa.array([], pa.string()) for name in ROWS}))


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
    with pytest.raises(FileError, match="no items; expected"):
        read_table(write({"a": pa.array([], pa.int64())}))


def test_only_unusable_columns(write):
    with pytest.raises(InputError, match=r"column 'a' of .* holds"):
        read_table(write({"a": [[1]]})).column("a")


@pytest.mark.parametrize("keep", [5, 12, 0.5, -1, -4])
def test_truncated_files(write, keep):
    path = write({"a": list(range(1000))})
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep * len(whole)) if isinstance(keep, float) else keep])
    with pytest.raises(FileError, match=r"p.parquet cannot be read as Parquet \(.*truncated or damaged"):
        read_table(path)


def test_what_only_calls_itself_parquet(tmp_path):
    path = tmp_path / "p.parquet"
    path.write_text("truth,a\nx,y\n")
    with pytest.raises(
        FileError, match=r"does not begin like a Parquet file; export it again, or name it .csv"
    ):
        read_table(path)
    path.write_bytes(b"")
    with pytest.raises(FileError, match="is empty"):
        read_table(path)


def test_parquet_by_content(write):
    assert read_table(write({"a": [1]}, "data")).names == ["a"]
    assert read_table(write({"a": [1]}, "data.csv")).names == ["a"]


@pytest.mark.slow
def test_reading_needs_no_data_frame_library(write):
    code = (
        "import sys; sys.modules.update(pandas=None, pyarrow=None, polars=None)\n"
        "from bakeoff.read.table import read_table\n"
        "print(read_table(sys.argv[1]).column('a').tolist())"
    )
    path = write({"a": ["x", "y"], "t": [datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC), None]})
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("['x', 'y']\n", "")


def test_a_small_file_that_unpacks_to_many_rows(write):
    path = write({"truth": pa.array([1]).take(pa.array([0] * 50_000)).dictionary_encode()})
    assert path.stat().st_size < 5000
    with pytest.raises(FileError, match="has 50,000 rows; expected at most 40,000"):
        columns_of(path, name="p.parquet", most_rows=40_000)
    assert columns_of(path, name="p.parquet", most_rows=50_000) == ["truth"]
