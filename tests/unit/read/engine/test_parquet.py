import datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.reading import read_tally

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


@pytest.mark.parametrize("cut", [5, 50, -1, -9])
def test_damaged_files(source, tmp_path, cut):
    pq.write_table(pa.table(ROWS), tmp_path / "good.parquet")
    content = (tmp_path / "good.parquet").read_bytes()
    with pytest.raises(
        FileError, match=r"x.parquet cannot be read as Parquet .* cut off or damaged"
    ) as caught:
        read_tally(source(x_parquet=content[:cut]))
    assert "\n" not in str(caught.value)


def test_the_damaged_shard_is_named(source, tmp_path):
    pq.write_table(pa.table(ROWS), tmp_path / "good.parquet")
    content = (tmp_path / "good.parquet").read_bytes()
    with pytest.raises(FileError, match=r"2.parquet cannot be read as Parquet"):
        source("p", p__1_parquet=content, p__2_parquet=content[:-9])


def test_what_cannot_be_a_label(source):
    with pytest.raises(InputError, match=r"column 'b' of \S*x.parquet holds lists, structures or bytes"):
        read_tally(source(x_parquet=ROWS | {"b": [[1], [2]]}))
    with pytest.raises(InputError, match="has no items at all"):
        read_tally(source(y_parquet={name: pa.array([], pa.string()) for name in ROWS}))
