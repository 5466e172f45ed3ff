import hashlib

import pytest

import bakeoff
from bakeoff.core.exceptions import FileError
from bakeoff.core.origin import CHUNK, Origin, origin_here, sha256


def test_files_are_hashed_piece_by_piece(tmp_path):
    path = tmp_path / "large.bin"
    content = b"ab" * CHUNK + b"c"
    path.write_bytes(content)
    found = origin_here(command="bakeoff compare x", files=[path], rng=3)
    assert found.files == (("large.bin", hashlib.sha256(content).hexdigest()),)
    assert (found.command, found.rng) == ("bakeoff compare x", "3")


def test_versions_are_those_that_run():
    import numpy
    import scipy

    found = dict(origin_here().versions)
    assert found["bakeoff"] == bakeoff.__version__
    assert (found["numpy"], found["scipy"]) == (numpy.__version__, scipy.__version__)


def test_a_file_that_is_gone_is_refused(tmp_path):
    with pytest.raises(FileError, match="cannot be read: No such file"):
        sha256(tmp_path / "gone.csv")


def test_nothing_is_known_without_being_told():
    assert Origin() == Origin(command="", files=(), rng="", versions=())
