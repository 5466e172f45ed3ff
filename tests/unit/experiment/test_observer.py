import dataclasses
import inspect
import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from bakeoff import RepeatedKFold, compare_all, compare_learners, estimate, rank_learners
from bakeoff.experiment.observer import Interim, Observer, Silent, usual_observer
from bakeoff.report.notebook import UsualBar
from bakeoff.report.progress import Line, Progress

NOW = Interim(0.012, -0.003, 0.027, 34, ("logistic", "bayes"), "accuracy", of=100)


@pytest.mark.parametrize("kind", [Silent, Progress, Line])
def test_observers_keep_to_the_protocol(kind):
    assert isinstance(kind(), Observer)
    for name in ("start", "finished", "stop"):
        assert inspect.signature(getattr(kind, name)) == inspect.signature(getattr(Observer, name))


def test_the_silent_one_says_nothing_whatever_happens(capfd):
    with Silent() as observer:
        observer.start(200, 100, "iris")
        observer.finished(3, 1, NOW)
        observer.finished(1, 0, None)
    observer.stop()
    assert capfd.readouterr() == ("", "")


def test_the_silent_one_hides_no_error():
    with pytest.raises(KeyboardInterrupt), Silent():
        raise KeyboardInterrupt


def test_an_interim_difference_cannot_be_changed_afterwards():
    with pytest.raises(dataclasses.FrozenInstanceError):
        NOW.estimate = 0.5
    assert Interim(0.1, 0.0, 0.2, 5, ("A", "B"), "auc").of is None


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "kernel", "shown"),
    [(Terminal, None, Line), (io.StringIO, None, Silent), (io.StringIO, object(), UsualBar)],
    ids=["terminal", "pipe", "notebook"],
)
def test_progress_is_shown_where_a_person_looks(monkeypatch, stream, kernel, shown):
    shell = SimpleNamespace(kernel=kernel)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(sys, "stderr", stream())
    assert type(usual_observer()) is shown
    assert isinstance(usual_observer(), Silent)  # whom no looks at the difference are taken for


def test_nobody_looks_where_there_is_no_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert type(usual_observer()) is Silent


@pytest.mark.parametrize("work", [compare_learners, compare_all, rank_learners, estimate])
def test_long_work_shows_it_by_default(monkeypatch, work):
    told = []

    class Told(Silent):
        def finished(self, cells, failed, interim):
            told.append((cells, interim))

    monkeypatch.setattr("bakeoff.experiment.run.usual_observer", Told)
    X, y = np.random.default_rng(1).normal(size=(40, 2)), np.arange(40) % 2
    learners = {"bayes": GaussianNB(), "none": DummyClassifier()}
    if work is estimate:
        estimate(GaussianNB(), X, y, estimator="kfold", folds=5)
    else:
        given = tuple(learners.values()) if work is compare_learners else (learners,)
        work(*given, X, y, design=RepeatedKFold(runs=2, folds=5))
    assert told == [(1, None)] * (5 if work is estimate else 20)
