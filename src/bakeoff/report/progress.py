"""The progress of a run, shown on standard error in a terminal."""

import contextlib
import math
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Self, TextIO

from bakeoff.experiment.observer import Interim, Silent, in_notebook
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.text import Text

    from bakeoff.report.notebook import NotebookBar

PER_SECOND = 5  # how often the display is drawn
PATIENCE = 2.0  # seconds before a line is worth showing
WIDEST = 80  # columns of the line with the bar
LONGEST = 24  # of a name in the line about the difference


def progress_for(quiet: bool = False, noun: str = "trainings") -> "Progress | NotebookBar | Silent":
    """A progress bar on a terminal and in a notebook, unless quiet is set."""
    if in_notebook() and not quiet:
        from bakeoff.report.notebook import NotebookBar

        return NotebookBar(noun=noun, patience=0.0)
    shown = sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()
    return Progress(noun=noun) if shown and not quiet else Silent()


class Progress:
    """A bar with trainings done, their rate, the time left, failures, and the difference so far.

    A separate thread draws it a few times a second, so a notification costs next to nothing and
    the clock also moves while one takes minutes. The rate counts those of this session alone:
    what a store already held cost no time.

    Examples
    --------
    >>> from io import StringIO
    >>> from rich.console import Console
    >>> page = StringIO()
    >>> with Progress(Console(file=page, width=80)) as progress:
    ...     progress.start(200, 100, "iris")
    ...     progress.finished(40, 0, None)
    >>> "140 of 200 trainings" in page.getvalue()
    True
    """

    def __init__(
        self,
        console: "Console | None" = None,
        clock: Callable[[], float] = time.monotonic,
        noun: str = "trainings",
    ) -> None:
        self._console = console
        self._noun = noun
        self._clock = clock
        self._live: Live | None = None
        self._begin(0, 0, "")

    def start(self, total: int, done: int, what: str) -> None:
        """Show the bar; if it is there already, it starts again with another total."""
        self._begin(total, done, what)
        if self._live is None:
            # A closed terminal must not stop a run.
            with contextlib.suppress(OSError):
                self._show()

    def _begin(self, total: int, done: int, what: str) -> None:
        self._total, self._before, self._what = total, done, visible(what)
        self._cells = self._failed = 0
        self._interim: Interim | None = None
        self._since = self._clock()
        self._ended = False

    def finished(self, cells: int, failed: int, interim: Interim | None) -> None:
        """Count the cells; the thread that draws will see it."""
        self._cells += cells
        self._failed += failed
        self._interim = interim or self._interim

    def stop(self) -> None:
        """Draw the last state without the interim difference, and release the terminal."""
        live, self._live, self._ended = self._live, None, True
        if live is not None:
            with contextlib.suppress(OSError):
                live.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.live import Live

        class Enduring(Live):
            def refresh(self) -> None:
                with contextlib.suppress(OSError):
                    super().refresh()

        console = self._console or Console(stderr=True)
        # Kept before it starts: Ctrl-C may come in between, and stop() must find it.
        self._live = Enduring(
            console=console,
            get_renderable=lambda: self._drawn(console.width),
            refresh_per_second=PER_SECOND,
            redirect_stdout=False,  # what is printed there is for other programs
        )
        self._live.start(refresh=True)
        # rich hides the cursor, and a killed run could not restore it.
        console.show_cursor(True)

    def _drawn(self, width: int) -> "RenderableType":
        """The bar, the figures and the difference so far, each on its own line, so that nothing jumps."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        share = self._done / self._total if self._total else 1.0  # a run of no cells is complete
        what, percent = Text(self._what or "run"), Text(f"{math.floor(100 * share):3d} %")
        what.truncate(max(width // 3, 8), overflow="ellipsis")
        room = min(width, WIDEST) - what.cell_len - percent.cell_len - 2
        top = Table.grid(padding=(0, 1, 0, 0))
        top.add_row(what, ProgressBar(total=1.0, completed=share, width=max(room, 1)), percent)
        lines = [self._figures()]
        if self._interim is not None and not self._ended:
            lines.append(so_far(self._interim))
        return Group(top, *lines)

    @property
    def _done(self) -> int:
        return min(self._before + self._cells, self._total)

    def _figures(self) -> "Text":
        from rich.text import Text

        elapsed, left = self._clock() - self._since, self._total - self._done
        parts = [Text(f"{self._done} of {self._total} {self._noun}")]
        if self._cells and elapsed > 0:
            rate = self._cells / elapsed
            parts.append(Text(per_time(rate), style="dim"))
            if left and not self._ended:
                parts.append(Text(f"{duration(left / rate)} left", style="cyan"))
        if self._ended or not left:
            parts.append(Text(f"in {duration(elapsed)}", style="cyan"))
        if self._failed:
            parts.append(Text(f"{self._failed} failed", style="bold red"))
        return Text("  ").join(parts)


class Line(Silent):
    """One line on standard error, shown after a while and removed at the end: the default.

    It writes a few times a second at most and, as `Silent`, takes no looks at the difference so far.

    Examples
    --------
    >>> from io import StringIO
    >>> page, times = StringIO(), iter([0.0, 4.0])
    >>> with Line(page, clock=lambda: next(times)) as line:
    ...     line.start(200, 100, "iris")
    ...     line.finished(40, 0, None)
    >>> page.getvalue().strip()
    'iris: 140 of 200 trainings, 10/s, 0:06 left'
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._wide = 0

    def start(self, total: int, done: int, what: str) -> None:
        """Begin to count; nothing is shown yet."""
        self._total, self._before, self._what = total, done, visible(what)[:LONGEST]
        self._count = self._failed = 0
        self._since = self._last = self._clock()

    def finished(self, cells: int, failed: int, interim: Interim | None) -> None:
        """Count them, and write the line where that is due."""
        del interim
        self._count += cells
        self._failed += failed
        now = self._clock()
        if now - self._since >= PATIENCE and now - self._last >= 1 / PER_SECOND:
            self._last = now
            self._write(self._told(now - self._since))

    def stop(self) -> None:
        """Remove the line."""
        if self._wide:
            self._write("")
            self._wide = 0

    def _told(self, elapsed: float) -> str:
        done, rate = self._before + self._count, self._count / elapsed
        failed = f", {self._failed} failed" if self._failed else ""
        left = duration((self._total - done) / rate) if rate else "unknown"
        return f"{self._what}: {done} of {self._total} trainings, {per_time(rate)}, {left} left{failed}"

    def _write(self, text: str) -> None:
        stream = self._stream or sys.stderr
        with contextlib.suppress(OSError, ValueError):  # a closed terminal must not stop a run
            stream.write(f"\r{text:<{self._wide}}" + ("" if text else "\r"))
            stream.flush()
        self._wide = len(text)


