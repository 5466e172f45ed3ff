"""Bouckaert's Table 5: replicability of the tests."""

from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._bouckaert import (
    ALPHA,
    HALVES,
    PAPER,
    WORST,
    found_df,
    replicability,
    share_cell,
    studied,
)
from bakeoff.lab.papers._printed import exhibit, printed, why


def compute(effort: Effort) -> Reproduction:
    """The share of data sets on which ten repetitions agree, for each test and set."""
    draws, table = studied(effort), printed(PAPER, "table5_replicability_pct")
    cells: list[Cell] = []
    for row, numbers in table["rows"].items():
        found = found_df(row, draws, effort.rng)
        for column, published in zip(table["columns"], numbers, strict=True):
            share_at = replicability(row, column, draws, effort.rng, ALPHA)
            kind, reason = _account(row, column)
            cells.append(share_cell(row, column, published, share_at, found, reason, kind))
    return Reproduction(cells=cells)


def _account(row: str, column: str) -> tuple[Kind, str]:
    """The kind of the cell, and why it may differ: only on Set 1 are the data the paper's own."""
    if column == WORST:
        return "repeat", why("least-of-the-row")
    if column != "Set 1":
        return "stand-in", why("networks-are-stand-ins")
    return "number", why("five-by-two-unsaid") if row == HALVES else ""


record = exhibit("bouckaert-table5", compute)
