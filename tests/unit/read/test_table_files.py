import gzip
import json
import os
import tracemalloc
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.table import read_table

FRAME = pl.DataFrame({
    "id": [3, 1, 2], "truth": ["cat", "dög", "a,b"], "a": ["cat", "line\nbreak", 'say "x"'],
    "p": [0.25, 1e-9, 1.0],
})  # fmt: skip


def save(frame: pl.DataFrame, path: Path) -> Path:
    if path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".jsonl":
        frame.write_ndjson(path)
    else:
        frame.write_csv(path, separator="\t" if path.suffix == ".tsv" else ",")
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".txt", ".parquet", ".jsonl"])
def test_one_table_reads_the_same_from_every_format(tmp_path, suffix):
    table = read_table(save(FRAME, tmp_path / f"p{suffix}"))
    assert table.rows == 3
    assert table.source == str(tmp_path / f"p{suffix}")
    assert table.names == FRAME.columns
    for name in FRAME.columns:
        assert table.column(name).tolist() == FRAME[name].to_list()
        assert table.column(name).dtype.kind == {"id": "i", "p": "f"}.get(name, "O")


@pytest.mark.parametrize("name", ["p.CSV", "p", "p.dat", "p.txt"])
def test_text_of_any_name_is_a_table_with_delimiters(tmp_path, name):
    (tmp_path / name).write_text("truth;a\n1;0\n")
    assert read_table(str(tmp_path / name)).column("a").tolist() == [0]


@pytest.mark.parametrize("name", ["p.json", "p.ndjson", "p", "p.txt"])
def test_objects_of_any_name_are_json_lines(tmp_path, name):
    (tmp_path / name).write_bytes(b'\xef\xbb\xbf {"truth": 1, "a": 0}\n')
    assert read_table(tmp_path / name).column("a").tolist() == [0]


def test_a_csv_written_by_pandas_with_its_index(tmp_path):
    pd.DataFrame({"truth": ["x", "y"], "a": ["x", "x"]}).to_csv(tmp_path / "p.csv")
    assert read_table(tmp_path / "p.csv").names == ["truth", "a"]


def test_a_csv_whose_header_begins_like_parquet(tmp_path):
    (tmp_path / "p.csv").write_text("PAR1,a\n1,2\n")
    assert read_table(tmp_path / "p.csv").names == ["PAR1", "a"]


def test_a_pipe_is_read():
    reading, writing = os.pipe()
    os.write(writing, b"truth,a\nx,y\n")
    os.close(writing)
    try:
        assert read_table(f"/dev/fd/{reading}").column("a").tolist() == ["y"]
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("content", "message"),
    [("truth,a\n1,0\n".encode("utf-16"), "is text in UTF-16; save it again as UTF-8"),
     (b"\xfe\xff\x00t", "is text in UTF-16"),
     (b"\x89PNG\r\n\x1a\n", "is a picture, not a table; expected CSV, TSV, Parquet or JSON Lines"),
     (b"\xff\xd8\xff\xe0", "is a picture, not a table"),
     (b"GIF89a", "is a picture, not a table"),
     (b"%PDF-1.7\n", "is a PDF document, not a table"),
     (b"\xd0\xcf\x11\xe0\xa1\xb1", "is a spreadsheet; save the table as CSV in UTF-8"),
     (gzip.compress(b"a,b\n1,2\n", mtime=0), "is compressed with gzip; unpack it first"),
     (b"PK\x03\x04rest", "a zip archive or a spreadsheet; save the table as CSV"), (b"", "is empty"),
     ("truth,a\n1,0\n".encode("utf-16-le"), "has a NUL byte"),
     (b"truth,a\nx,\xe9\n", "line 2 of .* is not UTF-8")],
)  # fmt: skip
def test_files_that_are_not_text_in_utf8(tmp_path, content, message):
    (tmp_path / "p.csv").write_bytes(content)
    with pytest.raises(FileError, match=message):
        read_table(tmp_path / "p.csv")


def test_a_missing_file_brings_the_nearest(tmp_path):
    (tmp_path / "predictions.csv").write_text("a\n1\n")
    with pytest.raises(
        FileError, match=r"there is no file .*predictons.csv; did you mean 'predictions.csv'\?"
    ):
        read_table(tmp_path / "predictons.csv")
    with pytest.raises(FileError, match=r"there is no file .*zzz; check its name and folder"):
        read_table(tmp_path / "zzz")
    with pytest.raises(FileError, match=r"there is no folder '.*nowhere'"):
        read_table(tmp_path / "nowhere" / "p.csv")


def test_a_folder(tmp_path):
    with pytest.raises(FileError, match="is a folder; expected a file in it"):
        read_table(tmp_path)


@pytest.mark.parametrize(
    "problem", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")]
)
def test_files_that_the_system_refuses(tmp_path, monkeypatch, problem):
    def refuse(*_args, **_options):
        raise problem

    path = tmp_path / "p.csv"
    path.write_text("a\n1\n")
    monkeypatch.setattr(Path, "open", refuse)
    expected = (
        "permission denied" if isinstance(problem, PermissionError) else "cannot be read: Input/output error"
    )
    with pytest.raises(FileError, match=expected):
        read_table(path)


@pytest.mark.parametrize("path", ["", "a\0b", 3, None, "x" * 5000, b"p.csv"])
def test_what_is_not_a_file_name(path):
    with pytest.raises(FileError):
        read_table(path)


@pytest.mark.parametrize("name", ["p.csv", "p.tsv", "p.jsonl", "p.parquet", "p"])
@pytest.mark.parametrize("start", [b"", b"truth,a\n", b'{"truth": "'])
@pytest.mark.slow
def test_hundreds_of_megabytes_in_one_line_fail_in_little_memory(tmp_path, name, start):
    path = tmp_path / name
    path.write_bytes(start)
    os.truncate(path, 400 << 20)
    read_peak_under(path, 8 << 20)


@pytest.mark.slow
def test_a_long_line_of_text_fails_in_little_memory(tmp_path):
    path = tmp_path / "p.csv"
    path.write_bytes(b"truth,a\n" + b"cat," * (4 << 20))
    assert "line 2 of" in read_peak_under(path, 8 << 20)


def read_peak_under(path: Path, limit: int) -> str:
    tracemalloc.start()
    try:
        with pytest.raises(FileError) as error:
            read_table(path)
        assert tracemalloc.get_traced_memory()[1] < limit
    finally:
        tracemalloc.stop()
    return str(error.value)


def test_a_pretty_printed_json_file_is_told_what_to_be(tmp_path):
    (tmp_path / "p.json").write_text(json.dumps([{"truth": 1}], indent=2))
    with pytest.raises(FileError, match=r"line 1 of .* expected one object on each line"):
        read_table(tmp_path / "p.json")


def test_a_name_to_speak_of_the_file_by(tmp_path):
    (tmp_path / "0.csv").write_text("truth,a\n1\n")
    with pytest.raises(FileError, match=r"of mine\.csv has 1 field") as error:
        read_table(tmp_path / "0.csv", name="mine.csv")
    assert str(tmp_path) not in str(error.value)
