import dataclasses
import inspect

import pytest

from bakeoff.experiment.observer import Interim, Observer, Silent
from bakeoff.report.progress import Progress

NOW = Interim(0.012, -0.003, 0.027, 34, ("logistic", "bayes"), "accuracy", of=100)


@pytest.mark.parametrize("kind", [Silent, Progress])
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
