"""Bouckaert's Table 2: false alarms of the calibrated tests by the chance of a class."""

from functools import partial

from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, printed
from bakeoff.report.draw.exhibit import Cell, Effort, Reproduction

UNEQUAL = (
    "with classes that are not as likely as each other the learners do differ: the less a tree is pruned, "
    "the less often it says the likelier class, and these are no false alarms (E-B15)"
)
NOTES = (
    bouckaert.FAIR,
    bouckaert.SPLITS,
    "print says that no test but the averaged T exceeds 5 %; its own column of 0.5 has one more that does "
    "(E-B9)",
    "the data sets of each column are drawn anew, and the degrees of freedom come from others (E-B10)",
)


def compute(effort: Effort) -> Reproduction:
    """Calibrate at class probability 1/2, then count what each test rejects at each probability."""
    draws, columns = (
        effort.draws(1000, 200),
        printed(bouckaert.PAPER, "table2_typeI_pct_by_class_prob", "columns"),
    )
    cells: list[Cell] = []
    for at, (column, rows) in enumerate(columns.items()):
        effort.told(at / len(columns))
        cells += _column(column, rows, draws, effort.rng)
    return Reproduction(cells=tuple(cells), notes=NOTES)


def _column(column: str, rows: dict[str, float], draws: int, rng: int) -> list[Cell]:
    x = bouckaert.differences(
        bouckaert.SETS["Set 1"],
        draws=draws,
        rng=bouckaert.apart(rng, "by class probability"),
        positive=float(column),
    )
    reason = UNEQUAL if float(column) < 0.5 else ""
    return [
        bouckaert.share_cell(
            test,
            column,
            rows[test],
            partial(bouckaert.share_rejected, bouckaert.statistics(test, x)),
            bouckaert.calibration(test, draws, rng),
            draws,
            reason,
        )
        for test in bouckaert.TESTS
    ]


record = exhibit("bouckaert-table2", compute)
