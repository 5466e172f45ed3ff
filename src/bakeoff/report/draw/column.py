"""Figures of one narrow column: every position is known in inches, so no layout is needed."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.report.draw.canvas import EDGE, LEADING, SIZE, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.curves import MANY, draw_series
from bakeoff.report.draw.figure import AnyPanel, Figure, Panel, Rows, Square
from bakeoff.report.draw.looks import COLOURS, GREY, INK, PALE, look
from bakeoff.report.draw.ranking_panels import RANKING_PANELS
from bakeoff.report.draw.rows import draw_rows, plain_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Page

NARROW: dict[str, Any] = {
    "font.size": SMALL,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    **{f"{axis}tick.{name}": INK for axis in "xy" for name in ("color", "labelcolor")},
    **{f"{axis}tick.{name}.size": 0.0 for axis in "xy" for name in ("major", "minor")},
}
HIGH = 2.5  # inches of a panel of curves
LEFT, RIGHT = 0.6, 0.3  # inches for the numbers along it
SAMPLE = 0.34  # of a line, in its legend
CELL = 0.75


def column(figure: Figure, *, titled: bool) -> "Page":
    """The panels below each other."""
    paper = Paper()
    if titled:
        paper.lines(figure.title, SIZE + 1, bold=True)
    for at, panel in enumerate(figure.panels):
        if titled or at:
            paper.space(0.1)
        paper.lines(panel.title, SIZE, bold=True)
        if isinstance(panel, Panel):
            _curves(paper, panel)
            if _labels(panel) != (_labels(figure.panels[at + 1]) if at + 1 < len(figure.panels) else []):
                _legend(paper, panel)
        elif isinstance(panel, Square):
            _square(paper, panel)
        elif isinstance(panel, Rows):
            draw_rows(paper, panel)
        else:
            RANKING_PANELS[type(panel)](paper, panel)
    return paper.page("white" if titled else "none")


def _curves(paper: Paper, panel: Panel) -> None:
    """Curves, with the name of the vertical axis above them and the legend below."""
    paper.lines(panel.y_label)
    paper.space(0.08)
    wide = WIDE - LEFT - RIGHT
    paper.axes(LEFT, RIGHT, wide if panel.diagonal else HIGH, partial(_fill, panel=panel))
    paper.space(LEADING * SMALL / 72 + 0.06)  # the numbers along it
    paper.lines(panel.x_label)
    paper.space(0.06)


def _fill(axes: "Axes", panel: Panel) -> None:
    named = draw_series(axes, panel, dashed=True)
    if panel.diagonal:
        low, high = _reach(axes)
        axes.set(xlim=(low, high), ylim=(low, high))
        axes.plot([low, high], [low, high], color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1.5)
    if panel.x_scale == "linear" and not named:
        plain_ticks(axes.xaxis)
    if panel.y_scale == "linear":
        plain_ticks(axes.yaxis)


def _reach(axes: "Axes") -> tuple[float, float]:
    """From the lowest to the highest that either axis shows, no further than what is drawn."""
    box = axes.dataLim
    return float(min(box.x0, box.y0)), float(max(box.x1, box.y1))


def _labels(panel: AnyPanel) -> list[str]:
    return list(dict.fromkeys(series.label for series in panel.series)) if isinstance(panel, Panel) else []


def _legend(paper: Paper, panel: Panel) -> None:
    """A sample of each line and its name, in two columns where they are short."""
    labels = _labels(panel)
    first = {series.label: series for series in reversed(panel.series)}
    named = [label for label in labels if label]
    room = (WIDE - 2 * EDGE) / 2 - SAMPLE - 0.15
    columns = 2 if all(width(label, SMALL) <= room for label in named) else 1
    room = room if columns == 2 else WIDE - 2 * EDGE - SAMPLE
    rows = int(np.ceil(len(named) / columns))
    for at, label in enumerate(named):
        x = EDGE + (at // rows) * (WIDE - 2 * EDGE) / 2
        y = paper.used + (at % rows + 1) * LEADING * SMALL / 72
        shown = look(labels.index(label), dashed=True) | {"markersize": 4.5}
        shown |= {"linestyle": ""} if first[label].kind == "points" else {}
        bare = first[label].kind == "steps" or len(first[label].x) > MANY
        shown |= {"marker": ""} if bare and shown["linestyle"] else {}
        paper.sample(x, y, SAMPLE - 0.08, shown)
        paper.text(x + SAMPLE, y, cut(label, room, SMALL))
    paper.space(rows * LEADING * SMALL / 72)


def _square(paper: Paper, panel: Square) -> None:
    """Four cells with names above and at the left, those that count with a strong frame."""
    left = 1.5
    wide = (WIDE - left - EDGE) / 2
    for at, name in enumerate(panel.across):
        place = left + (at + 0.5) * wide
        paper.text(place, paper.used + 0.22, cut(name, wide - 0.1, SMALL), ha="center")
    paper.space(0.3)
    for at, name in enumerate(panel.down):
        paper.text(EDGE, paper.used + (at + 0.5) * CELL + 0.07, cut(name, left - 0.2, SMALL))
        for over, (number, remark) in enumerate(panel.cells[at]):
            x, y = left + (over + 0.5) * wide, paper.used + at * CELL
            paper.text(x, y + 0.34, number, SIZE + 3, bold=True, ha="center")
            paper.text(x, y + 0.58, remark, ha="center", color=GREY)
    paper.axes(left, EDGE, 2 * CELL, partial(_cells, panel=panel))


def _cells(axes: "Axes", panel: Square) -> None:
    from matplotlib.patches import Rectangle

    axes.set(xlim=(0, 2), ylim=(2, 0))
    axes.set_axis_off()
    for row in range(2):
        for over in range(2):
            counts = (row, over) in panel.marked
            axes.add_patch(
                Rectangle(
                    (over + 0.03, row + 0.04),
                    0.94,
                    0.92,
                    facecolor="none",
                    edgecolor=COLOURS[0] if counts else PALE,
                    linewidth=1.8 if counts else 1.0,
                )
            )
