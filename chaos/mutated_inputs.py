"""Mutated files for every reader and every command that takes one: an answer or one line, nothing else.

Logs of other programs, tables, experiments, checks of a gate, logs of answers, stores and ledgers are damaged
at random. Cases run in forks of this process, some at a time, so that a crash is seen and costs little.
"""

import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.properties.mutating import formats, mutated
from tests.properties.test_io_fuzz import FILES, mutate

from chaos.inside import HangError, command
from chaos.part import Part

TOGETHER = 100  # cases of a fork
LOGS = (["compare"], ["rank", "--json"], ["gate", "--margin", "0.1"])
LONGEST = 1000  # characters of an error
GATE = """
files = ["r.csv"]
old = "a"
new = "b"
[[check]]
metric = "accuracy"
margin = 0.05
"""
SCORES = "learner,run,fold,score\n" + "".join(
    f"{name},{run},{fold},0.{run}{fold}{at}\n"
    for at, name in enumerate(("x", "y"))
    for run in range(2)
    for fold in range(5)
)
EXPERIMENT = """
rng = 1
design = { kind = "kfold", folds = 3 }
data = { file = "d.csv", target = "y" }
[learners.bayes]
estimator = "sklearn.naive_bayes.GaussianNB"
[learners.majority]
estimator = "sklearn.dummy.DummyClassifier"
"""
RANKED = "truth,a,b,c\n" + "".join(f"{at % 2},{at % 3 % 2},{at % 5 % 2},{at % 7 % 2}\n" for at in range(60))
ITEMS = "u,v,y\n" + "".join(f"{at * 7 % 11},{at % 5},{'ny'[at % 2]}\n" for at in range(30))


@dataclass(frozen=True)
class Kind:
    """Files, which of them is damaged, how, and the commands that may get it."""

    files: dict[str, bytes]
    damaged: tuple[str, ...]
    damage: Callable[[bytes, random.Random], bytes]
    commands: tuple[tuple[str, ...], ...]


def kinds() -> dict[str, Kind]:
    """One for each reader."""
    found = {
        name: Kind(
            dict(form.files),
            form.damaged,
            mutated,
            (
                ("compare", *form.given),
                ("rank", *form.given, "--json"),
                ("gate", *form.given, "--margin", "0.1"),
            ),
        )
        for name, form in formats().items()
    }
    for name, raw in FILES.items():
        found[name] = Kind({name: raw}, (name,), mutate, _of_table(name))
    text = {"s.csv": SCORES, "e.toml": EXPERIMENT, "d.csv": ITEMS, "gate.toml": GATE, "r.csv": RANKED}
    lines = "".join(
        f'{{"id": {at}, "a_right": true, "b_right": {str(at % 3 > 0).lower()}}}\n' for at in range(60)
    )
    files = {name: content.encode() for name, content in text.items()}
    files |= {"w.jsonl": lines.encode(), "p.csv": FILES["p.csv"]}
    runs = (("run", "e.toml", "--json", "--quiet"), ("calibrate", "e.toml", "--draws", "20", "--quiet"))
    watch = (("watch", "w.jsonl", "--until-end", "--json", "--quiet"),)
    one = {"s.csv": (("scores", "s.csv", "--json"), ("compare", "s.csv"))}
    one["r.csv"] = (
        ("rank", "r.csv"),
        ("rank", "r.csv", "--json"),
        ("plan", "--difference", "0.05", "--pilot", "r.csv"),
    )
    one |= {"e.toml": runs[:1], "d.csv": runs[:1], "gate.toml": (("gate", "gate.toml"),), "w.jsonl": watch}
    for name, commands in one.items():
        found[name] = Kind(files, (name,), mutate, commands)
    stored = _stored(files)
    found["store"] = Kind(files | stored, ("e.bakeoff",), mutate, runs[:1])
    found["ledger"] = Kind(
        files | stored,
        ("looks.ledger",),
        mutate,
        (("ledger", "looks.ledger"), ("compare", "p.csv", "--id", "id", "--ledger", "looks.ledger")),
    )
    return found


def _of_table(name: str) -> tuple[tuple[str, ...], ...]:
    columns = ("--truth", "truth", "--a", "a", "--b", "b")
    return (
        ("compare", name, *columns),
        ("compare", name, name, "--id", "id", *columns),
        ("compare", name, *columns, "--by", "learner", "--json"),
        ("gate", name, "--margin", "0.1", "--old", "a", "--new", "b", "--truth", "truth"),
        ("scores", name),
    )


def _stored(files: dict[str, bytes]) -> dict[str, bytes]:
    """A store and a ledger as commands make them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, raw in files.items():
            (folder / file).write_bytes(raw)
        command(("run", "e.toml", "--quiet"), folder)
        for at in range(1, 4):
            command(("compare", "p.csv", "--ledger", "looks.ledger", "--margin", f"0.{at}"), folder)
        return {each: (folder / each).read_bytes() for each in ("e.bakeoff", "looks.ledger")}


def run(part: Part) -> None:
    """All cases, by the hundred in a fork each, two at a time."""
    part.timed = False
    every, waiting = list(kinds().items()), []
    for at, rng in part.cases():
        waiting.append((at, rng))
        if len(waiting) == 2 * TOGETHER or at == part.target - 1:
            halves = [each for each in (waiting[:TOGETHER], waiting[TOGETHER:]) if each]
            for cases, begun in [(each, _begin(every, each)) for each in halves]:
                _collect(part, every, cases, *begun)
            waiting = []
    part.done -= len(waiting)  # the time was over before they were begun


def _begin(every: list[tuple[str, Kind]], cases: list[tuple[int, random.Random]]) -> tuple[int, int]:
    """Do cases in a fork; gives its number and where it writes what came of each."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        for at, rng in cases:
            begun, (name, kind) = time.monotonic(), every[at % len(every)]
            well, outcome = _case(name, kind, rng)
            stream.write(json.dumps([at, well, outcome, time.monotonic() - begun]) + "\n")
            stream.flush()
    os._exit(0)


def _collect(
    part: Part,
    every: list[tuple[str, Kind]],
    cases: list[tuple[int, random.Random]],
    process: int,
    reading: int,
) -> None:
    with os.fdopen(reading) as stream:
        found = [json.loads(line) for line in stream]
    os.waitpid(process, 0)
    for at, well, outcome, seconds in found:
        part.longest = max(part.longest, seconds)
        if well:
            part.note(outcome)
        else:
            part.fail(f"case {at}: {outcome}")
    if len(found) < len(cases):
        at = cases[len(found)][0]
        part.fail(f"case {at}, {every[at % len(every)][0]}: the process died")


def _case(name: str, kind: Kind, rng: random.Random) -> tuple[bool, str]:
    """Whether a command bears a damaged file, and what came of it."""
    folder = Path(tempfile.mkdtemp())
    try:
        for file, raw in kind.files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(raw)
        target, words = rng.choice(kind.damaged), rng.choice(kind.commands)
        (folder / target).write_bytes(kind.damage(kind.files[target], rng))
        ran = command(words, folder)
    except HangError:
        return False, f"{name}: {words} hangs"
    except BaseException as problem:
        return False, f"{name}: {words} raised {type(problem).__name__}: {problem}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if "Traceback" in ran.err or ran.code not in (0, 1, 2, 3):
        return False, f"{name}: {words} code {ran.code}, {ran.err[-300:]!r}"
    if ran.code == 2 and (ran.err.count("\n") != 1 or len(ran.err) > LONGEST):
        return False, f"{name}: {words} said {ran.err[-300:]!r}"
    return True, "refused in one line" if ran.code == 2 else "answered"
