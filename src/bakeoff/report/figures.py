"""Figures as SVG: the same bytes at every call, readable without colour vision, text kept as text."""

import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.exhibit import Figure, Panel, Series
from bakeoff.core.outcomes import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Page

# Okabe & Ito 2008, Color universal design, without the yellow that white paper swallows.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", ":", "-.")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
INK, GREY, PALE = "#222222", "#666666", "#E8E8E8"
WIDTH, HEIGHT = 6.0, 3.6  # inches of a panel
MANY = 40  # points: with more, lines have no markers and clouds have small ones
GAP = 0.075  # between two labels, as a share of the panel's height
STYLE: dict[str, Any] = {
    "svg.hashsalt": "bakeoff",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.titlesize": 11,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "legend.frameon": False,
}


def svg(figure: Figure) -> str:
    """Draw a figure: computed values as lines or filled, published ones as hollow markers.

    Examples
    --------
    >>> line = Series(label="size", x=[1, 2, 3], y=[4, 5, 5])
    >>> panel = Panel(title="", x_label="runs", y_label="%", series=(line,), level=5.0)
    >>> page = svg(Figure(title="Size by runs", panels=(panel,)))
    >>> "<title>Size by runs</title>" in page
    True
    """
    if not figure.panels:
        raise InputError(f"figure {figure.title!r} has no panels; expected at least one")
    import matplotlib
    from matplotlib.figure import Figure as Page

    # Whatever the caller has set comes back after it; pyplot, which would keep the page, is never loaded.
    plain: dict[Any, Any] = {k: v for k, v in matplotlib.rcParamsDefault.items() if "backend" not in k}
    with matplotlib.rc_context(plain | STYLE):
        columns = min(len(figure.panels), 2)
        rows = math.ceil(len(figure.panels) / columns)
        page = Page(figsize=(WIDTH * columns, HEIGHT * rows + 0.6), layout="constrained", facecolor="white")
        page.suptitle(figure.title, fontsize=12, fontweight="bold")
        for at, panel in enumerate(figure.panels):
            _draw(page.add_subplot(rows, columns, at + 1), panel)
        every = [series for panel in figure.panels for series in panel.series]
        if any(series.published and series.kind != "bars" for series in every):
            _key(page)
        text = io.StringIO()
        page.savefig(text, format="svg", metadata={"Title": figure.title, "Date": None, "Creator": None})
    return text.getvalue()


def _draw(axes: "Axes", panel: Panel) -> None:
    """One pair of axes with everything in it."""
    axes.set_title(panel.title, loc="left")
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label, xscale=panel.x_scale, yscale=panel.y_scale)
    _plain_numbers(axes)
    axes.grid(axis="y", color=PALE, linewidth=0.7)
    axes.set_axisbelow(True)
    if panel.level is not None:
        axes.axhline(panel.level, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1.5)
    names = _names(panel)
    if names:
        axes.set_xticks(range(len(names)), names)
    labels = list(dict.fromkeys(series.label for series in panel.series))
    bars = [series for series in panel.series if series.kind == "bars"]
    for series in panel.series:
        x, look = _places(series, names), _look(labels.index(series.label))
        if series.kind == "bars":
            _bars(axes, series, x, (bars.index(series), len(bars)), look)
        else:
            _curve(axes, series, x, look)
    if len(bars) > 1:
        axes.legend(fontsize=9)
    else:
        _label(axes, panel, names)


