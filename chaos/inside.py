"""Commands inside this process: what they write, how they end, and whether they end at all."""

import io
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from tests.journeys.conftest import Ran

from bakeoff.cli.main import main

PATIENCE = 30.0  # seconds


class HangError(BaseException):
    """A command takes too long; no handler of errors may catch it."""


def command(words: Sequence[str], folder: Path, seconds: float = PATIENCE) -> Ran:
    """Run a command in a folder."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    before = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err), _alarm(seconds):
            main(list(words))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    finally:
        os.chdir(before)
    return Ran(code, out.getvalue(), err.getvalue())


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def one_line(ran: Ran) -> bool:
    """Whether a command was refused as it should be."""
    return (
        (ran.code, ran.out) == (2, "")
        and ran.err.startswith("error: ")
        and ran.err.count("\n") == 1
        and "Traceback" not in ran.err
    )
