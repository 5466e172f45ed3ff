"""Bouckaert's Table 4: false alarms of the calibrated tests by level."""

from functools import partial

from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, printed
from bakeoff.report.draw.exhibit import Cell, Effort, Reproduction

NOTES = (
    bouckaert.FAIR,
    bouckaert.SPLITS,
    "the data sets are those that the tests are calibrated on, the folds are dealt anew; some numbers of "
    "print are above their level, so his were too (E-B10)",
    "which degrees of freedom he took at other levels than 5 % is not said; here they are those of 5 %",
)


def compute(effort: Effort) -> Reproduction:
    """Calibrate at 5 % on Set 1, then count what each test rejects there at each level with other folds."""
    draws, table = effort.draws(1000, 200), printed(bouckaert.PAPER, "table4_typeI_pct_by_level_set1")
    x = bouckaert.differences(bouckaert.SETS["Set 1"], draws=draws, rng=effort.rng, deal="again")
    effort.told(0.5)
    cells: list[Cell] = []
    for test in bouckaert.TESTS:
        u, found = bouckaert.statistics(test, x), bouckaert.calibration(test, draws, effort.rng)
        cells += (
            bouckaert.share_cell(
                test,
                f"{level:g} %",
                published,
                partial(bouckaert.share_rejected, u, alpha=level / 100),
                found,
                draws,
            )
            for level, published in zip(table["levels"], table["rows"][test], strict=True)
        )
    return Reproduction(cells=tuple(cells), notes=NOTES)


record = exhibit("bouckaert-table4", compute)
