"""Models below each other: values with their intervals at the left, bars of possible ranks at the right."""

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import RankRow, Ranks
from bakeoff.report.draw.looks import COLOURS, GREY, PALE
from bakeoff.report.draw.rows import few_ticks, span

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME, BARS, GAP = 1.8, 1.1, 0.28  # inches for names, for bars of ranks, and between the two pairs of axes
STEP = 0.24
LONG = 4  # letters of a number, of which two fit
LINE = LEADING * SMALL / 72
STRONG: dict[str, Any] = {"color": COLOURS[0], "linewidth": 2.4}
FAINT: dict[str, Any] = {"color": GREY, "linewidth": 1.2}


def draw_ranks(paper: Paper, panel: Ranks) -> None:
    """Both pairs of axes share their rows; names are at the left."""
    wide = max(width(row.label, SMALL, bold=row.strong) for row in panel.rows)
    left = EDGE + min(wide, NAME) + 0.14
    bars = WIDE - EDGE - BARS
    paper.space(LINE)
    paper.text(left, paper.used, cut(panel.x_label, bars - GAP / 2 - left, SMALL), color=GREY)
    paper.text(WIDE - EDGE, paper.used, "possible ranks", color=GREY, ha="right")
    paper.space(0.06)
    high = STEP * len(panel.rows)
    for at, row in enumerate(panel.rows):
        shown = cut(row.label, NAME, SMALL, bold=row.strong)
        paper.text(EDGE, paper.used + (at + 0.5) * STEP + 0.07, shown, bold=row.strong)
    paper.axes(left, WIDE - bars + GAP, high, partial(_values, rows=panel.rows))
    paper.space(-high)  # next to each other
    paper.axes(bars, EDGE + 0.04, high, partial(_bars, rows=panel.rows))
    paper.space(LINE + 0.1)
    paper.lines(panel.note)


def _values(axes: "Axes", rows: tuple[RankRow, ...]) -> None:
    ends = [x for row in rows for x in (row.value, row.low, row.high) if x is not None]
    low, high = span(ends)
    pad = 0.05 * (high - low)
    low, high = low - pad, high + pad
    _ground(axes, (low, high), len(rows))
    few_ticks(axes.xaxis, 3)
    if any(len(f"{tick:.6g}") > LONG for tick in axes.get_xticks() if low <= tick <= high):
        few_ticks(axes.xaxis, 2)
    for tick in axes.get_xticks():
        if low <= tick <= high:
            axes.axvline(tick, color=PALE, linewidth=0.7, zorder=0.5)
    for at, row in enumerate(rows):
        look = STRONG if row.strong else FAINT
        if row.low is not None and row.high is not None:
            ends = [max(row.low, low), min(row.high, high)]
            axes.plot(ends, [at + 0.5] * 2, zorder=2, solid_capstyle="butt", **look)
        if math.isfinite(row.value):
            size = 6.5 if row.strong else 4.5
            axes.plot([row.value], [at + 0.5], "o", color=look["color"], markersize=size, zorder=3)


def _bars(axes: "Axes", rows: tuple[RankRow, ...]) -> None:
    last = len(rows)
    _ground(axes, (0.4, last + 0.6), last)
    step = next(each for each in (1, 5, 10, 20, 50, 100, last) if last / each <= (6 if each == 1 else 4))
    ticks = sorted({1, *range(step, last + 1, step)})
    axes.set_xticks(ticks, [f"{each}" for each in ticks])
    for tick in ticks:
        axes.axvline(tick, color=PALE, linewidth=0.7, zorder=0.5)
    for at, row in enumerate(rows):
        look = (STRONG if row.strong else FAINT) | {"linewidth": 7.0}
        ends = [row.best - 0.35, row.worst + 0.35]
        axes.plot(ends, [at + 0.5] * 2, solid_capstyle="butt", alpha=0.9 if row.strong else 0.55, **look)


def _ground(axes: "Axes", limits: tuple[float, float], rows: int) -> None:
    axes.set(xlim=limits, ylim=(rows, 0))
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