def _plain_numbers(axes: "Axes") -> None:
    """Write 0.2 rather than two times ten to the minus one along a logarithmic axis."""
    from matplotlib.ticker import LogFormatter

    class Plain(LogFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return f"{x:g}" if super().__call__(x, pos) else ""  # nothing: too many to label all

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_major_formatter(Plain())
            axis.set_minor_formatter(Plain(minor_thresholds=(2, 0.4)))


def _names(panel: Panel) -> list[str]:
    """What stands along the axis where it is words; nothing where it is numbers."""
    every = [x for series in panel.series for x in series.x]
    return list(dict.fromkeys(every)) if every and isinstance(every[0], str) else []


def _places(series: Series, names: list[str]) -> Floats:
    return np.array([names.index(x) for x in series.x] if names else series.x, dtype=np.float64)


def _look(at: int) -> dict[str, Any]:
    """Colour, dash and marker for one label: after seven the dashes change, and markers never match."""
    turn = at // len(COLOURS)
    return {
        "color": COLOURS[at % len(COLOURS)],
        "linestyle": DASHES[turn % len(DASHES)],
        "marker": MARKERS[(at + turn) % len(MARKERS)],
    }


def _curve(axes: "Axes", series: Series, x: Floats, look: dict[str, Any]) -> None:
    """A line, steps or points, with its band; what is published has hollow markers and no line."""
    y = np.asarray(series.y, dtype=np.float64)
    if series.low is not None and series.high is not None:
        _band(axes, series, x, look)
    if series.published:
        look = look | {"linestyle": "", "markerfacecolor": "none", "markersize": 6.5, "zorder": 3}
    elif series.kind == "points":
        look = look | {"linestyle": "", "markersize": 2.5 if len(x) > MANY else 5.5}
    elif series.kind == "steps" or len(x) > MANY:
        look = look | {"marker": ""}
    else:
        look = look | {"markersize": 3.5}
    axes.plot(x, y, drawstyle="steps-post" if series.kind == "steps" else "default", **look)


def _band(axes: "Axes", series: Series, x: Floats, look: dict[str, Any]) -> None:
    """The interval of a line as a shade, that of points as a bar at each."""
    low, high = (np.asarray(end, dtype=np.float64) for end in (series.low, series.high))
    if series.kind == "points" or series.published:
        axes.vlines(x, low, high, color=look["color"], linewidth=1.0, zorder=2)
    else:
        axes.fill_between(
            x,
            low,
            high,
            step="post" if series.kind == "steps" else None,
            color=look["color"],
            alpha=0.15,
            linewidth=0,
        )


def _bars(axes: "Axes", series: Series, x: Floats, place: tuple[int, int], look: dict[str, Any]) -> None:
    """Bars side by side where several series have them; hollow where they are published."""
    at, many = place
    apart = float(np.diff(np.unique(x)).min()) if len(np.unique(x)) > 1 else 1.0
    width = 0.8 * apart / many
    y, spread = np.asarray(series.y, dtype=np.float64), None
    if series.low is not None and series.high is not None:
        spread = np.abs(np.array([series.low, series.high], dtype=np.float64) - y)
    axes.bar(
        x + (at - (many - 1) / 2) * width,
        y,
        width,
        label=series.label,
        yerr=spread,
        ecolor=INK,
        edgecolor=look["color"],
        facecolor="white" if series.published else look["color"],
    )


def _label(axes: "Axes", panel: Panel, names: list[str]) -> None:
    """Write each label beside the end of its curve, in the margin, none upon another."""
    axes.autoscale_view()
    ends: dict[str, tuple[float, float]] = {}
    for series in sorted(panel.series, key=lambda series: series.published):
        x, y = _places(series, names), np.asarray(series.y, dtype=np.float64)
        seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if series.label and len(seen):
            end = axes.transData.transform((x[seen[-1]], y[seen[-1]]))
            ends.setdefault(series.label, tuple(axes.transAxes.inverted().transform(end)))
    labels = list(dict.fromkeys(series.label for series in panel.series))
    order = sorted(ends, key=lambda label: ends[label][1])
    for label, height in zip(order, _spread([ends[label][1] for label in order]), strict=True):
        axes.annotate(
            label,
            xy=ends[label],
            xycoords="axes fraction",
            xytext=(1.06, height),
            textcoords="axes fraction",
            va="center",
            fontsize=9,
            color=INK,
            annotation_clip=False,
            arrowprops=_leader(_look(labels.index(label))),
        )


def _leader(look: dict[str, Any]) -> dict[str, Any]:
    """The thin line from a curve to the left end of its label."""
    line = {"color": look["color"], "linestyle": look["linestyle"], "linewidth": 0.9}
    return line | {"arrowstyle": "-", "relpos": (0, 0.5)}


def _spread(heights: list[float]) -> list[float]:
    """Heights in rising order, moved as little as keeps them a gap apart and inside the panel.

    Least squares: where neighbours are too near, all of them lie evenly about their common middle.

    >>> [round(height, 4) for height in _spread([0.5, 0.51, 1.2])]
    [0.4675, 0.5425, 1.0]
    """
    gap = min(GAP, 1 / max(len(heights) - 1, 1))
    blocks: list[list[float]] = []
    for at, height in enumerate(heights):
        blocks.append([height - at * gap])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    level = [float(np.mean(block)) for block in blocks for _ in block]
    top = 1 - gap * (len(heights) - 1)
    return [min(max(start, 0.0), top) + at * gap for at, start in enumerate(level)]


def _key(page: "Page") -> None:
    """What is hollow is printed, what is filled is computed."""
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], color=GREY, marker="o", markerfacecolor="none", markersize=6.5, linestyle=""),
        Line2D([], [], color=GREY, marker="o", markersize=3.5),
    ]
    page.legend(marks, ["printed", "computed"], loc="outside lower center", ncols=2, fontsize=9)