def per_time(rate: float) -> str:
    """Trainings per second, or per longer unit where they are slow.

    Examples
    --------
    >>> [per_time(rate) for rate in (2512.4, 31.4, 3.14, 0.5, 0.002)]
    ['2512/s', '31/s', '3.1/s', '30/min', '7.2/h']
    """
    unit, seconds = ("s", 1) if rate >= 1 else ("min", 60) if rate >= 1 / 60 else ("h", 3600)
    many = rate * seconds
    return f"{many:.1f}/{unit}" if many < 9.95 else f"{many:.0f}/{unit}"


def duration(seconds: float) -> str:
    """A time as a clock shows it, or in days.

    Examples
    --------
    >>> [duration(seconds) for seconds in (4.6, 75, 3600 * 2.5, 86400 * 3.25)]
    ['0:05', '1:15', '2:30:00', '3 d 6 h']
    """
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    if hours >= 48:
        return f"{hours // 24} d {hours % 24} h"
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def so_far(interim: Interim) -> "Text":
    """The difference so far, worded so that it does not look like a verdict.

    Examples
    --------
    >>> print(so_far(Interim(-0.012, -0.027, 0.003, 34, ("bayes", "logistic"), "accuracy", of=100)))
    interim, not a verdict: logistic ahead by 1.2 points (-0.3 to 2.7) after 34 of 100 splits
    """
    from rich.text import Text

    told = Text("interim, not a verdict: ", style="yellow", overflow="fold")
    of = "" if interim.of is None else f" of {interim.of}"
    told.append(f"{_lead(interim)} after {interim.splits}{of} split", style="none")
    return told.append("" if (interim.of or interim.splits) == 1 else "s", style="none")


def _lead(interim: Interim) -> str:
    """Which learner is ahead and by how much, with the interval where there is one."""
    from bakeoff.core.written import brief, in_step
    from bakeoff.judge.facts import unit_of
    from bakeoff.metrics import METRICS

    if not math.isfinite(interim.estimate):
        return "no difference yet"
    flip, unit = interim.estimate < 0, unit_of(None, METRICS[interim.metric], "")
    low, high = (-interim.high, -interim.low) if flip else (interim.low, interim.high)
    size, *ends = in_step(*(x * unit.factor for x in (abs(interim.estimate), low, high)))
    span = f" ({ends[0]} to {ends[1]})" if math.isfinite(low) and math.isfinite(high) else ""
    if interim.estimate == 0:
        return f"no difference{span}"
    amount = f"{size} points" if unit.subject == "accuracy" else unit.amount(size)
    name = brief(visible(interim.names[int(flip)]), LONGEST, among=map(visible, interim.names))
    return f"{name} {'has' if unit.less else 'ahead by'} {amount}{span}"
