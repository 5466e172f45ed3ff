import gzip
import re

import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.read.engine.sources import SMALL, Source, files_source, literal, needs_engine, quoted

NASTY = [
    'say "x"',
    "a;DROP TABLE t;--",
    "it's",
    "c0",
    "f0",
    "tab\tin",
    "*",
    "%s {x}",
    "\\",
    "naïve",
    "SELECT",
]


@pytest.mark.parametrize("name", NASTY)
def test_names_and_texts_are_quoted(name):
    assert quoted(name)[1:-1].replace('""', "") == name.replace('"', "")
    assert literal(name)[1:-1].replace("''", "'") == name


class Fake:
    name = "nowhere"

    def close(self):
        pass


def test_a_column_or_why_there_is_none():
    kinds = {"truth": "text", "nested": "other", "odd": "whole"}
    source = Source(engine=Fake(), relation="t", name="x", kinds=kinds, faults={"odd": "odd is odd"})
    assert source.column("truth") == '"truth"'
    with pytest.raises(UnknownNameError, match=r"no column of x is called 'trut'; did you mean 'truth'\?"):
        source.column("trut")
    with pytest.raises(InputError, match="column 'nested' of x holds lists"):
        source.column("nested")
    with pytest.raises(InputError, match=r"^odd is odd$"):
        source.column("odd")


def test_what_needs_an_engine(tmp_path):
    small, large, packed = (tmp_path / name for name in ("s.csv", "l.csv", "p.csv.gz"))
    small.write_text("truth,a,b\n1,1,1\n")
    large.write_bytes(b"x" * (SMALL + 1))
    packed.write_bytes(gzip.compress(b"truth,a,b\n1,1,1\n"))
    assert [needs_engine(path) for path in (small, large, packed, tmp_path, f"{tmp_path}/*.csv")] == [
        False, True, True, True, True,
    ]  # fmt: skip
    assert not needs_engine(tmp_path / "not there.csv")  # the careful reader says so
    odd = tmp_path / "run[1]*.csv"
    odd.write_text("truth,a,b\n1,1,1\n")
    assert not needs_engine(odd)
    with pytest.raises(FileError, match="not the name of a file"):
        needs_engine("a\0b")


@pytest.mark.parametrize("address", ["s3://bucket/p.parquet", "https://example.org/p.csv", "gs://x/*"])
def test_nothing_is_fetched_from_a_network(address):
    for ask in (needs_engine, files_source):
        with pytest.raises(FileError, match=r"is an address on a network; expected files on this machine"):
            ask(address)


def test_a_file_is_not_joined_with_a_table_elsewhere(tmp_path):
    (tmp_path / "p.csv").write_text("truth,a,b\n1,1,1\n")
    with pytest.raises(InputError, match="cannot be joined with a table in nowhere"):
        files_source(tmp_path / "p.csv", engine=Fake())


def test_an_engine_of_its_own_is_closed_where_the_file_is_bad(tmp_path, monkeypatch):
    closed = []
    monkeypatch.setattr("bakeoff.read.engine.duck.DuckEngine.close", lambda self: closed.append(1))
    (tmp_path / "p.csv").write_text("truth,truth\n1,1\n")
    with pytest.raises(FileError, match=re.escape("two columns called 'truth'")):
        files_source(tmp_path / "p.csv")
    assert len(closed) == 1
