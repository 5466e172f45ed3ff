"""The ``bakeoff`` command: its output, its errors and its exit codes."""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, TextIO

from bakeoff.cli.overview import overview
from bakeoff.core.exceptions import BakeoffError, brief
from bakeoff.core.stopping import REQUESTS

STOPPED = 128 + signal.SIGINT
AGAIN = 0.02  # seconds after which a signal that was dropped is sent again


def main(arguments: list[str] | None = None) -> None:
    """Run one command; errors become one line on standard error and exit code 2."""
    if arguments is None:
        _open_streams()
    _tolerate(sys.stdout)
    try:
        with _told_to_stop() as heard:
            _explained(arguments, heard)
    finally:
        if arguments is None:
            _leave_quietly()


def _explained(arguments: list[str] | None, heard: list[int]) -> None:
    """Run a command, and say in one line why it failed."""
    try:
        _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone: nothing is wrong, and nothing more can be printed.
        _abandon_output()
    except OSError as problem:
        _abandon_output()
        _fail(str(problem), 2, heard)
    except (BakeoffError, MemoryError) as problem:
        _fail(str(problem) or type(problem).__name__, 2, heard)
    except SystemExit as stop:
        if heard and stop.code == STOPPED:  # the parser has turned the interrupt into this
            raise SystemExit(128 + heard[0]) from None
        # Help is printed by rich, which ends the program when the reader has gone.
        if not isinstance(stop.__context__, BrokenPipeError):
            raise
    except KeyboardInterrupt:
        _fail("stopped", STOPPED, heard)
    except Exception as fault:
        if "BAKEOFF_TRACEBACK" in os.environ:
            raise
        _fail(
            f"this is a fault of bakeoff, please report it: {type(fault).__name__}: {fault} "
            f"(set BAKEOFF_TRACEBACK=1 to see where)",
            70,  # EX_SOFTWARE: 1 is the answer "fail" of a gate
            heard,
        )


@contextmanager
def _told_to_stop() -> Iterator[list[int]]:
    """Let a request to end stop a command as Ctrl-C does; gives the signals that arrived.

    One that is ignored, as under ``nohup``, stays so.
    """
    heard: list[int] = []
    usual: dict[signal.Signals, Any] = {
        signal.SIGINT: signal.default_int_handler,
        **dict.fromkeys(REQUESTS, signal.SIG_DFL),
    }
    if threading.current_thread() is not threading.main_thread():
        usual = {}

    def stop(number: int, _: object) -> None:
        heard.append(number)
        if number == signal.SIGINT or len(heard) == 1:  # a second signal must not keep it from ending well
            raise KeyboardInterrupt

    ours = [number for number, handler in usual.items() if signal.getsignal(number) is handler]
    for number in ours:
        signal.signal(number, stop)
    try:
        with _not_dropped(heard):
            yield heard
    finally:
        for number in ours:
            signal.signal(number, usual[number])


@contextmanager
def _not_dropped(heard: list[int]) -> Iterator[None]:
    """Send a signal again that came in a callback, such as at the end of an import: Python drops it."""
    usual = sys.unraisablehook

    def again(dropped: Any) -> None:
        if not heard or not issubclass(dropped.exc_type, KeyboardInterrupt):
            usual(dropped)
            return
        later = threading.Timer(AGAIN, os.kill, (os.getpid(), heard.pop()))
        later.daemon = True
        later.start()

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = usual


def _run(arguments: list[str]) -> None:
    """Show the overview, or parse the arguments and call the command."""
    if arguments in ([], ["--help"], ["-h"]):
        sys.stdout.write(overview())
        return
    # The library takes several times as long to load as Python itself: the overview works without it.
    from cyclopts import CycloptsError

    from bakeoff.cli.app import app
    from bakeoff.cli.asked import TYPED

    if any("://" in word for word in arguments):
        from bakeoff.read.engine.masking import refuse_passwords

        refuse_passwords(arguments)
    TYPED.set(tuple(arguments))
    try:
        app(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as problem:
        from bakeoff.cli.usage import usage_error

        raise usage_error(problem, arguments[0]) from None


def _leave_quietly() -> None:
    """The output is complete: ignore signals and warnings while Python and its workers end.

    joblib warns when a worker and this process remove the same temporary folder.
    """
    warnings.simplefilter("ignore")
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, *REQUESTS):
        signal.signal(number, lambda received, _: os._exit(128 + received))


def _abandon_output() -> None:
    """Discard what is still buffered, or Python would try to write it again as it ends."""
    with suppress(OSError, ValueError):  # a replacement of standard output may have no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Stand in for streams that are closed, and for a standard error that takes nothing.

    The numbers of closed streams would go to the next files that are opened, such as a ledger, and what is
    meant for the terminal would be written there. An exit code of a gate must not change because nobody
    can read its notes.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # a new file gets the lowest number that is free
            opened = os.open(os.devnull, os.O_RDWR)
            mode = "r" if name == "stdin" else "w"
            stream = open(opened, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)  # Python keeps the first ones, too
    if isinstance(sys.stderr, TextIOWrapper):
        stream = open(sys.stderr.fileno(), "wb", closefd=False)  # noqa: SIM115
        sys.stderr = NotesMayFail(stream, sys.stderr.encoding, "backslashreplace", line_buffering=True)


class NotesMayFail(TextIOWrapper):
    """Standard error; what cannot be written there is left out."""

    def write(self, text: str) -> int:
        """Write, or leave out this text and all that follows."""
        try:
            return super().write(text)
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            return len(text)

    def flush(self) -> None:
        """Write what is kept, or leave it out."""
        try:
            super().flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


def _tolerate(stream: TextIO | None) -> None:
    """Write characters that the terminal's encoding lacks as escapes."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def _fail(message: str, code: int, heard: list[int]) -> None:
    """No message of a command shows a password in it.

    An interrupted import or query may have turned the signal into another error.
    """
    if heard:
        message, code = "stopped", 128 + heard[0]
    from bakeoff.read.engine.masking import hidden
    from bakeoff.report.words.verdict import visible

    sys.stderr.write(f"error: {brief(visible(hidden(' '.join(message.split()))))}\n")
    raise SystemExit(code)
