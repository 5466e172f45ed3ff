"""Runs, ledgers and reports on a disk that is full at a random size, and again when there is room.

Where file systems may be mounted, half of the cases have a small one in memory; in the others no file may
grow beyond a random size. A case ends as usual or with one line, and what it leaves can be used.
"""

import random
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.journeys.conftest import Ran, Trial

from chaos.forks import gone, trial
from chaos.part import Part

LARGEST = (100_000, 400_000, 4_000_000)  # bytes; with its log an undisturbed run needs about a million
TABLE = "truth,a,b\n" + "y,y,n\n" * 20 + "n,n,n\n" * 20 + "n,y,n\n" * 3


def run(part: Part) -> None:
    """All cases."""
    with tempfile.TemporaryDirectory() as folder, trial(Path(folder), runs=2, halvings=2, pause=0) as made:
        disk = Path(folder) / "disk"
        disk.mkdir()
        (Path(folder) / "p.csv").write_text(TABLE)
        mounts = _can_mount(disk)
        for at, rng in part.cases():
            kind = rng.choice(["run", "run", "run", "ledger", "report"])
            size = rng.randrange(0, rng.choice(LARGEST)) if kind == "run" else rng.randrange(0, 40_000)
            way = "mounted" if mounts and at % 2 else "limited"
            with _disk(disk, size if way == "mounted" else None) as grow:
                _case(part, made, (kind, way, size), rng, grow)
            for each in disk.iterdir():
                each.unlink()


def _case(part: Part, made: tuple[Trial, Ran], case: tuple[str, str, int], rng: random.Random, grow) -> None:
    setting, undisturbed = made
    kind, way, size = case
    what, words = f"{kind}, {way} to {size} bytes", _words(kind, setting)
    limited = way == "limited"
    first = _ended(setting, words, size if limited else None, rng)
    grow()
    if first.code == 2 and first.err.startswith("error: ") and first.err.count("\n") == 1:
        part.note(f"{kind}: one line")
    elif first.code == 0:
        part.note(f"{kind}: room enough")
    elif limited and size < 4096 and not first.err:
        part.note(f"{kind}: no room for the line itself")
    else:
        part.fail(f"{what}: code {first.code}, {first.err[-300:]!r}")
    second = _ended(setting, words, None, rng)
    if second.code != 0 or "Traceback" in second.err or (kind == "run" and second != undisturbed):
        part.fail(f"{what}: with room code {second.code}, {second.err[-300:]!r}")
    left = [each.name for each in (setting.folder / "disk").iterdir() if each.name.startswith(".")]
    if left:
        part.fail(f"{what}: {left} are left")


def _words(kind: str, setting: Trial) -> list[str]:
    if kind == "run":
        return list(setting.arguments("--store", "disk/e.bakeoff"))
    if kind == "ledger":
        return ["compare", "p.csv", "--ledger", "disk/looks.ledger", "--json"]
    return ["compare", "p.csv", "--report", "disk/report.html", "--json"]


def _ended(setting: Trial, words: list[str], size: int | None, rng: random.Random) -> Ran:
    program = "bakeoff.cli.main" if size is None else "chaos.limited"
    given = words if size is None else [str(size), *words]
    started = setting._start(*given, program=program, **setting.environment)
    ran = started.ended()
    gone(started.pid, 5)
    return ran


@contextmanager
def _disk(place: Path, size: int | None) -> Iterator:
    if size is None:
        yield lambda: None
        return
    _mount(place, f"size={max(size, 4096)}")  # 0 would be no limit
    try:
        yield lambda: _mount(place, "remount,size=10m")
    finally:
        subprocess.run(["umount", place], check=True)


def _mount(place: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True, capture_output=True)


def _can_mount(place: Path) -> bool:
    try:
        _mount(place, "size=64k")
        subprocess.run(["umount", place], check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
