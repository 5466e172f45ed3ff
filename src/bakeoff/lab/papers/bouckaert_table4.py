"""Bouckaert's Table 4: false alarms of the calibrated tests by level."""

from bakeoff.lab.exhibit import Effort, Kind, Reproduction
from bakeoff.lab.papers._bouckaert import ALPHA, PAPER, SETS, TESTS, alarm_cell, differences
from bakeoff.lab.papers._printed import exhibit, printed


def compute(effort: Effort) -> Reproduction:
    """Calibrate at 5 % on Set 1, then count each test's rejections there at each level with other folds."""
    table = printed(PAPER, "table4_typeI_pct_by_level_set1")
    x = differences(SETS["Set 1"], draws=effort.draws(1000, 200), rng=effort.rng, deal="again")
    effort.told(0.5)
    cells = []
    for test in TESTS:
        for level, published in zip(table["levels"], table["rows"][test], strict=True):
            kind: Kind = "construction" if level / 100 == ALPHA else "number"
            cell = alarm_cell(
                test, f"{level:g} %", published, test, x, effort.rng, alpha=level / 100, kind=kind
            )
            cells.append(cell)
    return Reproduction(cells=cells)


record = exhibit("bouckaert-table4", compute)
