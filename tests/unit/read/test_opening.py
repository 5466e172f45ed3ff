import os
import re
from pathlib import Path

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import file_path, opened, refuse_strange_file


def test_a_path_and_how_to_write_it(tmp_path):
    file, source = file_path(tmp_path / "x.csv")
    assert file == tmp_path / "x.csv"
    assert source == str(tmp_path / "x.csv")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (3, "3 is an int; expected the name of a file"),
        ("", "'' is not the name of a file; expected one such as predictions.csv"),
        ("a\0b", "is not the name"),
    ],
)
def test_what_is_no_path(path, message):
    with pytest.raises(FileError, match=re.escape(message)):
        file_path(path)


def test_a_name_that_does_not_print_is_shown_on_one_line():
    assert file_path("a\nb.csv")[1] == r"'a\nb.csv'"


def test_bytes_of_a_file(tmp_path):
    (tmp_path / "x").write_bytes(b"abc")
    with opened(tmp_path / "x", "x", expected="anything") as stream:
        assert stream.read() == b"abc"


def test_a_folder_and_a_file_that_is_not_there(tmp_path):
    (tmp_path / "data.csv").touch()
    with pytest.raises(FileError, match="x is a folder; expected a file in it: a table"):
        opened(tmp_path, "x", expected="a table").__enter__()
    with pytest.raises(FileError, match=r"there is no file x; did you mean 'data.csv'\?"):
        opened(tmp_path / "dta.csv", "x", expected="a table").__enter__()
    with pytest.raises(FileError, match="there is no file x: there is no folder"):
        opened(tmp_path / "no" / "dta.csv", "x", expected="a table").__enter__()


def test_pipes_and_large_files_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="p is a pipe; expected a plain file"):
        refuse_strange_file(tmp_path / "pipe", "p", most_bytes=10)
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(FileError, match="l has 11 bytes; expected at most 10"):
        refuse_strange_file(tmp_path / "large", "l", most_bytes=10)
    refuse_strange_file(tmp_path / "large", "l", most_bytes=11)
    refuse_strange_file(tmp_path / "absent", "a", most_bytes=10)


def test_links_to_nowhere_devices_and_files_of_the_system_are_called_so(tmp_path):
    link = tmp_path / "latest.csv"
    link.symlink_to("gone.csv")
    said = r"l is a link to gone.csv, which does not exist; restore the file"
    with pytest.raises(FileError, match=said):
        opened(link, "l", expected="a table").__enter__()
    with pytest.raises(FileError, match=said):
        refuse_strange_file(link, "l")
    os.mkfifo(tmp_path / "pipe")
    for path, said in ((tmp_path / "pipe", "a pipe"), ("/dev/zero", "a device")):
        with pytest.raises(FileError, match=f"x is {said}; expected a plain file"):
            opened(Path(path), "x", expected="a table").__enter__()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="there is no /proc here")
def test_files_that_the_system_makes_up_are_refused():
    with pytest.raises(FileError, match="m is written by the system while it is read; expected a plain file"):
        opened(Path("/proc/self/maps"), "m", expected="a table").__enter__()
