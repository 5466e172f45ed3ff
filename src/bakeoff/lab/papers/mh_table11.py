"""Martin & Hirschberg's Table 11: the formula for unpaired samples misapplied to paired ones."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.papers._mh_cells import SOURCE, expected, numbers, says
from bakeoff.lab.papers._mh_neighbours import true_errors
from bakeoff.lab.papers._mh_study import (
    CRITICAL,
    SIZES,
    by_set,
    paired_t,
    row_of,
    sets,
    unpaired_t,
    why_not,
)
from bakeoff.report.draw.exhibit import Effort, Exhibit, Reproduction

TABLE = "table11_unpaired_t"
NOTES = (
    "computed: the mean over many sets of 20 samples; the error is that of a single set, such as print has",
    "19 degrees of freedom, as in print; the usual number for two samples of 20 is 38 (E-M16)",
)


def compute(effort: Effort) -> Reproduction:
    """The misapplied t of each cell, and how often it leads elsewhere than the paired one."""
    columns = says(TABLE, "columns")
    cells, paired, unpaired = [], [], []
    for size in SIZES:
        for column, published in zip(columns, says(TABLE, "rows", str(size)), strict=True):
            right, wrong = _both(effort, size, column)
            cells.append(expected(row_of(size), column, published, wrong, digits=1, reason=why_not(column)))
            paired.append(right)
            unpaired.append(wrong)
            effort.told(len(cells) / (len(SIZES) * len(columns)))
    right, wrong = np.abs(paired), np.abs(unpaired)
    missed = np.sum((right > CRITICAL) & (wrong <= CRITICAL), axis=0)
    wrongly, cases = numbers(TABLE, "text")
    text = (
        expected("all cells", "significance missed", wrongly, missed, words="7 of 35"),
        expected("all cells", "closer to 0 than paired", cases, np.sum(wrong <= right, axis=0), words="all"),
    )
    return Reproduction(cells=(*cells, *text), notes=NOTES)


def _both(effort: Effort, size: int, population: str) -> tuple[Floats, Floats]:
    paired, unpaired = [], []
    for samples, _ in sets(effort, "mh-table11", size, population, effort.draws(2000, 250)):
        one, three = by_set(true_errors(samples, 1)), by_set(true_errors(samples, 3))
        paired.append(paired_t(three - one))
        unpaired.append(unpaired_t(one, three))
    return np.concatenate(paired), np.concatenate(unpaired)


record = Exhibit(
    key="mh-table11",
    title="The unpaired formula misapplied to paired samples",
    source=f"{SOURCE}, Table 11",
    about=(
        "The samples and true errors of Table 10, with the variance of two independent sets of samples "
        "(SIG-9): the positive correlation is overlooked, t comes out closer to 0."
    ),
    compute=compute,
    errata=("E-M16", "E-M17"),
)
