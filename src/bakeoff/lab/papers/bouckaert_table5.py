"""Bouckaert's Table 5: replicability of the tests."""

from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._bouckaert import ALPHA, HALVES, PAPER, found_df, replicability, share_cell, studied
from bakeoff.lab.papers._printed import exhibit, printed, why


def compute(effort: Effort) -> Reproduction:
    """The share of data sets on which ten repetitions agree, for each test and set."""
    draws, table = studied(effort), printed(PAPER, "table5_replicability_pct")
    unsaid, cells = {HALVES: why("five-by-two-unsaid")}, list[Cell]()
    for row, numbers in table["rows"].items():
        found = found_df(row, draws, effort.rng)
        for column, published in zip(table["columns"], numbers, strict=True):
            share_at = replicability(row, column, draws, effort.rng, ALPHA)
            reason = why("networks-are-stand-ins") if column != "Set 1" else unsaid.get(row, "")
            cells.append(share_cell(row, column, published, share_at, found, reason))
    return Reproduction(cells=cells)


record = exhibit("bouckaert-table5", compute)
