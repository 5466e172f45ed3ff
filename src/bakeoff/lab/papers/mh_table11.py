"""Martin & Hirschberg's Table 11: the formula for unpaired samples misapplied to paired ones."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Effort, Reproduction
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import expected, numbers, says, without
from bakeoff.lab.papers._mh_neighbours import Samples, true_errors
from bakeoff.lab.papers._printed import exhibit

TABLE = "table11_unpaired_t"


def compute(effort: Effort) -> Reproduction:
    """The misapplied t of each cell, and how often its decision differs from that of the paired one."""
    cells, paired, unpaired = [], [], []
    for size, column in study.every_case(effort, populations=says(TABLE, "columns")):
        drawn = study.sets(effort, "mh-table11", size, column, effort.draws(2000, 250))
        found = study.joined(_both(samples) for samples, _ in drawn)
        published, reason = study.in_print(TABLE, size, column), study.why_not(column)
        cells.append(expected(f"N = {size}", column, published, found["unpaired"], reason, digits=1))
        paired.append(found["paired"])
        unpaired.append(found["unpaired"])
    right, wrong = np.abs(paired), np.abs(unpaired)
    missed = np.sum((right > study.CRITICAL) & (wrong <= study.CRITICAL), axis=0)
    wrongly, cases = numbers(TABLE, "text")
    text = (
        expected("all cells", "significance missed", wrongly, missed, "from-tables-10-and-11",
                 words="7 of 35", kind="repeat"),
        expected("all cells", "closer to 0 than paired", cases, np.sum(wrong <= right, axis=0),
                 "from-tables-10-and-11", words="all", kind="repeat"),
    )  # fmt: skip
    return Reproduction(cells=(*cells, *text), notes=(without("0.1%", cells),))


def _both(samples: Samples) -> dict[str, Floats]:
    one, three = (study.by_set(true_errors(samples, k)) for k in (1, 3))
    return {"paired": study.paired_t(three - one), "unpaired": study.unpaired_t(one, three)}


record = exhibit("mh-table11", compute)
