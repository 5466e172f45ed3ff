"""Cells of text files: which are missing, which are numbers, and what a column of them is."""

import math
import re
from collections.abc import Sequence

import numpy as np

from bakeoff.read.values import Column

BLANK = " \t"
MISSING = frozenset(
    ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "-nan", "NaT", "null", "NULL", "None")
)

# A leading zero marks a code rather than a quantity, and Python's own int() would take "1_000".
WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def stripped(cell: str | None) -> str:
    """A cell without the blanks around it; what is not there is empty."""
    return "" if cell is None else cell.strip(BLANK)


def as_number(text: str) -> int | float | None:
    """The finite number that a text writes, or None where it is a label.

    >>> [as_number(text) for text in ("7", "0.5", "1e3", "007", "1_000", "inf", "cat")]
    [7, 0.5, 1000.0, None, None, None, None]
    """
    if WHOLE.fullmatch(text) and len(text) < 300:
        return int(text)
    if NUMBER.fullmatch(text) and math.isfinite(value := float(text)):
        return value
    return None


def parse_cells(cells: Sequence[str]) -> Column:
    """A column of whole numbers if every cell is one, else of numbers, else of text.

    >>> parse_cells(["1", "2.0"]), parse_cells(["1", "cat"])
    (array([1., 2.]), array(['1', 'cat'], dtype=object))
    """
    numbers = {cell: as_number(cell) for cell in set(cells)}
    if None not in numbers.values():
        if any(isinstance(number, float) for number in numbers.values()):
            return np.array([numbers[cell] for cell in cells], dtype=np.float64)
        if all(-(2**63) <= number < 2**63 for number in numbers.values() if number is not None):
            return np.array([numbers[cell] for cell in cells], dtype=np.int64)
    return np.array(cells, dtype=object)
