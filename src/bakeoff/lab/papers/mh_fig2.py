"""Martin & Hirschberg's Figure 2: textbook limits and the alternative normal approximation."""

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.intervals import INTERVALS
from bakeoff.lab.exhibit import Effort, Reproduction
from bakeoff.lab.papers._mh_cells import LIMIT_SIZES, TAIL, limit_band, limit_panel, sure
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import NONE
from bakeoff.report.draw.figure import Figure

LARGEST = 200
CROSSING = 50  # per cent: footnote 4


def compute(effort: Effort) -> Reproduction:
    """Both kinds of limits, and what the text says about them for every count on up to 200 items."""
    outside = unshifted = 0
    apart, crossings = 0.0, []
    for M in range(2, LARGEST + 1):
        m = np.arange(M + 1.0)
        low, high = INTERVALS["wilson"].compute(m, M, TAIL)
        outside += int(np.sum((low < -1e-12) | (high > 1 + 1e-12)))
        shift = (low + high) / 2 - m / M  # the textbook interval has its middle at the estimate
        unshifted += int(np.sum(shift[m < M / 2] <= 0))
        crossings.append(np.interp(0, shift[::-1], m[::-1] / M))
        apart = max(apart, float(np.max(np.abs(np.array(equation_3(m, M)) - (low, high)))))
    row, per_cent = "alternative limits (eq. 3)", 100 * np.array(crossings)
    farthest = float(per_cent[np.argmax(np.abs(per_cent - CROSSING))])
    cells = (
        sure(row, "number of limits outside 0 to 1", NONE, outside, words="never"),
        sure(
            row,
            "number of midlines not above the textbook ones, error < 50 %",
            NONE,
            unshifted,
            words="shifted upwards",
        ),
        sure(row, "where the midlines cross, farthest from 50 %, in %", CROSSING, farthest),
        sure(row, "largest distance from Wilson's limits", None, apart, digits=15),
    )
    return Reproduction(cells=cells, figure=_figure())


def equation_3(m: Floats, M: int) -> tuple[Floats, Floats]:
    """The alternative 95 % limits as printed.

    >>> [round(float(limit), 4) for limit in equation_3(np.array(1.0), 10)]
    [0.0179, 0.4042]
    """
    rate, z = m / M, -float(special.ndtri(TAIL))
    k1 = (1 - 2 * rate) * z**2 / (1 + z**2 / M)
    k2 = (z / (2 * (M + z**2))) ** 2 * (1 - 4 * rate * (1 - rate) * (2 + z**2 / M))
    half_width = z * np.sqrt(np.maximum(rate * (1 - rate) / M + k2, 0))
    return rate + k1 / (2 * M) - half_width, rate + k1 / (2 * M) + half_width


def _figure() -> Figure:
    rate = np.linspace(0, 0.5, 101)
    panels = []
    for M in LIMIT_SIZES:
        kinds = {"textbook-continuity": "textbook", "wilson": "alternative"}
        limits = {label: INTERVALS[key].compute(rate * M, M, TAIL) for key, label in kinds.items()}
        series = (limit_band(label, 100 * rate, *ends) for label, ends in limits.items())
        panels.append(limit_panel(M, *series, level=0.0))
    return Figure(title="Textbook and alternative limits", panels=tuple(panels))


record = exhibit("mh-fig2", compute)
