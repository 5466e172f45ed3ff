"""TOML files of users: what cannot be read is one line."""

import os
import re

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.toml_file import read_toml


@pytest.fixture
def read(tmp_path):
    def of(content):
        (tmp_path / "e.toml").write_bytes(content)
        return read_toml(tmp_path / "e.toml", "e.toml", expected="a gate file in TOML")

    return of


def test_a_table_with_or_without_a_byte_order_mark(read):
    assert read(b"a = 1\n") == read(b"\xef\xbb\xbfa = 1\n") == {"a": 1}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"rng = 0\nmetrics = [", "e.toml is not valid TOML: "),
        (b"rng = 0\nrng = 1\nalpha = 1", "(at line 2,"),
        (b"[learners.a]\n[learners.a]", "(at line 2,"),
        (b"rng = " + b"9" * 5000, "e.toml has a number without end; expected a gate file in TOML"),
        (b"a = " + b"[" * 5000, "has brackets nested without end"),
        (b"rng = \xff", "is not UTF-8 (byte offset 6); expected a gate file in TOML: save it as UTF-8"),
        (b"rng = 0\0", "is not valid TOML"),
        (b"#" * (1 << 20) + b"\n", "has more than 1,048,576 bytes"),
    ],
)
def test_what_is_not_toml(read, content, message):
    with pytest.raises(FileError, match=re.escape(message)):
        read(content)


def test_no_file_a_folder_and_a_pipe_that_nobody_writes_to(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name, message in {"none": "there is no file", ".": "is a folder", "pipe": "is a pipe"}.items():
        with pytest.raises(FileError, match=message):
            read_toml(tmp_path / name, name, expected="a gate file in TOML")
