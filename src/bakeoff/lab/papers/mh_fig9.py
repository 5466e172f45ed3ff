"""Martin & Hirschberg's Figure 9: a prior for error rates, fitted to those of 35 data sets."""

import numpy as np
from scipy import special

from bakeoff.intervals import INTERVALS
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel
from bakeoff.lab.papers._mh_cells import TAIL, grid, limit_band, limit_panel, says, sure
from bakeoff.lab.papers._printed import exhibit, why
from bakeoff.lab.papers._readings import NONE, about
from bakeoff.report.draw.figure import Figure


def compute(effort: Effort) -> Reproduction:
    """What follows from the printed prior Be(1, 3.67), and the intervals that it gives."""
    said = says("appendix_A4")
    u, v = said["Be_prior"]
    mean = u / (u + v)
    deviation = float(np.sqrt(mean * (1 - mean) / (u + v + 1)))
    row = f"Be({u}, {v})"
    cells = [
        Cell("35 data sets", "Beta fit, u", u, None, reason=why("35-data-sets")),
        Cell("35 data sets", "Beta fit, v", v, None, 2, reason=why("35-data-sets")),
        sure(row, "mean, %", said["E_tau_pct"], 100 * mean),
        sure(row, "standard deviation, %", said["sd_tau_pct"], 100 * deviation, reason="spread-and-median"),
        sure(row, "median, %", said["median_pct"], 100 * float(special.betaincinv(u, v, 0.5)),
             reason="spread-and-median"),
        sure(row, "mode, %", 0, 0.0 if u <= 1 else 100 * (u - 1) / (u + v - 2)),
        sure(row, "probability above 50 %, in %", (0.0, said["P(tau>50%)_lt_pct"]),
             100 * float(special.betaincc(u, v, 0.5)), words="less than 8"),
        sure(row, "probability above 25 %, in %", about(100 / 3),
             100 * float(special.betaincc(u, v, 0.25)), digits=1, words="about one-third"),
    ]  # fmt: skip
    return Reproduction(cells=(*cells, *_intervals(u, v)), figure=_figure(u, v))


def _intervals(u: float, v: float) -> list[Cell]:
    """Pairs of m and M whose interval is not below, or not narrower than, that of another prior."""
    m, M = grid()
    low, high = INTERVALS["beta"].compute(m, M, TAIL, prior=(u, v))
    cells = []
    for name, prior in (("uniform", (1.0, 1.0)), ("Jeffreys", (0.5, 0.5))):
        other_low, other_high = INTERVALS["beta"].compute(m, M, TAIL, prior=prior)
        row = f"95 % intervals, against the {name} prior"
        higher, wider = low + high >= other_low + other_high, high - low >= other_high - other_low
        cells += [
            sure(
                row,
                "intervals whose middle is not lower",
                NONE,
                int(np.sum(higher)),
                words="lower",
                reason="pulled-upwards",
            ),
            sure(
                row,
                "intervals that are not narrower",
                NONE,
                int(np.sum(wider)),
                words="narrower",
                reason="pulled-upwards",
            ),
        ]
    return cells


def _figure(u: float, v: float) -> Figure:
    rate = np.linspace(0.005, 0.995, 199)
    fits = {f"Be({u}, {v})": (u, v), "uniform": (1.0, 1.0), "Jeffreys": (0.5, 0.5)}
    series = (
        curve(name, 100 * rate, rate ** (a - 1) * (1 - rate) ** (b - 1) / special.beta(a, b))
        for name, (a, b) in fits.items()
    )
    M = 20
    m = np.arange(M // 2 + 1)
    spans = (
        limit_band(name, 100 * m / M, *INTERVALS["beta"].compute(m, M, TAIL, prior=prior))
        for name, prior in fits.items()
    )
    density = panel("density", "true error, %", "density", series)
    panels = (density, limit_panel(M, *spans, what="95 % limits"))
    return Figure(title="A prior for error rates", panels=panels)


record = exhibit("mh-fig9", compute)
