"""Martin & Hirschberg's printed numbers, and the cells that hold them next to ours."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.exhibit import UNCOUNTED, Cell, Kind, Printed, panel
from bakeoff.lab.joint import joint
from bakeoff.lab.papers._printed import printed, why
from bakeoff.report.draw.figure import Panel, Series

PAPER = "martin_hirschberg1996"
TAIL = 0.025  # outside each end of 95 % limits
LIMIT_SIZES = (20, 100)  # items in the figures of limits, whose own sizes are not given
NUMBER = re.compile(r"(?<![\w^.])\d*\.?\d+(?!\w)")


def says(*path: str) -> Any:
    """What the paper prints at a place of ``published.json``.

    >>> says("table5", "text", "reversed_99")
    12
    """
    return printed(PAPER, *path)


def numbers(*path: str) -> list[float]:
    """The numbers in a printed claim, in order.

    >>> numbers("eq5", "bound"), numbers("other_claims", "fig14d", "sign reversed")
    ([0.27], [4.0, 20.0])
    """
    return [float(number) for number in NUMBER.findall(says(*path))]


def grid() -> tuple[Floats, Floats]:
    """Pairs of m = 0, 1 ... M/2 errors on M = 10, 20 ... 200 items, as two arrays.

    >>> m, M = grid()
    >>> len(m), float(m[-1]), float(M[-1])
    (1070, 100.0, 200.0)
    """
    pairs = [(m, M) for M in range(10, 201, 10) for m in range(M // 2 + 1)]
    m, M = np.array(pairs, dtype=np.float64).T
    return m, M


def limit_band(label: str, x: Floats, low: Floats, high: Floats) -> Series:
    """Limits of an error rate as a band about their midline, in per cent."""
    low, high = 100 * low, 100 * high
    return Series(label=label, x=x, y=(low + high) / 2, low=low, high=high)


def limit_panel(M: int, *series: Series, what: str = "limits", level: float | None = None) -> Panel:
    """Limits by the estimated error on M items."""
    return panel(f"M = {M}: {what} and midlines", "estimated error, %", "true error, %", series, level=level)


def sure(
    row: str,
    column: str,
    published: Printed,
    computed: float,
    reason: str = "",
    *,
    digits: int = 0,
    error: float = 0.0,
    words: str = "",
    kind: Kind | None = None,
) -> Cell:
    """A cell without chance, unless there is an error.

    ``reason`` is the name of one, for where it differs or is not counted.

    >>> sure("a", "b", 2, 2.2, "must-divide").reason
    ''
    """
    said = why(reason) if reason else ""
    cell = Cell(row, column, published, computed, digits, error=error, words=words, kind=kind, reason=said)
    return cell if cell.status == "differs" or kind in UNCOUNTED else replace(cell, reason="")


def without(column: str, cells: Sequence[Cell]) -> str:
    """The joint statistics of a table without one of its columns."""
    found = joint(cell for cell in cells if cell.column != column)
    return f"without the column for {column}: {found.words}" if found else ""


def expected(
    row: str,
    column: str,
    published: Printed,
    studies: Floats | Ints,
    reason: str = "",
    *,
    digits: int = 0,
    words: str = "",
    kind: Kind | None = None,
) -> Cell:
    """A cell whose printed number is one draw from the distribution that ``studies`` samples.

    The error is that of one study, and of our mean over all of them.
    """
    mean, deviation = float(np.mean(studies)), float(np.std(studies, ddof=1))
    error = deviation * float(np.sqrt(1 + 1 / len(studies)))
    cell = sure(row, column, published, mean, reason, digits=digits, error=error, words=words, kind=kind)
    if reason or cell.status != "differs" or not isinstance(published, int | float):
        return cell
    share = float(np.mean(np.abs(studies - np.mean(studies)) >= abs(published - np.mean(studies))))
    words = f"{share:.2%} of {len(studies)} simulated studies are as far from their mean"
    return replace(cell, reason=f"no misprint is known: {words}")


def claimed(
    row: str,
    column: str,
    published: Printed,
    studies: Floats | Ints,
    reason: str = "",
    *,
    words: str = "",
    kind: Kind | None = None,
) -> Cell:
    """A cell for what the paper says about all studies, not only its own: the error is ours."""
    error = float(np.std(studies, ddof=1)) / float(np.sqrt(len(studies)))
    found = float(np.mean(studies))
    return sure(row, column, published, found, reason, digits=2, error=error, words=words, kind=kind)
