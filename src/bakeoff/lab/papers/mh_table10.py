"""Martin & Hirschberg's Table 10: paired t of the true errors of 3-NN and 1-NN."""

import numpy as np

from bakeoff.lab.exhibit import Effort, Reproduction
from bakeoff.lab.papers._mh_cells import expected, says, without
from bakeoff.lab.papers._mh_neighbours import true_errors
from bakeoff.lab.papers._mh_study import TABLE, by_set, every_case, in_print, paired_t, sets, why_not
from bakeoff.lab.papers._printed import exhibit


def compute(effort: Effort) -> Reproduction:
    """The t that sets of 20 samples are expected to give, for each size and population."""
    cells = []
    for size, column in every_case(effort, populations=says(TABLE, "columns")):
        drawn = sets(effort, "mh-table10", size, column, effort.draws(2000, 250))
        t = [paired_t(by_set(true_errors(samples, 3) - true_errors(samples, 1))) for samples, _ in drawn]
        published, reason = in_print(TABLE, size, column), why_not(column)
        cells.append(expected(f"N = {size}", column, published, np.concatenate(t), reason, digits=1))
    return Reproduction(cells=cells, notes=(without("0.1%", cells),))


record = exhibit("mh-table10", compute)
