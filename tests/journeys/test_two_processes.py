"""Two processes on one store: the work is done once, and nobody is in the way of the other for ever."""

import signal

import pytest

WAITS = "note: another process is using e.bakeoff; waiting for it to finish\n"


@pytest.fixture
def both(trial, wait_until):
    """A run whose learners stand at a gate until it is opened, and a second one that finds it at work."""
    trial.environment["GATE"] = str(trial.folder / "gate")
    first = trial.start()
    wait_until((trial.folder / "e.bakeoff-wal").exists, "the first to begin")
    second = trial.start()
    wait_until(lambda: second.said(WAITS), "the second to wait")
    return first, second


@pytest.fixture
def undisturbed(trial):
    """What a run says that has the store to itself, and what it stored."""
    ran, stored = trial.run("--store", "alone.bakeoff"), trial.stored("alone.bakeoff")
    assert (ran.code, ran.err) == (0, "")
    (trial.folder / "trainings").unlink()
    return ran.out, stored


def test_the_second_waits_and_finds_the_work_done(trial, undisturbed, both):
    (trial.folder / "gate").touch()
    worked, waited = (each.ended() for each in both)
    assert (worked.code, worked.out, worked.err) == (0, undisturbed[0], "")
    assert (waited.code, waited.out, waited.err) == (0, undisturbed[0], WAITS)
    assert trial.stored() == undisturbed[1]
    assert trial.trained() == trial.cells


def test_the_second_goes_on_when_the_first_is_killed(trial, undisturbed, both):
    worked, waited = both
    worked.signal(signal.SIGKILL)
    assert worked.ended().code == -signal.SIGKILL
    (trial.folder / "gate").touch()
    ran = waited.ended()
    assert (ran.code, ran.out, ran.err) == (0, undisturbed[0], WAITS)
    assert trial.stored() == undisturbed[1]
    assert trial.trained() == trial.cells


def test_many_at_once_before_there_is_a_store(trial, undisturbed):
    pair = [trial.start(*["--jobs", "2"][: 2 * (number % 2)]) for number in range(5)]
    ended = [each.ended() for each in pair]
    assert {(each.code, each.out) for each in ended} == {(0, undisturbed[0])}
    assert {each.err for each in ended} <= {"", WAITS}
    assert trial.stored() == undisturbed[1]
    assert trial.trained() == trial.cells
    assert [each.name for each in trial.folder.iterdir() if each.name.startswith(".")] == []
