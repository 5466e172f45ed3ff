"""How long work gets on, as the share that is done, shown on standard error to whoever sits at a terminal."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


@contextlib.contextmanager
def scan_progress(
    quiet: bool = False, console: "Console | None" = None, what: str = "reading the predictions"
) -> Iterator[Callable[[float], None] | None]:
    """Something to tell the share that is done; the bar appears when it is first told, and goes at the end.

    None where nobody watches: standard error is no terminal, or quiet was asked for.

    Examples
    --------
    >>> with scan_progress(quiet=True) as told:
    ...     print(told)
    None
    """
    watched = console is not None or (sys.stderr is not None and sys.stderr.isatty())
    if quiet or not watched:
        yield None
        return
    bar: Progress | None = None

    def tell(share: float) -> None:
        nonlocal bar
        with contextlib.suppress(OSError):  # a terminal that has gone away must not cost a scan
            if bar is None:
                bar = _bar(console, what)
                bar.start()
            bar.update(bar.task_ids[0], completed=share)

    try:
        yield tell
    finally:
        if bar is not None:
            with contextlib.suppress(OSError):
                bar.stop()


def _bar(console: "Console | None", what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=console or Console(stderr=True), transient=True, redirect_stdout=False)
    bar.add_task(what, total=1.0)
    return bar
