"""Mean ranks on a line, with bars over sets of which no two differ: Demšar's critical-difference diagram."""

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import MeanRanks
from bakeoff.report.draw.looks import COLOURS, GREY, INK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = 1.45  # inches of a name with its rank at either side
ABREAST = 12  # models: of more, each has a row
LINE = LEADING * SMALL / 72
LEVEL = 0.12  # inches from bar to bar
LONG, STEP = 1.8, 0.22  # inches of a name that has a row, and of the row
MOST_TICKS = 6
BAR: dict[str, Any] = {"color": COLOURS[0], "linewidth": 2.6, "solid_capstyle": "butt"}
DOT: dict[str, Any] = {"color": COLOURS[0], "linestyle": "", "marker": "o", "markersize": 4.5}


@dataclass(frozen=True, kw_only=True)
class _Scale:
    """The positions of ranks on the page, in inches from its left."""

    low: int
    high: int
    left: float
    right: float

    def x(self, rank: float) -> float:
        return self.left + (rank - self.low) / (self.high - self.low) * (self.right - self.left)

    @property
    def ticks(self) -> list[int]:
        fewest = (self.high - self.low) / MOST_TICKS
        step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 1000, self.high) if each >= fewest)
        return list(range(math.ceil(self.low / step) * step, self.high + 1, step))


def draw_mean_ranks(paper: Paper, panel: MeanRanks) -> None:
    """Names at both sides of a line; where they are many or long, each has a row and bars are vertical."""
    order = sorted(range(len(panel.names)), key=lambda at: panel.ranks[at])
    texts = [_label(panel, at, right=False) for at in order]
    if len(order) > ABREAST or max(width(text, SMALL) for text in texts) > NAME:
        _in_rows(paper, panel, order)
    else:
        _abreast(paper, panel, order)
    paper.lines(panel.x_label, most=4)


def _label(panel: MeanRanks, at: int, *, right: bool) -> str:
    rank, name = f"{panel.ranks[at]:.2f}", panel.names[at]
    return f"{rank}  {name}" if right else f"{name}  {rank}"


def _scale(panel: MeanRanks, left: float, right: float) -> _Scale:
    low, high = math.floor(min(panel.ranks)), math.ceil(max(panel.ranks))
    return _Scale(low=low, high=max(high, low + 1), left=left, right=right)


def _abreast(paper: Paper, panel: MeanRanks, order: list[int]) -> None:
    """Half of the names at the left and half at the right, the outermost on top, so that no lines cross."""
    half = math.ceil(len(order) / 2)
    sides = order[:half], order[half:][::-1]
    texts = [[_label(panel, at, right=bool(side)) for at in own] for side, own in enumerate(sides)]
    left, right = (max((width(text, SMALL) for text in own), default=0.0) for own in texts)
    scale = _scale(panel, EDGE + left + 0.25, WIDE - EDGE - right - 0.25)
    _critical(paper, panel.critical, scale)
    _numbers(paper, scale)
    levels = _levels([[panel.ranks[at] for at in each] for each in panel.sets])
    first = 0.14 + LEVEL * (1 + max(levels, default=-1))
    stems = []
    for side, own in enumerate(sides):
        for row, (at, text) in enumerate(zip(own, texts[side], strict=True)):
            y, end = first + (row + 0.62) * LINE, EDGE + width(text, SMALL) + 0.06
            stems.append((scale.x(panel.ranks[at]), WIDE - end if side else end, y))
            place = WIDE - EDGE if side else EDGE
            paper.text(place, paper.used + first + (row + 1) * LINE, text, ha="right" if side else "left")
    bars = [
        ([scale.x(panel.ranks[at]) for at in each], 0.15 + LEVEL * level)
        for each, level in zip(panel.sets, levels, strict=True)
    ]
    high = first + (half + 0.4) * LINE
    paper.axes(0, 0, high, partial(_line, high=high, scale=scale, stems=stems, bars=bars))


def _critical(paper: Paper, critical: float | None, scale: _Scale) -> None:
    """The critical difference as a length above the line."""
    if critical is None:
        return
    paper.space(LINE)
    told = f"critical difference {critical:.2f}"
    paper.text(min(scale.left, WIDE - EDGE - width(told, SMALL)), paper.used, told)
    end = min(scale.x(scale.low + critical), WIDE - EDGE)
    paper.axes(scale.left, WIDE - end, 0.14, _length)


