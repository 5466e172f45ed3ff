"""The ``bakeoff`` command: what it writes where, and how it ends."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from bakeoff.cli.overview import overview
from bakeoff.core.exceptions import BakeoffError, InputError


def main(arguments: list[str] | None = None) -> None:
    """Run one command; errors become one line on standard error and exit code 2."""
    _tolerate(sys.stdout)
    try:
        _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is wrong, and nothing more can be said.
        _abandon_output()
    except OSError as problem:
        _abandon_output()
        _fail(str(problem), 2)
    except (BakeoffError, MemoryError) as problem:
        _fail(str(problem) or type(problem).__name__, 2)
    except SystemExit as stop:
        # Help is printed by rich, which ends the program when whoever read it has gone.
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
    except KeyboardInterrupt:
        _fail("stopped", 130)
    except Exception as fault:
        if "BAKEOFF_TRACEBACK" in os.environ:
            raise
        _fail(
            f"this is a fault of bakeoff, please report it: {type(fault).__name__}: {fault} "
            f"(set BAKEOFF_TRACEBACK=1 to see where)",
            70,  # EX_SOFTWARE: 1 is the answer "fail" of a gate
        )


def _run(arguments: list[str]) -> None:
    """Show what there is, or parse the words and call the command."""
    if arguments in ([], ["--help"], ["-h"]):
        sys.stdout.write(overview())
        return
    # The library takes several times as long to load as Python itself: the overview does without it.
    from cyclopts import CycloptsError, UnusedCliTokensError

    from bakeoff.cli.app import app
    from bakeoff.cli.asked import TYPED

    TYPED.set(tuple(arguments))
    try:
        app(arguments, exit_on_error=False, print_error=False)
    except UnusedCliTokensError as problem:
        listed = " ".join(problem.unused_tokens or [])
        quote = " (quote a pattern of files; --truth-file FILE has the truth; bakeoff rank takes more models)"
        quote = quote if arguments[0] == "compare" else ""
        raise InputError(
            f"got more than expected: {listed}{quote}; see bakeoff {arguments[0]} --help"
        ) from None
    except CycloptsError as problem:
        raise InputError(str(problem)) from None


def _abandon_output() -> None:
    """Send what is still buffered nowhere, or Python would try to write it once more as it ends."""
    with suppress(OSError, ValueError):  # what stands in for standard output may have no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tolerate(stream: TextIO | None) -> None:
    """Write what the terminal's encoding lacks as escapes rather than fail at it."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _fail(message: str, code: int) -> None:
    """Whatever is wrong with a command, its message does not repeat a password in it."""
    from bakeoff.read.engine.masking import hidden
    from bakeoff.report.words.verdict import visible

    sys.stderr.write(f"error: {visible(hidden(' '.join(message.split())))}\n")
    raise SystemExit(code)
