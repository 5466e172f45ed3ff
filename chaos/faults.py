"""The n-th call that writes, syncs, cuts or renames a file fails, for every n, in every way, from one seed.

Stores, ledgers, reports, predictions, exports and summaries. A call fails once, or it and all later ones
fail; or the process ends just before it, or in the middle of its writing. Afterwards everything that was
acknowledged is there, files are whole, and the same command comes to the same end. Calls that are counted
make each case repeatable, where a clock does not.
"""

import errno
import itertools
import json
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.journeys.conftest import Ran, Trial

from chaos.failing import COUNT, WAYS
from chaos.forks import gone, trial
from chaos.part import Part

TABLE = "truth,a,b\n" + "y,y,n\n" * 20 + "n,n,n\n" * 20 + "n,y,n\n" * 3
SOURCE = Path(__file__).with_name("failing_calls.c")
ERRORS = (errno.ENOSPC, errno.EIO)
EXPORT = ["ledger", "disk/looks.ledger", "--quiet", "--export"]


@dataclass(frozen=True)
class Scene:
    """A command, the files that are there before, and what must hold of those that are there afterwards."""

    key: str
    words: list[str]
    before: dict[str, bytes]
    holds: Callable[["Faults", "Scene", Ran, bool], str]


class Faults:
    """The folder, the library, and what undisturbed commands leave and say."""

    def __init__(self, part: Part, made: tuple[Trial, Ran], library: Path) -> None:
        self.part, self.library = part, library
        self.trial, self.undisturbed = made
        self.disk = self.trial.folder / "disk"
        self.whole: dict[str, dict[str, bytes]] = {}
        self.answers: dict[str, Ran] = {}

    def run(self) -> None:
        scenes = self.scenes()
        points = {scene.key: self.learn(scene) for scene in scenes}
        cases: list[tuple[Scene | None, int, str]] = [
            (scene, number, way)
            for scene in scenes
            for number, way in itertools.product(range(1, points[scene.key] + 1), WAYS[1:])
        ]
        cases += [(None, number, "dies") for number in range(1, self.trial.cells + 1)]
        random.Random(f"{self.part.key} {self.part.seed}").shuffle(cases)
        self.part.target = len(cases)
        for at, rng in self.part.cases():
            scene, number, way = cases[at]
            if scene is None:
                self.worker(number)
            else:
                self.case(scene, number, way, rng.choice(ERRORS))

    def scenes(self) -> list[Scene]:
        """What is done; each begins with the same files."""
        self.reset({})
        assert self.ended(["compare", "p.csv", "--ledger", "disk/looks.ledger", "--quiet"]).code == 0
        looked = {"looks.ledger": (self.disk / "looks.ledger").read_bytes()}
        old = b"what was there"
        run = [*self.trial.arguments("--store", "disk/e.bakeoff")]
        gate = ["gate", "p.csv", "--old", "a", "--new", "b", "--margin", "0.9", "--inconclusive", "pass"]
        return [
            Scene("new ledger", ["compare", "p.csv", "--ledger", "disk/looks.ledger"], {}, looks_hold(0)),
            Scene("ledger", ["compare", "p.csv", "--ledger", "disk/looks.ledger"], looked, looks_hold(1)),
            Scene("report", ["compare", "p.csv", "--report", "disk/r.html"], {"r.html": old}, whole_or_old),
            Scene("export", [*EXPORT, "disk/o.csv"], looked | {"o.csv": old}, whole_or_old),
            Scene("summary", [*gate, "--summary", "disk/s.md"], {"s.md": old}, appended_or_old),
            Scene("store", run, {}, cells_hold),
            Scene("predictions", [*run, "--predictions", "disk/p.csv"], {"p.csv": old}, whole_or_old),
        ]

    def reset(self, files: dict[str, bytes]) -> None:
        shutil.rmtree(self.disk, ignore_errors=True)
        self.disk.mkdir()
        for name, content in files.items():
            (self.disk / name).write_bytes(content)

    def learn(self, scene: Scene) -> int:
        """How many calls the command makes, what it says, and what it leaves."""
        self.reset(scene.before)
        ran = self.ended(scene.words, 0, "never")
        assert ran.code == 0, (scene.key, ran)
        self.whole[scene.key] = {each.name: each.read_bytes() for each in self.disk.iterdir()}
        self.answers[scene.key] = ran
        return int((self.trial.folder / COUNT).read_text())

    def case(self, scene: Scene, number: int, way: str, error: int) -> None:
        """One command in which one call fails, and the same one again without."""
        what = f"{scene.key}: call {number} {way} ({errno.errorcode[error]})"
        self.reset(scene.before)
        first = self.ended(scene.words, number, way, error)
        stopped = first.code == 137 and way in ("stops", "torn")
        line = (
            first.code == 2 and first.err.splitlines()[-1:][0].startswith("error: ") if first.err else False
        )
        if not (stopped or line or first.code == 0) or "Traceback" in first.err:
            self.part.fail(f"{what}: code {first.code}, {first.err[-300:]!r}")
            return
        hidden = [each.name for each in self.disk.iterdir() if each.name.startswith(".")]
        if hidden and not stopped:
            self.part.fail(f"{what}: {hidden} are left")
        wrong = scene.holds(self, scene, first, stopped)
        if wrong:
            self.part.fail(f"{what}: {wrong}; code {first.code}, {first.err[-200:]!r}")
            return
        again = self.ended(scene.words)
        same = again.out == self.answers[scene.key].out or "ledger" in scene.key  # which counts the looks
        if again.code or not same:
            self.part.fail(f"{what}: then code {again.code}, {again.err[-300:]!r}")
        else:
            self.part.note(
                f"{scene.key}, " + ("stopped" if stopped else "one line" if line else "not needed")
            )

    def worker(self, number: int) -> None:
        """A run with two workers, of which one dies in the n-th training, and the same run again."""
        what = f"worker: dies in training {number}"
        self.reset({})
        (self.trial.folder / "trainings").write_bytes(b"")
        words = [*self.trial.arguments("--store", "disk/e.bakeoff"), "--jobs", "2"]
        started = self.trial._start(*words, **self.trial.environment, DIES_AT=str(number))
        first = started.ended()
        if not gone(started.pid, 5):
            self.part.fail(f"{what}: a process is left after 5 s")
        # Both workers may train at once: then none of them sees this number.
        if first.code and not first.err.startswith("error: a worker process died"):
            self.part.fail(f"{what}: code {first.code}, {first.err[-300:]!r}")
        again = self.ended(words)
        if again != self.undisturbed:
            self.part.fail(f"{what}: then code {again.code}, {again.err[-300:]!r}")
        else:
            self.part.note("worker, " + ("one line" if first.code else "not hit"))

    def ended(self, words: list[str], number: int = 0, way: str = "", error: int = 0) -> Ran:
        """The command; with a way one of its calls fails."""
        given = [str(number), way, str(error), str(self.library), *words] if way else words
        program = "chaos.failing" if way else "bakeoff.cli.main"
        started = self.trial._start(*given, program=program, **self.trial.environment)
        ran = started.ended()
        gone(started.pid, 5)
        return ran


