"""Ctrl-C, and what is to be seen at a terminal while a run goes on."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

CTRL_C = b"\x03"


class Terminal:
    """A terminal, read all the time: a process that writes to one that is full would wait for ever."""

    def __init__(self):
        self._ours, self._theirs = pty.openpty()
        self.name = os.ttyname(self._theirs)
        self._seen = b""
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        with suppress(OSError):  # Linux ends a terminal that nobody holds with an error
            while part := os.read(self._ours, 65536):
                self._seen += part

    def seen(self):
        return self._seen.decode(errors="replace")

    def text(self):
        """What was written, without colours and movements."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.seen())

    def press(self, key):
        os.write(self._ours, key)

    def close(self):
        os.close(self._theirs)
        self._reader.join(timeout=5)  # a process that a failed test has left still holds the terminal
        os.close(self._ours)


@pytest.fixture
def terminal():
    made = Terminal()
    yield made
    made.close()


@pytest.fixture
def at_terminal(trial, terminal):
    """Start a run whose standard input and error are a terminal."""
    trial.environment |= {"COLUMNS": "100"}

    def begin(*more):
        return trial.start(*more, streams=(terminal.name, str(trial.folder / "answer"), terminal.name))

    return begin


def living(group):
    """Processes of a group that are not just waiting to be forgotten."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, member = place.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(member) == group and state not in "ZX":
            found.append(place.parent.name)
    return found


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_run_that_then_goes_on(trial, terminal, at_terminal, wait_until, jobs):
    undisturbed = trial.run("--store", "undisturbed.bakeoff")
    (trial.folder / "trainings").unlink()

    run = at_terminal("--jobs", jobs)
    wait_until(lambda: trial.trained() >= 20, "twenty trainings")
    terminal.press(CTRL_C)
    assert run.wait() == 130
    wait_until(lambda: not living(run.pid), "all workers to end")
    assert (trial.folder / "answer").read_text() == ""
    resume = "note: what was finished is kept in e.bakeoff; the same command continues from there\r\n"
    wait_until(lambda: terminal.text().endswith(resume), "how to resume")
    assert "Traceback" not in terminal.text()
    assert "Warning" not in terminal.text()
    assert terminal.seen().rfind("\x1b[?25h") > terminal.seen().rfind("\x1b[?25l"), "the cursor is hidden"

    kept, trained = len(trial.stored()), trial.trained()
    assert 0 < kept < trial.cells
    again = trial.run()  # by one, whoever began
    assert again == undisturbed
    assert trial.trained() - trained == trial.cells - kept
    assert trial.stored() == trial.stored("undisturbed.bakeoff")


def test_ctrl_c_while_workers_start(trial, terminal, at_terminal, wait_until):
    run = at_terminal("--jobs", "2")
    wait_until(lambda: "0 of 100 trainings" in terminal.text(), "the bar")
    terminal.press(CTRL_C)
    assert run.wait() == 130
    wait_until(lambda: not living(run.pid), "all workers to end")
    wait_until(lambda: terminal.text().endswith("continues from there\r\n"), "how to resume")
    assert "Traceback" not in terminal.text()
    assert "Warning" not in terminal.text()


def test_ctrl_c_while_waiting_for_the_store(trial, terminal, at_terminal, wait_until):
    trial.environment["GATE"] = str(trial.folder / "gate")
    first = trial.start()
    wait_until((trial.folder / "e.bakeoff-wal").exists, "the first to begin")
    run = at_terminal()
    wait_until(lambda: "another process is using e.bakeoff" in terminal.text(), "the second to wait")
    terminal.press(CTRL_C)
    assert run.wait() == 130
    assert "Traceback" not in terminal.text()
    (trial.folder / "gate").touch()
    assert first.ended().code == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_told_to_end_from_outside(trial, wait_until, jobs, number):
    """By a program, by a terminal that is closed, and by Ctrl-\\ in it."""
    run = trial.start("--jobs", jobs)
    wait_until(lambda: trial.trained() >= 5, "five trainings")
    run.signal(number)  # workers get it too
    ran = run.ended()
    assert (ran.code, ran.out) == (128 + number, "")
    assert ran.err == "note: what was finished is kept in e.bakeoff; the same command continues from there\n"
    wait_until(lambda: not living(run.pid), "all workers to end")
    assert not (trial.folder / "e.bakeoff-wal").exists()
    assert 0 < len(trial.stored()) < trial.cells


def test_no_worker_outlives_the_run(trial, wait_until):
    gate = trial.folder / "gate"
    trial.environment["GATE"] = str(gate)
    run = trial.start("--jobs", "2")
    wait_until(lambda: len(list(trial.folder.glob("at the gate *"))) == 2, "both workers to train")
    os.kill(run.pid, signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    start = time.monotonic()
    wait_until(lambda: not living(run.pid), "all workers to end")
    assert time.monotonic() - start < 5
    assert trial.trained() == 0


def test_what_is_to_be_seen(trial, terminal, at_terminal, wait_until):
    trial.write(pause=0.03)
    run = at_terminal()
    wait_until(lambda: "interim" in terminal.text(), "the difference so far")
    assert run.wait() == 0
    wait_until(lambda: "100 of 100 trainings" in terminal.text(), "the end of the bar")
    seen = terminal.text()
    assert re.search(r"\d+ of 100 trainings  \d[\d.]*/(s|min)  \d+:\d\d left", seen)
    ahead = r"(calm|noisy) ahead by \S+ points \(\S+ to \S+\) after \d+ of 10 splits"
    assert re.search(f"interim, not a verdict: {ahead}", seen)
    last = seen[seen.rindex("100 of 100 trainings") :]
    assert re.match(r"100 of 100 trainings  \S+/s  in \d+:\d\d\r\n", last)
    assert "interim" not in last
    assert json.loads((trial.folder / "answer").read_text())["names"] == ["calm", "noisy"]


def test_quiet_at_a_terminal(terminal, at_terminal):
    run = at_terminal("--quiet")
    assert run.wait() == 0
    assert terminal.seen() == ""


def test_nothing_is_drawn_into_a_file(trial):
    ran = trial.run()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("{")
    assert ran.out.endswith("}\n")
    assert ran.json["names"] == ["calm", "noisy"]


def test_a_worker_that_is_killed(trial):
    trial.write(halvings=0, learners='[learners.frail]\nestimator = "slow.Frail"')
    ran = trial.run("--jobs", "2")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: a worker process died, possibly because it ran out of memory")
    assert ran.err.count("\n") == 1


def test_libraries_that_warn_while_python_ends_are_not_heard():
    late = "import atexit, sys, warnings; atexit.register(lambda: warnings.warn('a folder is left'))"
    code = f"{late}; sys.argv = ['bakeoff']; from bakeoff.cli.main import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.startswith("Usage: bakeoff COMMAND")
