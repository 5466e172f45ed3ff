"""Dietterich's plot of the 5x2cv statistic against Student's t with 5 degrees of freedom."""

import math

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Printed, Reproduction, curve, panel, points
from bakeoff.lab.papers._dietterich import PAPER, rate_cell
from bakeoff.lab.papers._dietterich_real import TASKS, differences
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.papers._readings import conservative
from bakeoff.methods._calibrating import ratios
from bakeoff.report.draw.figure import Figure

DF, CRITICAL = printed(PAPER, "5x2cv", "df"), printed(PAPER, "5x2cv", "critical_95")
PLOT = printed(PAPER, "qq_plot")
TASK = next(task for task in TASKS if task.name == PLOT["task"])
LEVEL = 5.0  # per cent
MIDDLE, TAILS = (0.1, 0.25, 0.5, 0.75, 0.9), (0.025, 0.975)


def compute(effort: Effort) -> Reproduction:
    """One statistic for each data set, both learners equally good; sorted, with t's quantiles."""
    draws = effort.draws(PLOT["values"], 200)
    x = differences(TASK, "5x2cv t", 0.0, draws, effort.rng)
    t: Floats = np.sort(ratios("five-by-two-t", x)) * math.sqrt(DF + 1)
    expected = special.stdtrit(DF, (np.arange(draws) + 0.5) / draws)
    cells = []
    for share in (*MIDDLE, *TAILS):
        end = float(special.stdtrit(DF, share))
        within = (min(end, 0.0), max(end, 0.0))
        said: tuple[Printed, str] = (
            (end, "on the line") if share in MIDDLE else (within, f"within the line ({end:.2f})")
        )
        cells.append(_quantile(t, share, *said))
    return Reproduction(cells=[*cells, _beyond(t)], figure=_figure(expected, t))


def _beyond(t: Floats) -> Cell:
    share, words = float(np.mean(np.abs(t) > CRITICAL)), "somewhat conservative"
    return rate_cell(
        f"beyond {CRITICAL}",
        "per cent",
        share,
        len(t),
        said=conservative(LEVEL),
        words=words,
        reason=why("tasks-are-stand-ins"),
        kind="stand-in",
    )


def _quantile(t: Floats, share: float, said: Printed, words: str) -> Cell:
    """A quantile of the statistics; its error is that of quantiles of t, from as many draws on both sides."""
    place = float(special.stdtrit(DF, share))
    # The density of t by a difference: enough for a standard error.
    density = float(special.stdtr(DF, place + 0.01) - special.stdtr(DF, place - 0.01)) / 0.02
    spread = share * (1 - share) * (1 / len(t) + 1 / PLOT["values"])
    found, error = float(np.quantile(t, share)), math.sqrt(spread) / density
    row, reason = f"quantile {share:g}", why("tasks-are-stand-ins")
    return Cell(row, "t", said, found, 2, error=error, reason=reason, words=words, kind="stand-in")


def _figure(expected: Floats, t: Floats) -> Figure:
    ends = [float(expected[0]), float(expected[-1])]
    series = (points("data sets", expected, t), curve("Student's t", ends, ends))
    only = panel("", f"quantile of t with {DF} degrees of freedom", "5x2cv statistic", series)
    return Figure(title="The 5x2cv statistic of equal learners against Student's t", panels=(only,))


record = exhibit("dietterich-qq", compute)
