import os

from bakeoff.lab.learners import _compiled


def test_threads_that_wait_soon_sleep():
    assert "OMP_WAIT_POLICY" in os.environ or "GOMP_SPINCOUNT" in os.environ


def test_what_was_compiled_before_the_newest_source_is_removed(tmp_path):
    kept = tmp_path / "__pycache__"
    kept.mkdir()
    names = ["_a.f-1.py311.nbi", "_a.f-1.py311.1.nbc", "_a.cpython-311.pyc"]
    for name in names:
        (kept / name).touch()
        os.utime(kept / name, (1000, 1000))
    (tmp_path / "_a.py").write_text("from bakeoff.lab.learners._compiled import compiled")
    (tmp_path / "_plain.py").write_text("")
    os.utime(tmp_path / "_a.py", (900, 900))
    _compiled._drop_stale([tmp_path])
    assert {file.name for file in kept.iterdir()} == set(names)
    os.utime(tmp_path / "_a.py", (1100, 1100))
    _compiled._drop_stale([tmp_path, tmp_path / "none"])
    assert {file.name for file in kept.iterdir()} == {names[2]}
