"""Whether a ledger loses a look: ``python -m benchmarks.ledger [postgres://user@host/name]``.

Eight processes add 500 looks each to one ledger, in SQLite and, if an address is given, in PostgreSQL. Then a
writer is killed at random moments. All looks that were acknowledged must be there, and the chain intact; the
exit code is 1 where they are not. A ledger in PostgreSQL must be empty before.
"""

import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from bakeoff.core.looks import Look, broken_at
from bakeoff.read.ledger_store import open_store

WRITERS, LOOKS, KILLS = 8, 500, 100
FORK = multiprocessing.get_context("fork")


def look(words: str) -> Look:
    return Look(
        when="2026-01-01T00:00:00.000+00:00", items="0" * 32, by="ids", labels="", n=1000, kind="compare",
        names=("A", "B"), metric="accuracy", method="mcnemar-mid-p", command=words, decision="undecided",
        decided=False, p_value=0.5, alpha=0.05, best="A", value=0.9, error=0.01, version="0",
    )  # fmt: skip


def write(address: str, name: str, count: int, told: Connection) -> None:
    """Add looks, and report each once it is acknowledged."""
    store = open_store(address)
    for at in range(count):
        told.send(store.append(look(f"{name} {at}")).command)
    store.close()


def started(address: str, name: str, count: int) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    reading, writing = FORK.Pipe(duplex=False)
    process = FORK.Process(target=write, args=(address, name, count, writing))
    process.start()
    writing.close()
    return process, reading


def acknowledged(reading: Connection) -> set[str]:
    found = set()
    try:
        while True:
            found.add(reading.recv())
    except (EOFError, OSError):
        return found


def recorded(address: str) -> set[str]:
    store = open_store(address, create=False)
    looks = list(store.looks())
    store.close()
    if broken_at(looks) is not None:
        raise SystemExit(f"the chain breaks at look {broken_at(looks)}")
    return {each.command for each in looks}


def measure(kind: str, address: str) -> None:
    start = time.perf_counter()
    pairs = [started(address, f"writer {number}", LOOKS) for number in range(WRITERS)]
    told = set().union(*(acknowledged(reading) for _, reading in pairs))
    for process, _ in pairs:
        process.join()
    seconds = time.perf_counter() - start
    lost = len(told - recorded(address))
    print(
        f"{kind}: {WRITERS} writers x {LOOKS} looks, {len(told)} acknowledged, {lost} lost, {seconds:.1f} s"
    )
    rng, killed = random.Random(0), 0
    for attempt in range(KILLS):
        process, reading = started(address, f"killed {attempt}", 10**6)
        reading.poll(30)
        time.sleep(0.05 * rng.random())
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        found = acknowledged(reading)
        killed += len(found)
        told |= found
    gone = len(told - recorded(address))
    print(f"{kind}: {KILLS} kills, {killed} acknowledged before them, {gone} lost, chain intact")
    if lost or gone or len(told) < WRITERS * LOOKS:
        raise SystemExit(1)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", str(Path(folder, "x.ledger")))
    for address in sys.argv[1:]:
        measure("PostgreSQL", address)


if __name__ == "__main__":
    main()
