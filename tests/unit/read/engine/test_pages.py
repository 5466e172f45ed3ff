"""Parquet files that are damaged or made to burst."""

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bakeoff
from bakeoff.core.exceptions import BakeoffError, FileError, InputError
from bakeoff.read.engine import pages, reading
from bakeoff.read.engine.files import files_source

DRAWS = np.random.default_rng(1)
TRUTH = DRAWS.integers(0, 2, 300)
COLUMNS = {
    "truth": TRUTH,
    "a": np.where(DRAWS.random(300) < 0.85, TRUTH, 1 - TRUTH),
    "b": np.where(DRAWS.random(300) < 0.8, TRUTH, 1 - TRUTH),
    "prompt, long": [f"text {at}" for at in range(300)],
}


@pytest.fixture
def write(tmp_path):
    def to_file(columns=COLUMNS, **settings):
        pq.write_table(pa.table(columns), tmp_path / "x.parquet", **settings)
        return tmp_path / "x.parquet"

    return to_file


def checked(engine, path):
    source = files_source(path, engine)
    for name in source.kinds:
        source.column(name)


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd", "gzip"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_whole_files_pass(write, duck, compression, version):
    for sums in (True, False):
        checked(duck, write(
            compression=compression, data_page_version=version, write_page_checksum=sums,
            data_page_size=64, row_group_size=100,
        ))  # fmt: skip


def test_nested_columns_and_those_of_duckdb_pass(write, duck, tmp_path):
    path = write({"truth": [1, 0], "points": [[1, 2], [3]]}, write_page_checksum=True)
    checks = files_source(path, duck).check
    checks("points")
    path = tmp_path / "y.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS truth, range AS a, 'x' AS b FROM range(5000)) TO '{path}'")
    checked(duck, path)


@pytest.mark.slow
def test_no_flipped_bit_in_a_page_with_a_checksum_is_read(write, duck):
    path = write(write_page_checksum=True, compression="zstd")
    content = path.read_bytes()
    found = duck.fetch(f"SELECT MIN(data_page_offset) AS a, MAX(data_page_offset + 1) AS b "
                       f"FROM parquet_metadata('{path}')")  # fmt: skip
    for at in DRAWS.integers(4, int(found["b"][0]), 60).tolist():
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        try:
            checked(duck, path)
            found = duck.fetch(f"SELECT SUM(a) AS a, SUM(b) AS b FROM '{path}'")
        except FileError as problem:
            assert "damaged" in str(problem)
        else:  # in what no number rests on: statistics beside the sizes
            assert found == {"a": [COLUMNS["a"].sum()], "b": [COLUMNS["b"].sum()]}


def test_only_columns_that_are_used_are_looked_at(write, duck):
    path = write(write_page_checksum=True, compression="none", use_dictionary=False)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"text 17", b"text 71", 1))
    source = files_source(path, duck)
    assert [source.column(name) for name in ("truth", "a", "b")] == ['"truth"', '"a"', '"b"']
    with pytest.raises(FileError, match=r"column 'prompt, long' of .* does not match its checksum"):
        checked(duck, path)


@pytest.mark.slow
def test_a_page_that_bursts_is_refused_before_it_is_unpacked(write):
    path = write(
        {"truth": ["x"], "a": ["x" * 17_000_000], "b": ["x"]}, compression="zstd", use_dictionary=False
    )
    with pytest.raises(FileError, match=r"column 'a' of .* has a page of [\d,]+ bytes that unpacks to 17,"):
        bakeoff.compare_files(path)


def test_more_rows_than_bytes_can_hold_are_refused(write, monkeypatch):
    monkeypatch.setattr(pages, "MOST_ROWS", 100)
    monkeypatch.setattr(pages, "PER_BYTE", 0.01)
    with pytest.raises(FileError, match=r"claims 300 rows in [\d,]+ bytes, which is not plausible"):
        bakeoff.compare_files(write())


@pytest.mark.parametrize("name", ["x.parquet", "x.csv", "x.csv.gz"])
def test_scores_that_do_not_fit_into_memory_are_refused(write, tmp_path, monkeypatch, name):
    write()
    if "csv" in name:
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT truth, a, b FROM '{tmp_path}/x.parquet') TO '{tmp_path}/{name}'"
            )
    monkeypatch.setattr(reading, "machine_memory", lambda: 300 * 3 * reading.BYTES)
    assert bakeoff.compare_files(tmp_path / name, metric="brier").result.n == 300
    monkeypatch.setattr(reading, "machine_memory", lambda: 299 * 3 * reading.BYTES)
    with pytest.raises(InputError, match=r"has 300 rows, and scores of 3 columns need about 0 GB of memory"):
        bakeoff.compare_files(tmp_path / name, metric="brier")
    assert bakeoff.compare_files(tmp_path / name).result.n == 300


def test_headers_that_are_none_are_damage(duck, write, tmp_path):
    path = write(write_page_checksum=True)
    content = path.read_bytes()
    for junk in (b"\xff" * 40, b"\x1c" * 40, b"\x19\xf5" + b"\xff" * 38, b"\x15\xff\xff\xff\xff\x1f" * 6):
        path.write_bytes(content[:4] + junk + content[4 + len(junk) :])
        with pytest.raises(BakeoffError, match="damaged"):
            checked(duck, path)
