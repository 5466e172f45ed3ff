"""Tidy scores, one row for each run and fold, as arrays (runs, folds)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.read.table import Table
from bakeoff.read.values import NUMBERS, as_float, as_number, from_values, is_number, shown

Cell = tuple[Any, Any]  # a run and a fold
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """Where in a table the score of each run and fold of one learner is."""

    learner: str
    rows: Mapping[Cell, int]

    def pick(self, column: Floats, runs: Sequence[Any], folds: Sequence[Any]) -> Floats:
        """The values of a column as an array (runs, folds)."""
        rows = [self.rows[cell] for cell in product(runs, folds)]
        return column[rows].reshape(len(runs), len(folds))


def find_cells(table: Table, rows: Sequence[int], learner: str) -> Grid:
    """Find each run and fold of a learner, once; a table without runs has one run."""
    folds = table.column("fold").tolist()
    runs = table.column("run").tolist() if "run" in table else [0] * table.rows
    found: dict[Cell, int] = {}
    for row in rows:
        cell = (runs[row], folds[row])
        if cell in found:
            raise InputError(
                f"{table.source} has {learner} {in_words(cell, table)} twice: {table.place(found[cell])} and "
                f"{table.place(row)}; expected one score for each run and fold"
            )
        found[cell] = row
    return Grid(learner=learner, rows=found)


def common_order(table: Table, grids: Sequence[Grid]) -> tuple[list[Any], list[Any]]:
    """The runs and folds of all learners in order, once each of them has every cell."""
    runs, folds = (_in_order({cell[axis]: None for g in grids for cell in g.rows}) for axis in (0, 1))
    for grid in grids:
        lacking = len(runs) * len(folds) - len(grid.rows)
        if lacking:
            cell = next(cell for cell in product(runs, folds) if cell not in grid.rows)
            having = [other.learner for other in grids if cell in other.rows]
            hint = f", which {having[0]} has" if having else ""
            raise InputError(
                f"{table.source} has no score of {grid.learner} for {in_words(cell, table)}{hint} "
                f"({lacking} of {len(runs) * len(folds)} are missing); expected every fold of every run"
            )
    return runs, folds


def in_words(cell: Cell, table: Table) -> str:
    """A run and fold in words."""
    run = f"run {shown(cell[0])}, " if "run" in table else ""
    return f"{run}fold {shown(cell[1])}"


def numbers(table: Table, name: str, rows: Sequence[int]) -> Floats:
    """A column as finite numbers, checked in the rows that are used; elsewhere NaN."""
    values = table.column(name)
    if name in table.texts and not is_number(values):
        values = from_values([_parsed(text) for text in table.texts[name]])
    result = np.full(table.rows, np.nan)
    for row in rows:
        if not isinstance(values[row], NUMBERS) or not np.isfinite(as_float(values[row])):
            raise _not_a_number(table, name, row)
        result[row] = as_float(values[row])
    return result


def _parsed(text: str) -> float | str:
    number = as_number(text)
    return text if number is None else number


def sizes(table: Table, name: str, rows: Sequence[int]) -> Floats | None:
    """A column of set sizes, or None where the table has none."""
    if name not in table:
        return None
    column = numbers(table, name, rows)
    bad = [row for row in rows if column[row] < 1 or column[row] != np.floor(column[row])]
    if bad:
        raise InputError(
            f"column {name!r} of {table.source} has {shown(table.column(name)[bad[0]])} "
            f"{table.place(bad[0])}; expected the number of items in a set, a whole number of at least 1"
        )
    return column


def _not_a_number(table: Table, name: str, row: int) -> InputError:
    value = table.texts[name][row] if name in table.texts else table.column(name)[row]
    hint = ""
    if isinstance(value, str) and _DECIMAL_COMMA.fullmatch(value):
        hint = f": write {value.replace(',', '.')} with a decimal point"
    elif isinstance(value, str) and value.endswith("%"):
        hint = ": write it as a fraction, such as 0.85 for 85 %"
    return InputError(
        f"column {name!r} of {table.source} has {shown(value)} {table.place(row)}; "
        f"expected a finite number{hint}"
    )


def _in_order(labels: Mapping[Any, None]) -> list[Any]:
    """By size if all are numbers, else in the order of their first appearance."""
    listed = list(labels)
    return sorted(listed) if is_number(np.array([*listed, None], dtype=object)[:-1]) else listed
