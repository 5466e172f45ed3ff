"""Bouckaert's Table 2: false alarms of the calibrated tests by the probability of a class."""

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._bouckaert import PAPER, SETS, TESTS, alarm_cell, apart, differences
from bakeoff.lab.papers._printed import exhibit, printed, why

SELDOM = 0.05  # share of data sets with any difference at all, below which no test can reject often


def compute(effort: Effort) -> Reproduction:
    """Calibrate at class probability 1/2, then count the rejections of each test at each probability."""
    draws = effort.draws(1000, 200)
    columns = printed(PAPER, "table2_typeI_pct_by_class_prob", "columns")
    others = apart(effort.rng, "by class probability")
    cells: list[Cell] = []
    for at, (column, rows) in enumerate(columns.items()):
        effort.told(at / len(columns))
        x = differences(SETS["Set 1"], draws=draws, rng=others, positive=float(column))
        reason = why("unequal-classes") if float(column) < 0.5 else ""
        kind: Kind = "number" if np.mean(x.any(axis=(1, 2))) > SELDOM else "construction"
        cells += (
            alarm_cell(test, column, rows[test], test, x, effort.rng, reason=reason, kind=kind)
            for test in TESTS
        )
    return Reproduction(cells=cells)


record = exhibit("bouckaert-table2", compute)
