import io
import os
import re
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.packing import PACKERS
from tests.unit.read.engine.pairs import read_tally

from bakeoff.compare.files import compare_files
from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.files import files_source
from bakeoff.read.table import read_table


@pytest.mark.parametrize("path", ["a\0b", "", 3, None])
def test_what_is_not_a_file_name(path, duck):
    with pytest.raises(FileError):
        files_source(path, duck)


def test_a_file_whose_name_is_a_pattern(source):
    assert read_tally(source("run[1]*.csv", **{"run[1]*_csv": "truth,a,b\n1,1,1\n"})).n == 1


def test_a_missing_file_brings_the_nearest(tmp_path, duck):
    (tmp_path / "predictions.csv").write_text("truth,a,b\n1,1,1\n")
    with pytest.raises(FileError, match=r"there is no file .*predictons.csv; did you mean 'predictions.csv'"):
        files_source(tmp_path / "predictons.csv", duck)


def test_a_name_to_speak_of_the_file_by(tmp_path, duck):
    (tmp_path / "0.csv").write_text("truth,a,b\n1,1,\n")
    with pytest.raises(
        InputError, match=r"column 'b' of mine.csv has a missing value \(''\) in row 1 \(line 2\)"
    ):
        read_tally(files_source(tmp_path / "0.csv", duck, name="mine.csv"))


@pytest.mark.parametrize("address", ["s3://bucket/p.parquet", "https://example.org/p.csv", "gs://x/*"])
def test_nothing_is_fetched_from_a_network(address, duck):
    with pytest.raises(FileError, match=r"is a network address; expected files on this machine"):
        files_source(address, duck)


def test_an_engine_is_closed_where_the_file_is_bad(tmp_path, monkeypatch):
    closed = []
    monkeypatch.setattr("bakeoff.read.engine.duck.DuckEngine.close", lambda self: closed.append(1))
    (tmp_path / "p.csv").write_text("truth,truth\n1,1\n")
    for read in (compare_files, read_table):
        with pytest.raises(FileError, match=re.escape("two columns called 'truth'")):
            read(tmp_path / "p.csv")
    assert len(closed) == 2


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
def test_names_that_are_not_utf_8(tmp_path, duck):
    rows = {"truth": [1, 0], "a": [1, 0], "b": [0, 0]}
    sink = io.BytesIO()
    pq.write_table(pa.table(rows), sink)
    text = b"truth,a,b\n1,1,0\n0,0,0\n"
    lines = b'{"truth": 1, "a": 1, "b": 0}\n{"truth": 0, "a": 0, "b": 0}\n'
    contents = {b"csv": text, b"tsv": text.replace(b",", b"\t"), b"jsonl": lines, b"parquet": sink.getvalue()}
    contents |= {b"csv." + ending.encode(): pack(text) for ending, pack in PACKERS.items()}
    for ending, content in contents.items():
        folder = tmp_path / os.fsdecode(b"runs \xe9 " + ending)
        folder.mkdir()
        (folder / os.fsdecode(b"caf\xe9." + ending)).write_bytes(content)
        for path in (folder, next(folder.iterdir())):
            assert read_tally(files_source(path, duck)).n == 2, ending
        if b"csv." not in ending:
            assert read_table(next(folder.iterdir())).rows == 2
    with pytest.raises(InputError, match=r"column 'x' of .*caf.xe9.csv is called|is called 'x'"):
        read_tally(files_source(tmp_path / os.fsdecode(b"runs \xe9 csv"), duck), truth="x")