def looks_hold(before: int) -> Callable[[Faults, Scene, Ran, bool], str]:
    """The ledger is intact, with every look that was acknowledged."""

    def holds(here: Faults, scene: Scene, ran: Ran, stopped: bool) -> str:
        del scene, stopped
        if not (here.disk / "looks.ledger").exists():
            return "" if not before and ran.code else "the ledger is gone"
        listed = here.ended(["ledger", "disk/looks.ledger", "--json"])
        if listed.code:
            return f"the ledger cannot be read: {listed.err[-200:]!r}"
        chain = json.loads(listed.out)["chain"]
        least = before + (ran.code == 0)
        fine = chain["intact"] and least <= chain["looks"] <= before + 1
        return "" if fine else f"the ledger has {chain}, expected {least} to {before + 1} looks"

    return holds


def whole_or_old(here: Faults, scene: Scene, ran: Ran, stopped: bool) -> str:
    """The file is as it was or as it is meant to be, and the second where the command says so."""
    name = list(scene.before)[-1]
    found, old = (here.disk / name).read_bytes(), scene.before[name]
    new = found != old and ended_alike(found, here.whole[scene.key][name])
    return "" if new or (found == old and ran.code) else f"{name} holds {found[:60]!r}"


def ended_alike(found: bytes, whole: bytes) -> bool:
    """Whether a file is complete; reports and exports have times in them."""
    return found[-20:] == whole[-20:] and abs(len(found) - len(whole)) <= len(whole) // 100


def appended_or_old(here: Faults, scene: Scene, ran: Ran, stopped: bool) -> str:
    """The text is appended whole or not at all; a process that is ended in the middle may leave a part."""
    if stopped:
        found = (here.disk / "s.md").read_bytes()
        return "" if here.whole["summary"]["s.md"].startswith(found) else "the summary holds something else"
    return whole_or_old(here, scene, ran, stopped)


def cells_hold(here: Faults, scene: Scene, ran: Ran, stopped: bool) -> str:
    """Nothing in the store is wrong; that nothing is missing shows in the end."""
    del scene, ran, stopped
    if not (here.disk / "e.bakeoff").exists():
        return ""
    for ending in ("", "-wal"):
        (here.trial.folder / f"copy.bakeoff{ending}").unlink(missing_ok=True)
        if (here.disk / f"e.bakeoff{ending}").exists():
            shutil.copy(here.disk / f"e.bakeoff{ending}", here.trial.folder / f"copy.bakeoff{ending}")
    whole = dict(here.trial.stored("whole.bakeoff"))
    wrong = [key for key, content in here.trial.stored("copy.bakeoff") if whole.get(key) != content]
    return f"{len(wrong)} cells are wrong" if wrong else ""


@contextmanager
def preloaded(folder: Path) -> Iterator[Path]:
    """The library, loaded by all processes that are started meanwhile."""
    library = folder / "failing_calls.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    before = os.environ.get("LD_PRELOAD")
    os.environ["LD_PRELOAD"] = str(library)
    try:
        yield library
    finally:
        if before is None:
            del os.environ["LD_PRELOAD"]
        else:
            os.environ["LD_PRELOAD"] = before


def run(part: Part) -> None:
    """All cases, in one folder."""
    if shutil.which("cc") is None:
        part.note("not done: there is no C compiler")
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with preloaded(place) as library, trial(place, runs=1, folds=2, halvings=0, pause=0) as made:
            (place / "p.csv").write_text(TABLE)
            Faults(part, made, library).run()
