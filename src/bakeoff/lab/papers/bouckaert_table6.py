"""Bouckaert's Table 6: the least replicability over the four sets, by level."""

from bakeoff.lab.papers._bouckaert import FAIR, PAPER, SPLITS, STAND_INS, TESTS, share_cell
from bakeoff.lab.papers._bouckaert_replicability import WORST, found_df, replicability, studied
from bakeoff.lab.papers._printed import exhibit, printed
from bakeoff.report.draw.exhibit import Cell, Effort, Reproduction

LEVELS = "which degrees of freedom he took at other levels than 5 % is not said; here they are those of 5 %"


def compute(effort: Effort) -> Reproduction:
    """The least share of data sets on which ten repetitions agree, for each test and level."""
    draws, table = studied(effort), printed(PAPER, "table6_min_replicability_pct_by_level")
    cells: list[Cell] = []
    for test in TESTS:
        found = found_df(test, draws, effort.rng)
        for level, published in zip(table["levels"], table["rows"][test], strict=True):
            share_at = replicability(test, WORST, draws, effort.rng, level)
            cells.append(share_cell(test, f"{level:g}", published, share_at, found, draws, STAND_INS))
    return Reproduction(cells=tuple(cells), notes=(FAIR, SPLITS, LEVELS))


record = exhibit("bouckaert-table6", compute)
