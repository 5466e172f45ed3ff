"""Martin & Hirschberg's printed numbers, and the cells that hold them beside ours."""

import re
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.papers._printed import beside, printed
from bakeoff.report.draw.exhibit import Cell, Printed

PAPER = "martin_hirschberg1996"
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


def sure(
    row: str,
    column: str,
    published: Printed,
    computed: float,
    *,
    digits: int = 0,
    words: str = "",
    reason: str = "",
) -> Cell:
    """A cell without chance; ``reason`` is kept only where it differs.

    >>> sure("a", "b", 2, 2.2, reason="never").reason
    ''
    """
    return explained(beside(row, column, published, computed, digits, words=words), reason)


def expected(
    row: str,
    column: str,
    published: Printed,
    studies: Floats,
    *,
    digits: int = 0,
    words: str = "",
    reason: str = "",
) -> Cell:
    """A cell whose printed number is one draw from what ``studies`` has many draws of.

    The error is that of one study, and of our mean over all of them.
    """
    error = float(np.std(studies, ddof=1)) * float(np.sqrt(1 + 1 / len(studies)))
    cell = beside(row, column, published, float(np.mean(studies)), digits, error=error, words=words)
    return explained(cell, reason or _by_chance(published, studies))


def claimed(
    row: str,
    column: str,
    published: Printed,
    studies: Floats,
    *,
    words: str = "",
    reason: str = "",
    digits: int = 2,
) -> Cell:
    """A cell for what the paper says of all studies, not of its own alone: the error is ours."""
    error = float(np.std(studies, ddof=1)) / float(np.sqrt(len(studies)))
    cell = beside(row, column, published, float(np.mean(studies)), digits, error=error, words=words)
    return explained(cell, reason)


def explained(cell: Cell, reason: str) -> Cell:
    """The cell with the reason why it differs, where it does."""
    return replace(cell, reason=reason) if cell.status == "differs" else cell


def _by_chance(published: Printed, studies: Floats) -> str:
    if not isinstance(published, int | float):
        return ""
    off = np.abs(studies - np.mean(studies))
    share = float(np.mean(off >= abs(published - np.mean(studies))))
    return f"no misprint is known: {share:.2%} of {len(studies)} simulated studies are as far from their mean"


def missing(row: str, column: str, published: Printed, reason: str, *, digits: int = 0) -> Cell:
    """A printed number that cannot be computed again."""
    return beside(row, column, published, None, digits, reason=reason)
