"""Models against each other or in slices: cells, with numbers where there is room for them."""

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import Cell, Matrix
from bakeoff.report.draw.looks import COLOURS, GREY, INK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME, LONGEST = 1.5, 2.6  # inches that a name with its number has in any case, and at most
WIDEST, LOWEST = 0.85, 0.24  # inches of a cell across, and of its height
LINE = LEADING * SMALL / 72
SIGNS = {"better": "+", "worse": "_", "equal": "$=$", "open": ""}  # names of matplotlib's markers
CODES = (1, 2, 2, 2, 79)  # of a closed rectangle in matplotlib's paths
MEASURED = 100  # texts, the longest, whose width is measured
FILLS = {"better": COLOURS[0], "worse": COLOURS[1], "equal": COLOURS[2], "open": PALE}
READABLE, LEAST = 8.0, 7.5  # points of several lines in a cell, and of its first line alone


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """The positions of cells, and their letters: ``lines`` is how many each shows, 0 for its sign alone."""

    left: float
    across: float
    high: float
    size: float
    lines: int


def draw_matrix(paper: Paper, panel: Matrix) -> None:
    """Rows have names, and numbers where the columns are the same; columns have numbers, or short names."""
    labels = [name if panel.columns else f"{at + 1}  {name}" for at, name in enumerate(panel.names)]
    grid = _roomiest(panel, max(width(label, SMALL) for label in labels))
    across = len(panel.cells[0])
    _column_heads(paper, grid, panel.columns or tuple(str(at + 1) for at in range(across)))
    for at, label in enumerate(labels):
        middle = paper.used + (at + 0.5) * grid.high
        paper.text(EDGE, middle + 0.07, cut(label, grid.left - EDGE - 0.05, SMALL))
        for over, cell in enumerate(panel.cells[at]):
            if cell is not None and grid.lines:
                _written(paper, cell, grid, (grid.left + (over + 0.5) * grid.across, middle))
    wide = grid.across * across
    fill = partial(_fill, panel=panel, sign=0.0 if grid.lines else 72 * 0.45 * grid.across)
    paper.axes(grid.left, WIDE - grid.left - wide, grid.high * len(labels), fill)
    paper.space(0.06)
    shown = f"; in each cell: {', '.join(panel.lines[: grid.lines])}" if grid.lines else ""
    paper.lines(panel.x_label + shown, most=5)


def _roomiest(panel: Matrix, longest: float) -> _Grid:
    """Names in full, or as much of them as leaves the cells the same room as short names do."""
    short = _grid(panel, EDGE + min(longest, NAME) + 0.1)
    for room in np.arange(min(longest, LONGEST), NAME, -0.1):
        left = EDGE + room + 0.1
        if _across(panel, left) < min(LOWEST, short.across):
            continue
        grid = _grid(panel, left)
        if grid.lines == short.lines:
            return grid
    return short


def _across(panel: Matrix, left: float) -> float:
    return min((WIDE - EDGE - left) / len(panel.cells[0]), WIDEST)


def _grid(panel: Matrix, left: float) -> _Grid:
    """Cells as wide as possible, with letters for all lines, for the first one, or only for a sign."""
    across = _across(panel, left)
    size, lines = _letters(panel, across)
    high = max(lines * size * LEADING / 72 + 0.1 if lines else 0.0, min(LOWEST, max(across, 0.19)))
    return _Grid(left=left, across=across, high=high, size=size, lines=lines)


def _letters(panel: Matrix, across: float) -> tuple[float, int]:
    """The size of letters and how many lines they show: as many as are large enough to read."""
    cells = [cell for row in panel.cells for cell in row if cell is not None]
    most = max((len(cell.lines) for cell in cells), default=0)
    for lines in range(most, 0, -1):
        texts = sorted({text for cell in cells for text in cell.lines[:lines]}, key=len)[-MEASURED:]
        size = min(SMALL, SMALL * (across - 0.06) / max(width(text, SMALL, bold=True) for text in texts))
        if size >= (READABLE if lines > 1 else LEAST):
            return size, lines
    return min(SMALL, 72 * across * 0.9), 0


def _column_heads(paper: Paper, grid: _Grid, heads: tuple[str, ...]) -> None:
    """All of them, or the number of every fifth where they are wide."""
    paper.space(LINE)
    few = all(grid.across > width(head, SMALL) + 0.04 for head in heads)
    for at, head in enumerate(heads):
        if few or at == 0 or (at + 1) % 5 == 0:
            shown = head if few else f"{at + 1}"
            paper.text(grid.left + (at + 0.5) * grid.across, paper.used, shown, ha="center", color=GREY)
    paper.space(0.05)


def _written(paper: Paper, cell: Cell, grid: _Grid, middle: tuple[float, float]) -> None:
    """The lines of a cell around its middle."""
    texts = cell.lines[: grid.lines]
    step = grid.size * LEADING / 72
    first = middle[1] - step * (len(texts) - 1) / 2 + 0.6 * grid.size / 72
    decided = cell.kind in ("better", "worse") and not cell.weak
    for at, text in enumerate(texts):
        paper.text(middle[0], first + at * step, text, grid.size, ha="center", bold=decided and at == 0)


PALER = 0.15  # of a cell whose evidence is weak


def _fill(axes: "Axes", panel: Matrix, sign: float) -> None:
    """All cells of a kind as one shape, since a thousand take seconds; signs are points of that size."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    count, across = len(panel.names), len(panel.cells[0])
    axes.set(xlim=(0, across), ylim=(count, 0))
    axes.set_axis_off()
    axes.set_zorder(-1)  # below what is written
    edge = 0.03 if count <= 12 else 0.05
    for (kind, colour), weak in product(FILLS.items(), (False, True)):
        places = [
            (over, row)
            for row, cells in enumerate(panel.cells)
            for over, cell in enumerate(cells)
            if cell is not None and (cell.kind, cell.weak) == (kind, weak)
        ]
        if not places:
            continue
        corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]) * (1 - 2 * edge) + edge
        boxes = np.array(places)[:, np.newaxis] + corners
        shape = PathPatch(Path(boxes.reshape(-1, 2), CODES * len(places)), linewidth=0)
        shape.set(facecolor=colour, alpha=1.0 if kind == "open" else PALER if weak else 0.35)
        axes.add_patch(shape)
        if sign and SIGNS[kind]:
            x, y = ([at + 0.5 for at in each] for each in zip(*places, strict=True))
            axes.plot(x, y, linestyle="", marker=SIGNS[kind], markersize=sign, color=INK, markeredgewidth=0.8)
