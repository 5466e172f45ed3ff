import os
import threading
import time
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joblib import Parallel, delayed, parallel_config
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from threadpoolctl import threadpool_info, threadpool_limits

from bakeoff.experiment import workers
from bakeoff.experiment.cell import Done, Given, Task, run_batch
from bakeoff.experiment.workers import LARGEST_BATCH, _Batches, run_tasks


def tasks(count, learners=1):
    return [
        Task(key=f"{i}", learner=i % learners, test=np.arange(i % 30, 60, 30), seed=i) for i in range(count)
    ]


def done(seconds, count=1):
    half = seconds / 2
    return [Done(key="", content=b"", fit_seconds=half, predict_seconds=half) for _ in range(count)]


@settings(deadline=None)
@given(st.integers(0, 400), st.integers(1, 40), st.lists(st.floats(0, 3), max_size=60))
@pytest.mark.slow
def test_batches_hold_every_task_once_whatever_they_learn(count, shares, times):
    every = tasks(count)
    batches, seen = _Batches(every, shares), []
    pace = iter(times)
    for batch in batches:
        assert 1 <= len(batch) <= LARGEST_BATCH
        seen += [task.key for task in batch]
        batches.learn(done(next(pace, 0.001), len(batch)))
    assert seen == [task.key for task in every]


@pytest.mark.slow
def test_the_first_batch_is_one_task_and_quick_cells_make_larger_ones():
    batches = _Batches(tasks(2000), shares=4)
    each = iter(batches)
    assert len(next(each)) == 1
    batches.learn(done(0.002))
    assert len(next(each)) == round(workers.BATCH_SECONDS / 0.002)
    batches.learn(done(0.000001, 50_000))
    assert len(next(each)) == LARGEST_BATCH
    batches.learn(done(60, 50_000))
    assert len(next(each)) == 1


def test_batches_shrink_towards_the_end():
    batches = _Batches(tasks(100), shares=8)
    batches.learn(done(0.0001))
    sizes = [len(batch) for batch in batches]
    assert sum(sizes) == 100
    assert sizes[0] == 100 // 8
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1


@pytest.mark.slow
def test_two_workers_find_what_one_finds_byte_for_byte(two):
    X, y = two
    given_to_all = (
        X,
        y,
        None,
        (0, 1),
        [GaussianNB(), RandomForestClassifier(3)],
        [[], ["random_state"]],
        True,
    )
    every = tasks(30, learners=2)
    one, pair = (
        {each.key: each.content for each in run_tasks(given_to_all, every, jobs=jobs)} for jobs in (1, 2)
    )
    assert one == pair
    assert len(one) == 30


def test_one_worker_gives_each_cell_as_it_is_finished(two, learners):
    X, y = two
    finished = run_tasks((X, y, None, (0, 1), [learners.Majority()], [[]], False), tasks(5))
    assert next(finished).key == "0"
    assert len(learners.fits) == 1
    assert [each.key for each in finished] == ["1", "2", "3", "4"]


def test_nothing_to_do():
    assert list(run_tasks((None, None, None, None, []), [])) == []


@pytest.mark.slow
def test_work_given_up_as_it_begins_ends_without_a_word(capfd):
    # Joblib's thread falls over what was given up in one of ten rounds: sixty let it pass in 2 of 1000 runs.
    for _ in range(60):
        with parallel_config(backend="loky"):
            parallel = Parallel(n_jobs=2, batch_size=1, return_as="generator_unordered")
            with workers._started(parallel, (delayed(time.sleep)(1) for _ in range(20))):
                pass
    assert capfd.readouterr().err == ""


def test_the_tracker_of_joblib_is_started_without_its_warnings(monkeypatch):
    from joblib.externals.loky.backend import resource_tracker

    seen = []
    monkeypatch.setattr(
        resource_tracker, "ensure_running", lambda: seen.append(os.environ.get("PYTHONWARNINGS"))
    )
    before = os.environ.get("PYTHONWARNINGS")
    workers._start_trackers()
    assert seen == ["ignore"]
    assert os.environ.get("PYTHONWARNINGS") == before


def test_other_threads_are_heard_while_work_is_given_up(monkeypatch):
    told = []
    monkeypatch.setattr(threading, "excepthook", told.append)

    def fail():
        raise ValueError("of another thread")

    with workers._quietly():
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    assert [str(each.exc_value) for each in told] == ["of another thread"]
    assert threading.excepthook == told.append


class Threads(GaussianNB):
    """A learner that says how many threads the libraries may use while it trains."""

    seen: ClassVar = []

    def fit(self, X, y):
        self.seen.extend(each["num_threads"] for each in threadpool_info())
        return super().fit(X, y)


@pytest.mark.parametrize("run", [run_batch, lambda tasks, *given: list(run_tasks(Given(*given), tasks))])
def test_learners_train_in_one_thread_however_many_there_are(run):
    Threads.seen.clear()
    X, y = np.arange(120.0).reshape(60, 2), np.arange(60) % 2
    with threadpool_limits(limits=2):
        assert 2 in [each["num_threads"] for each in threadpool_info()]
        run(tasks(2), X, y, None, (0, 1), [Threads()], [[]])
    assert set(Threads.seen) == {1}
