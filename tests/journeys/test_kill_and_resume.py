"""A run killed outright at any moment and started again ends as if nothing had happened."""

import signal
import time

import numpy as np
import pytest

OF_THE_COMMAND = 1  # of the kills, the last one is of the command itself rather than of a fork


def moments(early, late, rng):
    """When to kill: after how many cells, and how many seconds after that.

    The early ones come while there is no store, or while the run or its workers are starting.
    """
    draws = np.random.default_rng(rng)
    cells = [*[0] * early, *draws.integers(1, 5, late)]
    seconds = [0.0, 0.02, *draws.uniform(0, 0.3, early - 2), *draws.uniform(0, 0.05, late)]
    return list(zip(cells, seconds, strict=True))


# Workers take seconds of processor time to start, so with two of them a run is killed less often.
@pytest.mark.parametrize(("jobs", "early", "late"), [("1", 10, 20), ("2", 6, 2)])
def test_killed_again_and_again(trial, start_command, wait_until, jobs, early, late):
    trial.write(runs=4, folds=5, halvings=6 if jobs == "1" else 2)
    undisturbed = trial.run("--jobs", jobs, "--store", "undisturbed.bakeoff")
    assert (undisturbed.code, undisturbed.err) == (0, "")
    assert trial.trained() == trial.cells

    for number, (cells, seconds) in enumerate(moments(early, late, int(jobs))):
        start = trial.start if number < early + late - OF_THE_COMMAND else start_command
        started, before = start("--jobs", jobs), trial.trained()
        wait_until(lambda: trial.trained() >= before + cells, "the next cells")  # noqa: B023
        time.sleep(seconds)
        started.signal(signal.SIGKILL)
        assert started.wait() == -signal.SIGKILL, "it had ended before"
    kept, before = trial.stored(), trial.trained()
    assert 0 < len(kept) < trial.cells

    assert start_command("--jobs", jobs).ended() == undisturbed
    assert trial.stored() == trial.stored("undisturbed.bakeoff")
    assert trial.trained() - before == trial.cells - len(kept)
