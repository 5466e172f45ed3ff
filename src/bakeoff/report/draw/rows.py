"""Intervals and dots above each other on one axis."""

import math
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.core.evidence import Grade
from bakeoff.core.outcomes import Floats
from bakeoff.report.draw.canvas import EDGE, LEADING, SMALL, WIDE, Paper, cut, width
from bakeoff.report.draw.figure import Row, Rows
from bakeoff.report.draw.looks import COLOURS, GREY, INK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

SHORT = 0.7  # inches: labels up to this are next to their row, longer ones above it
MANY, LONG = 15, 1.6  # parts of a whole without notes; of more, inches of each name that are next to it
BOLD = ("strong", "whole")
LINE = LEADING * SMALL / 72
APART = 0.06  # inches between a row and the name of the next
LOOKS: dict[str, dict[str, Any]] = {
    "strong": {"color": COLOURS[0], "linewidth": 3.0, "markersize": 8.0},
    "whole": {"color": INK, "linewidth": 3.0, "markersize": 8.0, "marker": "D"},
    "plain": {"color": COLOURS[0], "linewidth": 1.6, "markersize": 6.0},
    "faint": {
        "color": GREY,
        "linewidth": 1.2,
        "markersize": 5.5,
        "markerfacecolor": "none",
        "linestyle": ":",
    },
}
# What weak evidence takes from a row: it is thin and its mark hollow; grey and dotted where nothing follows.
HOLLOW = {"markerfacecolor": "none", "markeredgewidth": 1.8}
GRADES: dict[Grade, dict[str, Any]] = {
    "strong": {},
    "moderate": {"linewidth": 2.2},
    "weak": {"linewidth": 1.4, **HOLLOW},
    "none": {"color": GREY, "linewidth": 1.4, **HOLLOW},
    "invalid": {"color": GREY, "linewidth": 1.2, "linestyle": ":", **HOLLOW},
}
FURTHER = 1.0  # how much of the strong rows' width other rows may add at each side
HALF, HEAP = 0.085, 0.2  # inches of a dot's room across, and of what a row of dots may take upwards


def draw_rows(paper: Paper, panel: Rows) -> None:
    """The rows, with the meaning of each end above and the axis label below."""
    beside = max((width(row.label, SMALL) for row in panel.rows), default=0.0)
    notes = any(row.note for row in panel.rows)
    many = len(panel.rows) > MANY and panel.rows[-1].weight == "whole"
    named = notes or (beside > SHORT and not many)  # above each row
    left = EDGE + (0.15 if named else min(beside, LONG) + 0.12)
    _ends(paper, panel)
    above = np.array([LINE * (1 + _apart(row)) * named for row in panel.rows])
    steps = above + [(0.3 if len(row.dots) else 0.24) + APART * named for row in panel.rows]
    tops = np.concatenate([[0.0], np.cumsum(steps)])
    for row, top, step in zip(panel.rows, tops, steps, strict=False):
        _named(paper, row, paper.used + top, step, above=named)
    # From below a name, if it is above its row, to some way above the next one.
    bands = np.stack([tops[:-1] + above + 0.04 * named, tops[1:] - APART * named], axis=1)
    right, high = EDGE + 0.15, float(bands[-1, 1])
    fill = partial(_fill, panel=panel, bands=bands, size=(WIDE - left - right, high))
    paper.axes(left, right, high, fill)
    paper.space(LINE + 0.06)
    paper.lines(panel.x_label + ("; arrow: the interval continues" if _cut_off(panel) else ""), most=3)


def _cut_off(panel: Rows) -> bool:
    """Whether an interval reaches beyond the axis, where an arrow is drawn."""
    low, high = panel.limits or limits(panel)
    return any(
        row.low is not None
        and row.high is not None
        and row.low < row.high
        and (row.low < low or row.high > high)
        for row in panel.rows
    )


def _ends(paper: Paper, panel: Rows) -> None:
    """What the left and the right side mean."""
    if any(panel.ends):
        paper.space(LINE)
        left, right = (cut(end, _room(other), SMALL) for end, other in (panel.ends, panel.ends[::-1]))
        paper.text(EDGE, paper.used, left, color=GREY)
        paper.text(WIDE - EDGE, paper.used, right, color=GREY, ha="right")
    paper.space(0.06)


def _room(other: str) -> float:
    """Inches for the text at one end: half of the line, and what the other does not need."""
    wide = WIDE - 2 * EDGE - 0.2
    return max(wide / 2, wide - width(other, SMALL))


def _named(paper: Paper, row: Row, top: float, step: float, *, above: bool) -> None:
    """The name of a row and its numbers, above it; or next to it where names are short."""
    bold = row.weight in BOLD
    if not above:
        paper.text(EDGE, top + step / 2 + 0.07, cut(row.label, LONG, SMALL, bold=bold), bold=bold)
        return
    paper.text(EDGE, top + LINE, cut(row.label, WIDE - 2 * EDGE, SMALL, bold=bold), bold=bold)
    paper.text(WIDE - EDGE, top + LINE * (1 + _apart(row)), row.note, bold=bold, ha="right")


def _apart(row: Row) -> bool:
    """Whether a name leaves no room for the numbers next to it, so that they take the next line."""
    bold = row.weight in BOLD
    return bool(row.note) and (
        width(row.label, SMALL, bold=bold) + width(row.note, SMALL, bold=bold) + 0.12 > WIDE - 2 * EDGE
    )


