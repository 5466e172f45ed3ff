"""Probabilities that one is better, both are equivalent, the other is: bars, or a triangle of draws."""

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import Shares, Simplex
from bakeoff.report.draw.looks import COLOURS, GREY, INK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = LEADING * SMALL / 72
STEP = 0.26
FILLS = (COLOURS[1], PALE, COLOURS[0])
LEAST = 0.12  # share of a bar with room for its number
HIGH = math.sqrt(3) / 2  # of a triangle with sides of 1
MOST = 1000  # points that are drawn


def draw_shares(paper: Paper, panel: Shares) -> None:
    """A bar for each row, its label above it; the names of the parts are on top."""
    x = EDGE
    paper.space(LINE)
    for at, part in enumerate(panel.parts):
        room = (WIDE - 2 * EDGE) / 3 - 0.25
        paper.box(x, paper.used - 0.02, FILLS[at], alpha=1.0 if at == 1 else 0.45)
        paper.text(x + 0.2, paper.used, cut(part, room, SMALL))
        x += (WIDE - 2 * EDGE) / 3
    paper.space(0.06)
    for label, shares in panel.rows:
        paper.space(LINE)
        paper.text(EDGE, paper.used, cut(label, WIDE - 2 * EDGE, SMALL))
        paper.space(0.05)
        past = 0.0
        for share in shares:
            if share >= LEAST:
                place = EDGE + (past + share / 2) * (WIDE - 2 * EDGE)
                paper.text(place, paper.used + STEP / 2 + 0.08, f"{share:.3f}", ha="center")
            past += share
        paper.axes(EDGE, EDGE, STEP, partial(_bar, shares=shares))
        paper.space(0.05)


def _bar(axes: "Axes", shares: tuple[float, float, float]) -> None:
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    axes.set_zorder(-1)
    past = 0.0
    for share, fill, faint in zip(shares, FILLS, (0.45, 1.0, 0.45), strict=True):
        axes.barh([0.5], [share], left=[past], height=1.0, color=fill, alpha=faint, linewidth=0)
        past += share
    axes.plot([0, 1, 1, 0, 0], [0, 0, 1, 1, 0], color=GREY, linewidth=0.6, clip_on=False)


def draw_simplex(paper: Paper, panel: Simplex) -> None:
    """Draws of a posterior in a triangle; each third of it is nearest to one corner."""
    left, top, right = (
        f"{name}: {share:.3f}" for name, share in zip(panel.corners, panel.shares, strict=True)
    )
    paper.space(LINE)
    paper.text(WIDE / 2, paper.used, cut(top, WIDE - 2 * EDGE, SMALL), ha="center")
    paper.space(0.1)
    side = WIDE - 2 * EDGE - 1.0
    paper.axes(EDGE + 0.5, EDGE + 0.5, side * HIGH, partial(_triangle, points=panel.points))
    paper.space(LINE + 0.04)
    apart = width(left, SMALL) + width(right, SMALL) > WIDE - 2 * EDGE - 0.2
    paper.text(EDGE, paper.used, cut(left, WIDE - 2 * EDGE, SMALL))
    paper.space(LINE * apart)
    paper.text(WIDE - EDGE, paper.used, cut(right, WIDE - 2 * EDGE, SMALL), ha="right")
    paper.space(0.06)
    paper.lines("dots: draws of the posterior; dashed lines: where two are equally likely")


def _triangle(axes: "Axes", points: Floats) -> None:
    axes.set(xlim=(0, 1), ylim=(0, HIGH))
    axes.set_axis_off()
    axes.plot([0, 0.5, 1, 0], [0, HIGH, 0, 0], color=INK, linewidth=1.2, clip_on=False)
    for x, y in ((0.25, HIGH / 2), (0.75, HIGH / 2), (0.5, 0.0)):
        axes.plot([0.5, x], [HIGH / 3, y], color=GREY, linewidth=0.9, linestyle=(0, (4, 3)))
    drawn = np.asarray(points, dtype=np.float64)[:MOST]
    if len(drawn):
        axes.plot(
            drawn[:, 2] + drawn[:, 1] / 2,
            drawn[:, 1] * HIGH,
            "o",
            color=COLOURS[0],
            markersize=2.2,
            markeredgewidth=0,
            alpha=0.5,
            clip_on=False,
        )
