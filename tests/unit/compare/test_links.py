import os

import pytest

import bakeoff
from bakeoff.compare.links import link_notes

HEAD = "truth,a,b\n"
LEFT = HEAD + "1,1,0\n" * 6 + "1,0,1\n" * 2 + "1,1,1\n" * 20


@pytest.fixture
def runs(tmp_path):
    for run in ("run1", "run2"):
        (tmp_path / run).mkdir()
        (tmp_path / run / "x.csv").write_text(LEFT)
    return tmp_path


@pytest.mark.slow
def test_links_change_no_p_value(runs):
    alone = bakeoff.compare_files(runs)
    (runs / "latest").symlink_to("run2")
    (runs / "run1" / "again.csv").symlink_to("x.csv")
    os.link(runs / "run2" / "x.csv", runs / "run2" / "hard.csv")
    for path in (runs, f"{runs}/**/*.csv", f"{runs}/*/*.csv"):
        verdict = bakeoff.compare_files(path)
        assert (verdict.result.n, verdict.result.p_value) == (alone.result.n, alone.result.p_value)
        assert verdict.result.notes[-1].endswith("already in the same place: each file is counted once")
    assert "counted once" not in " ".join(alone.result.notes)


def test_rankings_and_gates_say_so_too(runs):
    (runs / "run1" / "again.csv").symlink_to("x.csv")
    ranking = bakeoff.rank_files(runs)
    assert ranking.basis.counts[0] == 56
    assert "again.csv is a link to data that is already in the same place" in ranking.notes[-1]


def test_many_links_are_counted_rather_than_listed(runs):
    for at in range(5):
        (runs / f"latest{at}").symlink_to("run2")
    (note,) = link_notes([runs, "one.csv"])
    assert "latest2 and 2 more are links to data that are already in the same place" in note


def test_a_link_is_no_further_model(tmp_path):
    for name in ("svm", "tree"):
        (tmp_path / f"{name}.csv").write_text("id,truth,prediction\n1,1,1\n2,0,1\n")
    (tmp_path / "latest.csv").symlink_to("tree.csv")
    files = sorted(tmp_path.glob("*.csv"))
    with pytest.raises(bakeoff.InputError, match=r"tree.csv and .*latest.csv are the same file"):
        bakeoff.rank_files(files, id="id")
    assert len(bakeoff.rank_files(files[1:], id="id").models) == 2
