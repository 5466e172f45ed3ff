"""Martin & Hirschberg's Figure 4: the approximate Beta limits of equation 5."""

import numpy as np

from bakeoff.intervals import INTERVALS
from bakeoff.lab.exhibit import Effort, Reproduction, points
from bakeoff.lab.papers._mh_cells import LIMIT_SIZES, TAIL, grid, limit_band, limit_panel, numbers, says, sure
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.figure import Figure


def compute(effort: Effort) -> Reproduction:
    """The largest error of equation 5 on the paper's grid, where it is, and its bound."""
    m, M = grid()
    pairs = (INTERVALS[key].compute(m, M, TAIL) for key in ("jeffreys-approximate", "jeffreys"))
    approximate, exact = (np.array(pair) for pair in pairs)
    off = np.max(np.abs(approximate - exact), axis=0)
    worst, (bound,) = int(np.argmax(off)), numbers("eq5", "bound")
    place, row = says("eq5", "max_dev_at"), "equation 5"
    most, beyond = says("eq5", "max_abs_dev"), float(np.max(off * M))
    there = (m == place["m"]) & (place["M"] == M)
    cells = (
        sure(row, "largest error", most, float(off[worst]), digits=3),
        sure(row, "M at the largest error", place["M"], float(M[worst])),
        sure(row, "m at the largest error", place["m"], float(m[worst]), "largest-at-2"),
        sure(
            row, "error at M = 10, m = 3", most, float(off[there][0]), "largest-at-2", digits=3, kind="repeat"
        ),
        sure(row, "largest error times M", (0.0, bound), beyond, digits=2, words="below 0.27"),
    )
    return Reproduction(cells=cells, figure=_figure())


def _figure() -> Figure:
    panels = []
    for M in LIMIT_SIZES:
        m = np.arange(0, M // 2 + 1)
        x, kinds = 100 * m / M, {"wilson": "alternative", "jeffreys-approximate": "approximate Beta"}
        series = [limit_band(label, x, *INTERVALS[key].compute(m, M, TAIL)) for key, label in kinds.items()]
        ends = [100 * limit for limit in INTERVALS["jeffreys"].compute(m, M, TAIL)]
        exact = points("exact Beta limits", np.tile(x, 2), np.concatenate(ends))
        panels.append(limit_panel(M, *series, exact))
    return Figure(title="Alternative and approximate Beta limits", panels=tuple(panels))


record = exhibit("mh-fig4", compute)
