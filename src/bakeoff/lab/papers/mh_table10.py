"""Martin & Hirschberg's Table 10: paired t of the true errors of 3-NN and 1-NN."""

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._mh_cells import expected, says
from bakeoff.lab.papers._mh_neighbours import true_errors
from bakeoff.lab.papers._mh_study import TABLE, by_set, every_case, in_print, paired_t, row_of, sets, why_not
from bakeoff.lab.papers._printed import exhibit


def compute(effort: Effort) -> Reproduction:
    """The t that sets of 20 samples are expected to give, for each size and population."""
    cells = tuple(_cell(effort, *case) for case in every_case(effort, populations=says(TABLE, "columns")))
    return Reproduction(cells=cells)


def _cell(effort: Effort, size: int, population: str) -> Cell:
    published = in_print(TABLE, size, population)
    found = [
        paired_t(by_set(true_errors(samples, 3) - true_errors(samples, 1)))
        for samples, _ in sets(effort, "mh-table10", size, population, effort.draws(2000, 250))
    ]
    studies = np.concatenate(found)
    return expected(row_of(size), population, published, studies, digits=1, reason=why_not(population))


record = exhibit("mh-table10", compute)
