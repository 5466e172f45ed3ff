"""Martin & Hirschberg's Table 11: the formula for unpaired samples misapplied to paired ones."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Effort, Reproduction
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import expected, numbers, says
from bakeoff.lab.papers._mh_neighbours import true_errors
from bakeoff.lab.papers._printed import exhibit

TABLE = "table11_unpaired_t"


def compute(effort: Effort) -> Reproduction:
    """The misapplied t of each cell, and how often it leads elsewhere than the paired one."""
    cells, paired, unpaired = [], [], []
    for size, column in study.every_case(effort, populations=says(TABLE, "columns")):
        right, wrong = _both(effort, size, column)
        published, reason = study.in_print(TABLE, size, column), study.why_not(column)
        cells.append(expected(study.row_of(size), column, published, wrong, digits=1, reason=reason))
        paired.append(right)
        unpaired.append(wrong)
    right, wrong = np.abs(paired), np.abs(unpaired)
    missed = np.sum((right > study.CRITICAL) & (wrong <= study.CRITICAL), axis=0)
    wrongly, cases = numbers(TABLE, "text")
    text = (
        expected("all cells", "significance missed", wrongly, missed, words="7 of 35"),
        expected("all cells", "closer to 0 than paired", cases, np.sum(wrong <= right, axis=0), words="all"),
    )
    return Reproduction(cells=(*cells, *text))


def _both(effort: Effort, size: int, population: str) -> tuple[Floats, Floats]:
    paired, unpaired = [], []
    for samples, _ in study.sets(effort, "mh-table11", size, population, effort.draws(2000, 250)):
        one, three = study.by_set(true_errors(samples, 1)), study.by_set(true_errors(samples, 3))
        paired.append(study.paired_t(three - one))
        unpaired.append(study.unpaired_t(one, three))
    return np.concatenate(paired), np.concatenate(unpaired)


record = exhibit("mh-table11", compute)
