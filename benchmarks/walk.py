"""The walk of ``bakeoff compare FILE --metric f1 --by x``: which modules of the package it calls, in order.

``python -m benchmarks.walk`` counts the modules, and how often the call goes from one folder of `bakeoff` to
another, during the first command of a process. The bodies of classes count as calls; those of modules do not.
"""

import io
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType

WORDS = ("--metric", "f1", "--by", "x")
ROWS = 400


def table() -> str:
    """Two classes, two slices, models that are right about four times in five."""
    rows = ["truth,a,b,x"]
    for at in range(ROWS):
        truth, a, b = at % 2, at % 5 == 0, at % 7 == 0
        rows.append(f"{truth},{truth ^ a},{truth ^ b},{'uv'[at % 3 == 0]}")
    return "\n".join(rows) + "\n"


def walked(words: list[str]) -> list[str]:
    """The module of each call in the package."""
    from bakeoff.cli.main import main

    calls: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("bakeoff.") and frame.f_code.co_name != "<module>":
            calls.append(module)

    with redirect_stdout(io.StringIO()), suppress(SystemExit):
        sys.setprofile(note)
        try:
            main(words)
        finally:
            sys.setprofile(None)
    return calls


@cache
def counts() -> tuple[int, int]:
    """Modules and switches, as a separate process counts them."""
    command = [sys.executable, "-m", "benchmarks.walk"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(told[0]), int(told[2])


def modules() -> float:
    """How many modules are called."""
    return counts()[0]


def switches() -> float:
    """How often a call leaves one folder for another."""
    return counts()[1]


def main() -> None:
    """Walk, and print both numbers."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "predictions.csv"
        file.write_text(table())
        calls = walked(["compare", str(file), *WORDS])
    rooms = [each.split(".")[1] for each in calls]
    print(f"{len(set(calls))} modules, {sum(one != other for one, other in pairwise(rooms))} switches")


if __name__ == "__main__":
    main()
