"""Runs are stopped at random moments and started again; what was finished is kept, and the end is the same.

Each case sends KILL, TERM, INT, HUP or QUIT to the run or to all its processes, or KILL to one worker,
with one worker or two, some while the store is made. What the store has afterwards is compared with the
store of an undisturbed run, cell by cell. Every run that comes to its end must say the same as that one,
byte for byte.
"""

import os
import random
import signal
import tempfile
import time
from pathlib import Path

from tests.journeys.conftest import Ran, Started, Trial

from chaos.forks import gone, living, trial
from chaos.part import Part

TWO_WORKERS = 0.08  # share of the cases; two workers take seconds to start
MAKING = 0.25  # share of the cases with one worker that begin without a store
UNDISTURBED = 40  # cases after which one run is left alone
CODES = {signal.SIGKILL: -9} | {
    number: 128 + number for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
}
KEPT = "note: what was finished is kept in e.bakeoff; the same command continues from there\n"
DIED = "error: a worker process died"


def run(part: Part) -> None:
    """All cases, in one folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        trial(Path(folder), runs=2, halvings=2, pause=0.005) as made,
    ):
        _Kills(part, *made).run()


class _Kills:
    def __init__(self, part: Part, made: Trial, undisturbed: Ran) -> None:
        self.part, self.trial, self.undisturbed = part, made, undisturbed
        self.whole = dict(made.stored("whole.bakeoff"))
        self.before: set[str] = set()

    def run(self) -> None:
        for at, rng in self.part.cases():
            if at % UNDISTURBED == UNDISTURBED - 1:
                self.ends("1")
                self.part.note("left alone, same answer")
                continue
            jobs = "2" if rng.random() < TWO_WORKERS else "1"
            if jobs == "1" and rng.random() < MAKING:
                self.clear()
            started, alone = self.trial.start("--jobs", jobs), jobs == "2" and rng.random() < 0.4
            number = signal.SIGKILL if alone else rng.choice(list(CODES))
            self.wait(rng, jobs, making=not self.before)
            hit = _hit_worker(started, rng) if alone else _hit(started, number, rng)
            self.judge(started, number, f"case {at}, {jobs} jobs, {number.name}{' of a worker' * alone}", hit)

    def wait(self, rng: random.Random, jobs: str, *, making: bool) -> None:
        """A random moment: while the store is made, while workers start, or later."""
        time.sleep(rng.uniform(0, 0.15 if making else 0.6) if jobs == "1" else rng.uniform(0, 5))

    def judge(self, started: Started, number: signal.Signals, what: str, hit: bool) -> None:
        code = started.wait()
        if code is None:
            self.part.fail(f"{what}: hangs")
        ended = gone(started.pid, 5)
        ran = Ran(code or 0, started.out.read_text(), started.err.read_text())
        if not ended:
            self.part.fail(f"{what}: a process is left after 5 s")
        elif code == 0:
            self.same(ran, what)
        elif "Traceback" in ran.err or not self.expected(ran, number):
            self.part.fail(f"{what}: code {code}, {ran.err[-300:]!r}")
        else:
            self.part.note(f"{number.name} of a worker" if code == 2 else number.name)
        self.kept(what)

    def expected(self, ran: Ran, number: signal.Signals) -> bool:
        """Whether a run that was stopped says so, or nothing where it was too early or too late for it."""
        if ran.code == 2:
            return number == signal.SIGKILL and ran.err.startswith(DIED) and ran.err.count("\n") == 1
        early = -ran.code in CODES and ran.code != CODES[signal.SIGKILL] and not ran.err
        return (ran.code == CODES[number] or early) and ran.err in ("", KEPT, "error: stopped\n")

    def same(self, ran: Ran, what: str) -> None:
        if ran != self.undisturbed:
            self.part.fail(f"{what}: another answer, {ran.err[-300:]!r}")
        else:
            self.part.note("had ended, same answer")
        hidden = [each.name for each in self.trial.folder.iterdir() if each.name.startswith(".")]
        if hidden:
            self.part.fail(f"{what}: {hidden} are left")
        self.kept(what)
        self.clear()

    def kept(self, what: str) -> None:
        """Everything that was in the store is still there, and nothing in it is wrong."""
        store = self.trial.folder / "e.bakeoff"
        found = dict(self.trial.stored()) if store.exists() else {}
        wrong = [key for key, content in found.items() if self.whole.get(key) != content]
        lost = self.before - set(found)
        if wrong or lost:
            self.part.fail(f"{what}: {len(wrong)} cells are wrong, {len(lost)} lost")
        self.before = set(found)

    def ends(self, jobs: str) -> None:
        self.same(self.trial.run("--jobs", jobs), "left alone")

    def clear(self) -> None:
        for each in self.trial.folder.glob("e.bakeoff*"):
            each.unlink()
        self.before = set()


def _hit(started: Started, number: signal.Signals, rng: random.Random) -> bool:
    if number != signal.SIGINT and rng.random() < 0.5:
        os.killpg(started.pid, number)
    else:
        os.kill(started.pid, number)
    return True


def _hit_worker(started: Started, rng: random.Random) -> bool:
    workers = [
        each for each in living(started.pid) if b"loky" in _words(each) and b"tracker" not in _words(each)
    ]
    if not workers:
        os.killpg(started.pid, signal.SIGKILL)
        return False
    try:
        os.kill(rng.choice(workers), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _words(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
