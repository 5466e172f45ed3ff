"""Single bits are flipped in stores and ledgers; each is refused in one line, or the answer is the same.

Two flips of three hit a value in a row of each table in turn, the others any byte of the file. The run that
follows rests on stored trainings and a stored calibration; the ledger is listed and verified.
"""

import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np

from chaos.inside import HangError, command, one_line
from chaos.part import Part

EXPERIMENT = """
rng = 1
method = "cv-all-data"
design = { kind = "repeated-kfold", runs = 2, folds = 3 }
data = { file = "d.csv", target = "y" }
[learners.bayes]
estimator = "sklearn.naive_bayes.GaussianNB"
[learners.majority]
estimator = "sklearn.dummy.DummyClassifier"
"""
RUN = ("run", "e.toml", "--json", "--quiet")
LEDGER = ("ledger", "looks.ledger", "--json")
COUNTED = ("compare", "p.csv", "--ledger", "looks.ledger", "--json", "--margin", "0.2")
CHUNK = 6  # bytes of a value by which it is found in the file


def run(part: Part) -> None:
    """All cases."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _prepare(folder)
        files = {"e.bakeoff": (RUN,), "looks.ledger": (LEDGER, COUNTED)}
        sound = {file: (folder / file).read_bytes() for file in files}
        answers = {words: command(words, folder) for each in files.values() for words in each}
        tables = [(file, table) for file in files for table in _tables(folder / file)]
        for at, rng in part.cases():
            file, table = tables[at % len(tables)]
            where = f"{file}, {table if at % 3 else 'anywhere'}"
            place = _place(folder / file, sound[file], table, rng) if at % 3 else None
            place = rng.randrange(len(sound[file])) if place is None else place
            flipped = bytearray(sound[file])
            flipped[place] ^= 1 << rng.randrange(8)
            (folder / file).write_bytes(flipped)
            words = rng.choice(files[file])
            _judge(part, folder, words, answers[words], f"{where}, byte {place}")
            for left in folder.glob(f"{file}*"):
                left.unlink()
            (folder / file).write_bytes(sound[file])


def _prepare(folder: Path) -> None:
    draws = np.random.default_rng(1)
    rows = [[*draws.standard_normal(3) + at % 2, "ny"[at % 2]] for at in range(60)]
    (folder / "d.csv").write_text("u,v,w,y\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    (folder / "e.toml").write_text(EXPERIMENT)
    (folder / "p.csv").write_text("truth,a,b\n" + "y,y,n\n" * 20 + "n,n,n\n" * 20 + "n,y,n\n" * 3)
    ledger = ("--ledger", "looks.ledger")
    for words in (
        ("calibrate", "e.toml", "--draws", "20", "--quiet"),
        RUN,
        *[("compare", "p.csv", "--margin", f"0.0{at}", *ledger) for at in range(1, 6)],
    ):
        ran = command(words, folder)
        assert ran.code == 0, ran


def _tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _place(path: Path, raw: bytes, table: str, rng: random.Random) -> int | None:
    """Where a byte of a random value of a table is in the file."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    for _ in range(20):
        value = rng.choice(rng.choice(rows))
        content = value if isinstance(value, bytes) else str(value).encode()
        if len(content) < CHUNK:
            continue
        start = rng.randrange(len(content) - CHUNK + 1)
        found = raw.find(content[start : start + CHUNK])
        if found >= 0:
            return found + rng.randrange(CHUNK)
    return None


def _judge(part: Part, folder: Path, words: tuple[str, ...], answer: object, what: str) -> None:
    kind = what.partition(",")[0]
    try:
        ran = command(words, folder)
    except HangError:
        part.fail(f"{what}: hangs")
        return
    if ran == answer:
        part.note(f"{kind}: same answer")
    elif one_line(ran):
        part.note(f"{kind}: refused")
    elif words is LEDGER and '"intact": false' in ran.out:
        part.note(f"{kind}: named as changed")
    else:
        part.fail(f"{what}: code {ran.code}, {(ran.err or ran.out)[:300]!r}")
