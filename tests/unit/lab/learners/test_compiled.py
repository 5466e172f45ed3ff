import os

import pytest

from bakeoff.lab.learners import _compiled


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(("tasks", "least"), [(1, 1), (3, 1), (100, 1), (100, 40), (10, 40)])
def test_every_task_is_done_once_in_blocks_that_are_large_enough(monkeypatch, threads, tasks, least):
    monkeypatch.setattr(_compiled, "THREADS", threads)
    done = []
    _compiled.in_threads(lambda *given: done.append(given), tasks, "given", least=least)
    assert sorted(task for _, begin, end in done for task in range(begin, end)) == list(range(tasks))
    assert all(end - begin >= min(least, tasks) for _, begin, end in done)
    assert {given for given, *_ in done} == {"given"}


def test_what_goes_wrong_in_a_thread_is_raised(monkeypatch):
    def work(begin, end):
        raise ArithmeticError(f"in {begin}")

    monkeypatch.setattr(_compiled, "THREADS", 2)
    with pytest.raises(ArithmeticError, match="in 0"):
        _compiled.in_threads(work, 50)


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
