import sqlite3

import pytest

from bakeoff.experiment import opened as module
from bakeoff.experiment.opened import opened


def test_no_place_no_store(tmp_path):
    with opened(None) as store:
        assert store is None


def test_the_store_is_closed_in_the_end_whatever_happens(tmp_path):
    with pytest.raises(KeyboardInterrupt), opened(tmp_path / "s") as store:
        store.keep("x", "y")
        raise KeyboardInterrupt
    with pytest.raises(sqlite3.ProgrammingError):
        store._connection.execute("SELECT 1")
    with opened(str(tmp_path / "s")) as again:
        assert again.kept("x") == "y"


def test_whoever_waits_is_told_for_what(capsys, tmp_path):
    module._wait(tmp_path / "s")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"note: another process is working on {tmp_path / 's'}; waiting for it to finish\n"
