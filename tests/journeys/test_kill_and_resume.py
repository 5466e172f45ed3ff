"""A run killed outright at any moment and started again ends as if nothing had happened."""

import signal
import time

import numpy as np
import pytest

KILLS = 30
OF_THE_COMMAND = 2  # of these, the last ones are of the command itself rather than of forks


def moments(early, rng):
    """When to kill: after how many cells, and how many seconds after that.

    The early ones come while there is no store, or while the run or its workers are starting.
    """
    draws = np.random.default_rng(rng)
    late = KILLS - early
    cells = [*[0] * early, *draws.integers(1, 5, late)]
    seconds = [0.0, 0.02, *draws.uniform(0, 0.3, early - 2), *draws.uniform(0, 0.05, late)]
    return list(zip(cells, seconds, strict=True))


@pytest.mark.parametrize(("jobs", "early"), [("1", 10), ("2", 23)])
def test_killed_thirty_times(trial, start_command, wait_until, jobs, early):
    trial.write(runs=4, folds=5, halvings=6)
    undisturbed = trial.run("--jobs", jobs, "--store", "undisturbed.bakeoff")
    assert (undisturbed.code, undisturbed.err) == (0, "")
    assert trial.trained() == trial.cells

    for number, (cells, seconds) in enumerate(moments(early, int(jobs))):
        start = trial.start if number < KILLS - OF_THE_COMMAND else start_command
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
