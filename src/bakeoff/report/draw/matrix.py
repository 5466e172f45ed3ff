"""Every model against every other: a square of cells, with numbers where there is room for them."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import Cell, Matrix
from bakeoff.report.draw.looks import COLOURS, GREY, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = 1.5  # inches of a name with its number
WIDEST, LOWEST = 0.85, 0.24  # inches of a cell across, and of its height
LINE = LEADING * SMALL / 72
SIGNS = {"better": "+", "worse": "\N{MINUS SIGN}", "equal": "=", "open": ""}
FILLS = {"better": COLOURS[0], "worse": COLOURS[1], "equal": COLOURS[2], "open": PALE}
READABLE, LEAST = 9.0, 7.5  # points of all lines in a cell, and of its first line alone


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """Where cells lie, and their letters: ``lines`` is how many each shows, 0 for its sign alone."""

    left: float
    across: float
    high: float
    size: float
    lines: int


def draw_matrix(paper: Paper, panel: Matrix) -> None:
    """Rows have names and numbers, columns numbers."""
    labels = [f"{at + 1}  {name}" for at, name in enumerate(panel.names)]
    grid = _grid(panel, EDGE + min(max(width(label, SMALL) for label in labels), NAME) + 0.1)
    _column_numbers(paper, grid, len(labels))
    for at, label in enumerate(labels):
        middle = paper.used + (at + 0.5) * grid.high
        paper.text(EDGE, middle + 0.07, cut(label, grid.left - EDGE - 0.05, SMALL))
        for over, cell in enumerate(panel.cells[at]):
            if cell is not None:
                _written(paper, cell, grid, (grid.left + (over + 0.5) * grid.across, middle))
    wide = grid.across * len(labels)
    paper.axes(grid.left, WIDE - grid.left - wide, grid.high * len(labels), partial(_fill, panel=panel))
    paper.space(0.06)
    shown = f"; in each cell: {', '.join(panel.lines[: grid.lines])}" if grid.lines else ""
    paper.lines(panel.x_label + shown, most=5)


def _grid(panel: Matrix, left: float) -> _Grid:
    """Cells as wide as fit, with letters in which all lines fit, or the first one, or no more than a sign."""
    across = min((WIDE - EDGE - left) / len(panel.names), WIDEST)
    size, lines = _letters(panel, across)
    high = max(lines * size * LEADING / 72 + 0.1 if lines else 0.0, min(LOWEST, max(across, 0.19)))
    return _Grid(left=left, across=across, high=high, size=size, lines=lines)


def _letters(panel: Matrix, across: float) -> tuple[float, int]:
    cells = [cell for row in panel.cells for cell in row if cell is not None]
    most = max((len(cell.lines) for cell in cells), default=0)
    for lines, least in ((most, READABLE), (1, LEAST)):
        texts = {text for cell in cells for text in cell.lines[:lines]}
        widest = max((width(text, SMALL, bold=True) for text in texts), default=1.0)
        size = min(SMALL, SMALL * (across - 0.06) / widest)
        if lines and size >= least:
            return size, lines
    return min(SMALL, 72 * across * 0.9), 0


def _column_numbers(paper: Paper, grid: _Grid, count: int) -> None:
    """All of them, or every fifth where they are many."""
    paper.space(LINE)
    few = grid.across > width(f"{count}", SMALL) + 0.04
    for at in range(count):
        if few or at == 0 or (at + 1) % 5 == 0:
            paper.text(grid.left + (at + 0.5) * grid.across, paper.used, f"{at + 1}", ha="center", color=GREY)
    paper.space(0.05)


def _written(paper: Paper, cell: Cell, grid: _Grid, middle: tuple[float, float]) -> None:
    """The lines of a cell around its middle, or its sign."""
    texts = cell.lines[: grid.lines] if grid.lines else (SIGNS[cell.kind],)
    step = grid.size * LEADING / 72
    first = middle[1] - step * (len(texts) - 1) / 2 + 0.6 * grid.size / 72
    decided = cell.kind in ("better", "worse")
    for at, text in enumerate(texts):
        if text:
            bold = decided and at == 0
            paper.text(middle[0], first + at * step, text, grid.size, ha="center", bold=bold)


def _fill(axes: "Axes", panel: Matrix) -> None:
    from matplotlib.patches import Rectangle

    count = len(panel.names)
    axes.set(xlim=(0, count), ylim=(count, 0))
    axes.set_axis_off()
    axes.set_zorder(-1)  # below what is written
    edge = 0.03 if count <= 12 else 0.05
    for row, cells in enumerate(panel.cells):
        for over, cell in enumerate(cells):
            if cell is not None:
                box = Rectangle((over + edge, row + edge), 1 - 2 * edge, 1 - 2 * edge, linewidth=0)
                box.set(facecolor=FILLS[cell.kind], alpha=1.0 if cell.kind == "open" else 0.35)
                axes.add_artist(box)  # `add_patch` would look anew for the limits
