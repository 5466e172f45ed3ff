"""Observers of a run: what is done, what failed, and the scores of the two learners so far."""

import sys
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

from bakeoff.core.written import face


@dataclass(frozen=True, slots=True)
class Interim:
    """The difference of two learners before a run has ended. It is not a verdict.

    ``estimate`` is A minus B where higher is better, ``low`` and ``high`` the ends of its interval,
    ``splits`` the number it rests on and ``of`` the number there will be, where that is known.
    """

    estimate: float
    low: float
    high: float
    splits: int
    names: tuple[str, str]
    metric: str
    of: int | None = None


@runtime_checkable
class Observer(Protocol):
    """What a run reports while it runs; always from the process and thread that started it."""

    def start(self, total: int, done: int, what: str) -> None:
        """A run of ``total`` cells begins, of which ``done`` were found in the store."""

    def finished(self, cells: int, failed: int, interim: Interim | None) -> None:
        """More cells are done, of which ``failed`` failed; None: nothing new about the difference."""

    def stop(self) -> None:
        """The run has ended, whether it is complete, failed or was interrupted."""


def usual_observer() -> Observer:
    """A line of progress on a terminal or in a notebook; elsewhere nothing."""
    stream = sys.stderr
    if stream is None or stream.closed or not (stream.isatty() or in_notebook()):
        return Silent()
    shown: Observer = face().progress()
    return shown


def in_notebook() -> bool:
    """Whether a kernel runs this, and not a person at a prompt or a script."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


class Silent:
    """Observes a run and shows nothing.

    Examples
    --------
    >>> with Silent() as observer:
    ...     observer.start(200, 0, "iris")
    ...     observer.finished(1, 0, None)
    """

    def start(self, total: int, done: int, what: str) -> None:
        """Nothing is shown."""

    def finished(self, cells: int, failed: int, interim: Interim | None) -> None:
        """Nothing is shown."""

    def stop(self) -> None:
        """Nothing was shown."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
