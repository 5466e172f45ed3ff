"""The ``bakeoff`` command: one small file for each command, loaded when it is called."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO

from cyclopts import App, CycloptsError

import bakeoff
from bakeoff.core.exceptions import BakeoffError
from bakeoff.report.visible import visible

COMMANDS = {
    "compare": "Compare two models' predictions: one file, or two joined on an id.",
    "scores": "Compare two learners' scores on the same folds.",
    "interval": "Interval for an error rate: so many errors among so many items.",
    "methods": "List the methods, intervals and metrics, or show one.",
    "demo": "Compare two models on an example that comes along.",
}

app = App(
    name="bakeoff",
    help="Is model A really better than model B, and how sure may we be?",
    help_format="plaintext",
    version=bakeoff.__version__,
    result_action="return_value",
)
for _name, _help in COMMANDS.items():
    app.command(f"bakeoff.cli.{_name}:{_name}", name=_name, help=_help)


def main(arguments: list[str] | None = None) -> None:
    """Run one command; errors become one line on standard error and exit code 2."""
    _tolerate(sys.stdout)
    try:
        app(sys.argv[1:] if arguments is None else arguments, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (BakeoffError, CycloptsError, OSError, MemoryError) as problem:
        if isinstance(problem, BrokenPipeError):
            # Whoever read our output has gone: nothing is wrong, and nothing more can be said.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
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
            1,
        )


def _tolerate(stream: TextIO | None) -> None:
    """Write what the terminal's encoding lacks as escapes rather than fail at it."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _fail(message: str, code: int) -> None:
    sys.stderr.write(f"error: {visible(' '.join(message.split()))}\n")
    raise SystemExit(code)