def _fill(axes: "Axes", panel: Rows, bands: Floats, size: tuple[float, float]) -> None:
    low, high = panel.limits or limits(panel)
    axes.set(xlim=(low, high), ylim=(size[1], 0.0))
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    plain_ticks(axes.xaxis)
    if panel.band is not None:
        axes.axvspan(*panel.band, color=PALE, linewidth=0, zorder=0.4)
    for tick in axes.get_xticks():
        if low <= tick <= high and tick != panel.line:
            _upright(axes, tick, bands, {"color": PALE, "linewidth": 0.7, "zorder": 0.5})
    if panel.line is not None:
        _upright(axes, panel.line, bands, {"color": INK, "linewidth": 1.4, "zorder": 1.5})
    for row, place in zip(panel.rows, bands.mean(axis=1), strict=True):
        if len(row.dots):
            _dots(axes, row, place, (high - low) / size[0], panel.line or 0.0)
        else:
            _interval(axes, row, place, (low, high))


def _upright(axes: "Axes", x: float, bands: Floats, look: dict[str, Any]) -> None:
    """A line through all rows, with gaps for the names."""
    from_to = np.insert(bands, 2, np.nan, axis=1).ravel()
    axes.plot(np.full(from_to.size, x), from_to, solid_capstyle="butt", **look)


def _interval(axes: "Axes", row: Row, place: float, ends: tuple[float, float]) -> None:
    """A line with its estimate; an end beyond the axis is an arrow at its edge."""
    shown = LOOKS[row.weight] | (GRADES[row.grade] if row.weight != "faint" else {})
    bar = {name: shown[name] for name in shown if not name.startswith("marker")}
    if row.low is not None and row.high is not None and row.low < row.high:
        low, high = max(row.low, ends[0]), min(row.high, ends[1])
        axes.plot([low, high], [place, place], solid_capstyle="butt", zorder=2, **bar)
        for beyond, end, arrow in ((row.low < low, low, "<"), (row.high > high, high, ">")):
            if beyond:
                axes.plot([end], [place], marker=arrow, color=bar["color"], markersize=7, clip_on=False)
    if ends[0] <= row.estimate <= ends[1]:
        look = {"marker": "o"} | {
            name: shown[name] for name in shown if name not in ("linewidth", "linestyle")
        }
        axes.plot([row.estimate], [place], linestyle="", zorder=3, **look)


def _dots(axes: "Axes", row: Row, place: float, inch: float, middle: float) -> None:
    """A dot for each number, by its side of the line, equal ones next to each other; a bar for the mean."""
    x = np.asarray(row.dots, dtype=np.float64)
    y = place + heaped(x / inch)
    sides = ((x > middle, "o", COLOURS[0]), (x < middle, "s", COLOURS[1]), (x == middle, "D", GREY))
    for side, marker, colour in sides:
        if side.any():
            axes.plot(
                x[side], y[side], marker, color=colour, markersize=3.6, markeredgewidth=0, clip_on=False
            )
    axes.plot([row.estimate] * 2, [place - 0.12, place + 0.12], color=INK, linewidth=2.2, zorder=1.8)


def heaped(x: Floats) -> Floats:
    """How far each dot is moved up or down, in inches, so that near ones do not hide each other.

    >>> heaped(np.array([0.0, 1.0, 1.0])).round(3).tolist()
    [0.0, -0.03, 0.03]
    """
    cell = np.round(x / HALF).astype(np.int64) if len(x) else np.zeros(0, dtype=np.int64)
    moved = np.zeros(len(x))
    for each in np.unique(cell):
        (here,) = np.nonzero(cell == each)
        apart = min(0.06, HEAP / max(len(here) - 1, 1))
        moved[here] = (np.arange(len(here)) - (len(here) - 1) / 2) * apart
    return moved


def limits(panel: Rows) -> tuple[float, float]:
    """Where the axis begins and ends: all of the strong rows, and of the others what is not an outlier.

    Of parts of a whole every estimate is seen, and of their intervals what is not an outlier.
    """
    strong = [row for row in panel.rows if row.weight in BOLD] or list(panel.rows)
    fixed = [*(panel.band or ()), *([] if panel.line is None else [panel.line])]
    if any(row.weight == "whole" for row in panel.rows):
        fixed += [row.estimate for row in panel.rows]
    low, high = span([*fixed, *(x for row in strong for x in _values(row))])
    others = _finite(x for row in panel.rows for x in _values(row))
    reach = FURTHER * (high - low)
    low = min([low, *(max(x, low - reach) for x in others)])
    high = max([high, *(min(x, high + reach) for x in others)])
    pad = 0.05 * (high - low)
    # An arrow needs some way to go.
    left, right = (any(end in _values(row) for row in panel.rows) for end in (-math.inf, math.inf))
    return low - pad * (4 if left else 1), high + pad * (4 if right else 1)


def _values(row: Row) -> list[float]:
    return [row.estimate, *(end for end in (row.low, row.high) if end is not None), *map(float, row.dots)]


def _finite(values: Iterable[float]) -> list[float]:
    return [x for x in values if math.isfinite(x)]


def span(values: list[float]) -> tuple[float, float]:
    """The lowest and the highest number, some way apart.

    >>> span([0.0, 0.0]), span([2.0, float("inf")]), span([1.0, 3.0])
    ((-1.0, 1.0), (1.0, 3.0), (1.0, 3.0))
    """
    seen = _finite(values) or [0.0]
    low, high = min(seen), max(seen)
    size = max(abs(low), abs(high))
    apart = 0.5 * size if size > 1e-12 else 1.0
    return (low, high) if high - low > 1e-9 * size and high - low > 1e-12 else (low - apart, high + apart)


def plain_ticks(axis: "Axis") -> None:
    """Five numbers along an axis, or so."""
    few_ticks(axis, 5)


def few_ticks(axis: "Axis", most: int) -> None:
    """Few numbers along an axis, without powers of ten at its end."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:.6g}".replace("-", "\N{MINUS SIGN}")))