def _length(axes: "Axes") -> None:
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    axes.plot([0, 0, 0, 1, 1, 1], [0.2, 0.8, 0.5, 0.5, 0.8, 0.2], color=INK, linewidth=1.2, clip_on=False)


def _numbers(paper: Paper, scale: _Scale) -> None:
    paper.space(LINE)
    for tick in scale.ticks:
        paper.text(scale.x(tick), paper.used, f"{tick}", ha="center")
    paper.space(0.07)


def _levels(sets: list[list[float]], apart: float = 0.0) -> list[int]:
    """How far from the line each bar is: the nearest place that is still free.

    >>> _levels([[1.0, 2.0], [1.5, 3.0], [2.5, 4.0]])
    [0, 1, 0]
    """
    ends: list[float] = []
    found = []
    for each in sets:
        level = next((at for at, end in enumerate(ends) if end + apart < min(each)), len(ends))
        ends[level : level + 1] = [max(each)]
        found.append(level)
    return found


def _line(
    axes: "Axes",
    high: float,
    scale: _Scale,
    stems: list[tuple[float, float, float]],
    bars: list[tuple[list[float], float]],
) -> None:
    axes.set(xlim=(0, WIDE), ylim=(high, 0))
    axes.set_axis_off()
    axes.plot([scale.left, scale.right], [0, 0], color=INK, linewidth=1.4, clip_on=False)
    for tick in scale.ticks:
        axes.plot([scale.x(tick)] * 2, [-0.05, 0.05], color=INK, linewidth=1.0, clip_on=False)
    for x, name, y in stems:
        axes.plot([x, x, name], [0, y, y], color=GREY, linewidth=0.8, solid_joinstyle="miter")
    for places, y in bars:
        axes.plot([min(places), max(places)], [y, y], **BAR)
        axes.plot(places, [y] * len(places), **DOT)


def _in_rows(paper: Paper, panel: MeanRanks, order: list[int]) -> None:
    """A row for each name, its rank on a horizontal line, and vertical bars at the right."""
    row_of = {at: row for row, at in enumerate(order)}
    sets = sorted([float(row_of[at]) for at in each] for each in panel.sets)
    levels = _levels(sets)
    bars = [(each, WIDE - EDGE - 0.06 - LEVEL * level) for each, level in zip(sets, levels, strict=True)]
    name = min(max(width(each, SMALL) for each in panel.names), LONG)
    right = WIDE - EDGE - 0.1 - LEVEL * (1 + max(levels, default=-1))
    scale = _scale(panel, EDGE + name + 0.2, right - 0.15)
    _critical(paper, panel.critical, scale)
    _numbers(paper, scale)
    for row, at in enumerate(order):
        paper.text(EDGE, paper.used + (row + 0.5) * STEP + 0.13, cut(panel.names[at], LONG, SMALL))
    ranks = [panel.ranks[at] for at in order]
    high = STEP * len(order) + 0.06
    paper.axes(0, 0, high, partial(_rows, high=high, scale=scale, ranks=ranks, bars=bars))


def _rows(
    axes: "Axes", high: float, scale: _Scale, ranks: list[float], bars: list[tuple[list[float], float]]
) -> None:
    axes.set(xlim=(0, WIDE), ylim=(high, 0))
    axes.set_axis_off()
    axes.plot([scale.left, scale.right], [0, 0], color=INK, linewidth=1.4, clip_on=False)
    for tick in scale.ticks:
        axes.plot([scale.x(tick)] * 2, [0, high], color=PALE, linewidth=0.7, zorder=0.5)
    for row, rank in enumerate(ranks):
        y = 0.06 + (row + 0.5) * STEP
        axes.plot([scale.left, scale.x(rank)], [y, y], color=GREY, linewidth=0.8)
        axes.plot([scale.x(rank)], [y], "o", color=INK, markersize=5.0)
    for rows, x in bars:
        places = [0.06 + (row + 0.5) * STEP for row in rows]
        axes.plot([x, x], [min(places), max(places)], **BAR)
        axes.plot([x] * len(places), places, **DOT)
