from pathlib import Path

import pytest

from bakeoff.cli.keeping import Training, _jobs
from bakeoff.core.exceptions import InputError
from bakeoff.experiment.observer import Silent


@pytest.mark.parametrize(("text", "jobs"), [("1", 1), ("12", 12), ("all", -1)])
def test_numbers_of_workers(text, jobs):
    assert _jobs(text) == jobs


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "", "ALL"])
def test_numbers_of_workers_that_make_no_sense(text):
    with pytest.raises(InputError, match="--jobs"):
        _jobs(text)


@pytest.mark.parametrize(
    ("given", "place"),
    [({}, "folder/e.bakeoff"), ({"store": "other.db"}, "other.db")],
)
def test_the_store_lies_beside_the_file_unless_another_place_is_given(tmp_path, monkeypatch, given, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with Training(**given, jobs="2", cluster="tcp://h:1", retry=True).kept("folder/e.toml") as how:
        assert how.store.path == Path(place)
        assert (how.jobs, how.cluster, how.retry) == (2, "tcp://h:1", True)
        assert isinstance(how.observer, Silent)
    assert Path(place).exists()


def test_whoever_stops_a_run_is_told_how_to_go_on(tmp_path, capsys):
    with pytest.raises(KeyboardInterrupt), Training().kept(str(tmp_path / "e.toml")) as how:
        how.store.keep("x", "y")
        raise KeyboardInterrupt
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"note: what was finished is kept in {tmp_path / 'e.bakeoff'}; the same command goes on from there\n"
    )
    with Training().kept(str(tmp_path / "e.toml")) as how:
        assert how.store.kept("x") == "y"


def test_other_errors_pass(tmp_path, capsys):
    with pytest.raises(InputError, match="something else"), Training().kept(str(tmp_path / "e.toml")):
        raise InputError("something else")
    assert capsys.readouterr().err == ""
