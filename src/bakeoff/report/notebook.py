"""The progress of a run, as a bar below the cell of a notebook."""

import html
import time
from collections.abc import Callable
from typing import Any, Self

from bakeoff.experiment.observer import Interim, Silent
from bakeoff.report.progress import PATIENCE, PER_SECOND, duration, per_time, so_far
from bakeoff.report.words.verdict import visible

Shows = Callable[[str], Callable[[str], None]]


def below_cell(first: str) -> Callable[[str], None]:
    """Show HTML below the cell that runs; the returned function replaces it with other HTML."""
    from IPython.display import HTML, display

    handle: Any = display(HTML(first), display_id=True)  # type: ignore[no-untyped-call]
    return lambda text: handle.update(HTML(text))  # type: ignore[no-untyped-call]


class NotebookBar:
    """A bar with trainings done, their rate, the time left and the difference so far; removed at the end.

    It appears after ``patience`` seconds, and is drawn a few times a second at most.

    Examples
    --------
    >>> drawn, times = [], iter([0.0, 4.0])
    >>> shows = lambda first: drawn.append(first) or drawn.append
    >>> with NotebookBar(shows=shows, clock=lambda: next(times)) as bar:
    ...     bar.start(200, 100, "iris")
    ...     bar.finished(40, 0, None)
    >>> "140 of 200 trainings, 10/s, 0:06 left" in drawn[0], drawn[-1]
    (True, '')
    """

    def __init__(
        self,
        *,
        noun: str = "trainings",
        patience: float = PATIENCE,
        shows: Shows = below_cell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._noun, self._patience, self._shows, self._clock = noun, patience, shows, clock
        self._update: Callable[[str], None] | None = None

    def start(self, total: int, done: int, what: str) -> None:
        """Begin to count."""
        self._total, self._before, self._what = total, done, visible(what)
        self._count = self._failed = 0
        self._interim: Interim | None = None
        self._since = self._last = self._clock()

    def finished(self, cells: int, failed: int, interim: Interim | None) -> None:
        """Count them, and draw the bar where that is due."""
        self._count += cells
        self._failed += failed
        self._interim = interim or self._interim
        now = self._clock()
        if now - self._since < self._patience or (self._update and now - self._last < 1 / PER_SECOND):
            return
        self._last = now
        drawn = self._drawn(now - self._since)
        if self._update is None:
            self._update = self._shows(drawn)
        else:
            self._update(drawn)

    def stop(self) -> None:
        """Remove the bar."""
        update, self._update = self._update, None
        if update is not None:
            update("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _drawn(self, elapsed: float) -> str:
        done = min(self._before + self._count, self._total)
        rate = self._count / elapsed if elapsed > 0 else 0.0
        left = duration((self._total - done) / rate) if rate else "unknown time"
        failed = f", {self._failed} failed" if self._failed else ""
        told = f"{self._what}: {done} of {self._total} {self._noun}, {per_time(rate)}, {left} left{failed}"
        interim = "" if self._interim is None else f"<br>{html.escape(so_far(self._interim).plain)}"
        bar = f'<progress max="{self._total}" value="{done}" style="width:20em;max-width:100%"></progress>'
        return f'<div role="status">{bar} {html.escape(told)}{interim}</div>'


class UsualBar(NotebookBar, Silent):
    """The same by default: like `Silent`, it takes no looks at the difference so far."""
