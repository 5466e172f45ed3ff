"""Commands in forks of a process that has loaded the libraries, and a folder with an experiment to run."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.journeys import conftest
from tests.journeys.conftest import Ran, Started, Trial, end

PATIENCE = 60  # seconds after which something hangs
SERVER = Path(conftest.__file__).with_name("fork_server.py")


class Forks:
    """Starts commands in a folder; what is left of one is killed when it is let go."""

    def __init__(self, server: "subprocess.Popen[bytes]", folder: Path) -> None:
        self._server, self.folder = server, folder

    def ask(self, **words: Any) -> Any:
        """One request to the server."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(words).encode() + b"\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())

    def start(self, *arguments: str, program: str = "bakeoff.cli.main", **environment: str) -> Started:
        """Start a command in its own session."""
        out, err = (self.folder / name for name in ("out", "err"))
        for each in (out, err):
            each.write_bytes(b"")  # there, too, where the command ends before it opens them
        pid = self.ask(
            program=program,
            arguments=list(arguments),
            folder=str(self.folder),
            environment=environment,
            streams=(os.devnull, str(out), str(err)),
        )
        return Started(pid, out, err, lambda: self.ask(wait=pid, seconds=PATIENCE))


@contextmanager
def forks(folder: Path) -> Iterator[Forks]:
    """A server of forks; its environment is plain."""
    odd = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "BAKEOFF_TRACEBACK", "CLICOLOR_FORCE")
    environment = {name: value for name, value in os.environ.items() if name not in odd}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path.cwd()), os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, SERVER], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        yield Forks(server, folder)
        assert server.stdin is not None
        server.stdin.close()


@contextmanager
def trial(folder: Path, **settings: Any) -> Iterator[tuple[Trial, Ran]]:
    """A folder with an experiment, and what an undisturbed run of it says; its store is ``whole.bakeoff``."""
    with forks(folder) as made:
        found = Trial(folder, made.start)
        found.write(**settings)
        ran = found.run("--store", "whole.bakeoff")
        assert (ran.code, ran.err) == (0, ""), ran
        yield found, ran


def living(group: int) -> list[int]:
    """Processes of a group that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, member = place.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(member) == group and state not in "ZX":
            found.append(int(place.parent.name))
    return found


def gone(group: int, seconds: float) -> bool:
    """Whether all processes of a group end in time; kills those that do not."""
    until = time.monotonic() + seconds
    while living(group):
        if time.monotonic() > until:
            end(group)
            return False
        time.sleep(0.02)
    end(group)
    return True
