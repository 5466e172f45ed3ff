import os
import time
from pathlib import Path

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.links import Files, files_in, once


def named(found, folder):
    return [str(each.relative_to(folder)) for each in found.files]


@pytest.fixture
def runs(tmp_path):
    """Two runs, and a link to the second as programs leave it."""
    for run in ("run1", "run2"):
        (tmp_path / run).mkdir()
        (tmp_path / run / "x.csv").write_text("truth,a,b\n1,1,1\n")
    (tmp_path / "latest").symlink_to("run2")
    return tmp_path


def test_a_linked_folder_counts_once(runs):
    for path in (runs, f"{runs}/**/*.csv", f"{runs}/*/*.csv"):
        found = files_in(path)
        assert named(found, runs) == ["run1/x.csv", "run2/x.csv"]
        assert [Path(each).name for each in found.links] in (["latest"], ["x.csv"])


def test_linked_and_hard_linked_files_count_once(runs):
    (runs / "run1" / "a.csv").symlink_to("x.csv")
    os.link(runs / "run2" / "x.csv", runs / "run2" / "y.csv")
    assert named(files_in(runs), runs) == ["run1/x.csv", "run2/x.csv"]
    assert len(files_in(f"{runs}/run?/*.csv").links) == 2


def test_a_folder_elsewhere_is_reached_by_its_link(runs, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "z.csv").touch()
    (runs / "more").symlink_to(other)
    assert "more/z.csv" in named(files_in(runs), runs)
    assert named(files_in(f"{runs}/latest/*.csv"), runs) == ["latest/x.csv"]
    assert named(files_in(f"{runs}/**/latest/*.csv"), runs) == ["latest/x.csv"]


def test_loops_have_an_end(runs):
    for at in range(6):
        (runs / f"loop{at}").symlink_to(".")
        (runs / "run1" / f"loop{at}").symlink_to("..")
    started = time.process_time()
    assert named(files_in(f"{runs}/**/*.csv"), runs) == ["run1/x.csv", "run2/x.csv"]
    assert named(files_in(runs), runs) == ["run1/x.csv", "run2/x.csv"]
    assert time.process_time() - started < 1


def test_links_to_nowhere_are_refused_by_name(runs):
    (runs / "gone.csv").symlink_to("nothing.csv")
    for path in (runs, f"{runs}/*.csv"):
        with pytest.raises(FileError, match=r"gone.csv is a link to nothing.csv, which does not exist"):
            files_in(path)


def test_what_is_gone_and_what_is_hidden_is_left_out(runs):
    assert once([runs / "nothing.csv"]) == Files(files=())
    (runs / ".hidden.csv").touch()
    (runs / "_delta_log").mkdir()
    (runs / "_delta_log" / "0.csv").touch()
    assert named(files_in(runs), runs) == ["run1/x.csv", "run2/x.csv"]
    assert ".hidden.csv" not in named(files_in(f"{runs}/*.csv"), runs)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_refused(runs):
    (runs / "run1").chmod(0)
    try:
        with pytest.raises(FileError, match="cannot be read"):
            files_in(runs)
    finally:
        (runs / "run1").chmod(0o755)
