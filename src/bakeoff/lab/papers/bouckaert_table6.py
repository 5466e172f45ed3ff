"""Bouckaert's Table 6: the least replicability over the four sets, by level."""

from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._bouckaert import (
    ALPHA,
    PAPER,
    TESTS,
    WORST,
    found_df,
    replicability,
    share_cell,
    studied,
)
from bakeoff.lab.papers._printed import exhibit, printed, why


def compute(effort: Effort) -> Reproduction:
    """The least share of data sets on which ten repetitions agree, for each test and level."""
    draws, table = studied(effort), printed(PAPER, "table6_min_replicability_pct_by_level")
    cells: list[Cell] = []
    for test in TESTS:
        found = found_df(test, draws, effort.rng)
        for level, published in zip(table["levels"], table["rows"][test], strict=True):
            share_at = replicability(test, WORST, draws, effort.rng, level)
            again = level == ALPHA
            kind: Kind = "repeat" if again else "stand-in"
            reason = why("in-table-5" if again else "networks-are-stand-ins")
            cells.append(share_cell(test, f"{level:g}", published, share_at, found, reason, kind))
    return Reproduction(cells=cells)


record = exhibit("bouckaert-table6", compute)
