"""Bouckaert's Table 2: false alarms of the calibrated tests by the chance of a class."""

from functools import partial

from bakeoff.lab.papers._bouckaert import (
    FAIR,
    PAPER,
    SETS,
    SOURCE,
    SPLITS,
    TESTS,
    apart,
    calibration,
    differences,
    share_cell,
    share_rejected,
    statistics,
)
from bakeoff.lab.papers._printed import printed
from bakeoff.report.draw.exhibit import Cell, Effort, Exhibit, Reproduction

UNEQUAL = (
    "with classes that are not as likely as each other the learners do differ: the less a tree is pruned, "
    "the less often it says the likelier class, and these are no false alarms (E-B15)"
)
NOTES = (
    FAIR,
    SPLITS,
    "print says that no test but the averaged T exceeds 5 %; its own column of 0.5 has one more that does "
    "(E-B9)",
    "the data sets of each column are drawn anew, and the degrees of freedom come from others (E-B10)",
)


def compute(effort: Effort) -> Reproduction:
    """Calibrate at class probability 1/2, then count what each test rejects at each probability."""
    draws, columns = effort.draws(1000, 200), printed(PAPER, "table2_typeI_pct_by_class_prob", "columns")
    cells: list[Cell] = []
    for at, (column, rows) in enumerate(columns.items()):
        effort.told(at / len(columns))
        cells += _column(column, rows, draws, effort.rng)
    return Reproduction(cells=tuple(cells), notes=NOTES)


def _column(column: str, rows: dict[str, float], draws: int, rng: int) -> list[Cell]:
    x = differences(
        SETS["Set 1"], draws=draws, rng=apart(rng, "by class probability"), positive=float(column)
    )
    reason = UNEQUAL if float(column) < 0.5 else ""
    return [
        share_cell(
            test,
            column,
            rows[test],
            partial(share_rejected, statistics(test, x)),
            calibration(test, draws, rng),
            draws,
            reason,
        )
        for test in TESTS
    ]


record = Exhibit(
    key="bouckaert-table2",
    title="false alarms of calibrated tests by class probability, in per cent",
    source=f"{SOURCE}, Table 2",
    about="1000 data sets of 300 items with 10 fair binary attributes for each probability of the class; "
    "naive Bayes against C4.5 in 10 stratified runs of 10 folds, at 5 %; degrees of freedom calibrated here "
    "on 1000 other data sets with probability 1/2.",
    compute=compute,
    errata=("E-B7", "E-B8", "E-B9", "E-B10", "E-B15"),
)
