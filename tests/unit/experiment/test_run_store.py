import sqlite3

import pytest

from bakeoff.experiment import run as module
from bakeoff.experiment.run import open_store


def test_no_place_no_store(tmp_path):
    with open_store(None) as store:
        assert store is None


def test_the_store_is_closed_in_the_end_whatever_happens(tmp_path):
    with pytest.raises(KeyboardInterrupt), open_store(tmp_path / "s") as store:
        store.keep("x", "y")
        raise KeyboardInterrupt
    with pytest.raises(sqlite3.ProgrammingError):
        store._connection.execute("SELECT 1")
    with open_store(str(tmp_path / "s")) as again:
        assert again.kept("x") == "y"


def test_whoever_waits_is_told_for_what(capsys, tmp_path):
    module._wait(tmp_path / "s")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"note: another process is using {tmp_path / 's'}; waiting for it to finish\n"


def test_a_setup_has_the_store_while_it_is_open(tmp_path):
    with module.set_up(tmp_path / "s", jobs=2, cluster=None, observer=None) as setup:
        setup.store.keep("x", "y")
        assert (setup.jobs, setup.cluster, setup.store.kept("x")) == (2, None, "y")
    with module.set_up(None, jobs=1, cluster=None, observer=None) as without:
        assert without.store is None
