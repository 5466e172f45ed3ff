"""Panels of curves, points and bars, as matplotlib draws them."""

from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.report.draw.figure import Panel, Series
from bakeoff.report.draw.looks import GREY, INK, PALE, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Page

MANY = 40  # points: with more, lines have no markers and clouds have small ones
GAP = 0.075  # between two labels, as a share of the panel's height


def draw_panel(axes: "Axes", panel: Panel) -> None:
    """One pair of axes with everything in it, labels at the ends of curves."""
    axes.set_title(panel.title, loc="left")
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label)
    names = draw_series(axes, panel)
    if sum(series.kind == "bars" for series in panel.series) > 1:
        axes.legend(fontsize=9)
    else:
        _label(axes, panel, names)


def draw_series(axes: "Axes", panel: Panel, *, dashed: bool = False) -> list[str]:
    """Everything between the axes; the words along them, where there are words."""
    axes.set(xscale=panel.x_scale, yscale=panel.y_scale)
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
        x, shown = _places(series, names), look(labels.index(series.label), dashed=dashed)
        if series.kind == "bars":
            _bars(axes, series, x, (bars.index(series), len(bars)), shown)
        else:
            _curve(axes, series, x, shown)
    return names


def _plain_numbers(axes: "Axes") -> None:
    """Write 0.2 rather than 2 x 10^-1 along a logarithmic axis."""
    from matplotlib.ticker import LogFormatter

    class Plain(LogFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return f"{x:g}" if super().__call__(x, pos) else ""  # nothing: too many to label all

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_major_formatter(Plain())
            axis.set_minor_formatter(Plain(minor_thresholds=(2, 0.4)))


def _names(panel: Panel) -> list[str]:
    """The words along the axis; nothing where they are numbers."""
    every = [x for series in panel.series for x in series.x]
    return list(dict.fromkeys(every)) if every and isinstance(every[0], str) else []


def _places(series: Series, names: list[str]) -> Floats:
    return np.array([names.index(x) for x in series.x] if names else series.x, dtype=np.float64)


def _curve(axes: "Axes", series: Series, x: Floats, shown: dict[str, Any]) -> None:
    """A line, steps or points, with its band; what is published has hollow markers and no line."""
    y = np.asarray(series.y, dtype=np.float64)
    if series.low is not None and series.high is not None:
        _band(axes, series, x, shown)
    if series.published:
        shown = shown | {"linestyle": "", "markerfacecolor": "none", "markersize": 6.5, "zorder": 3}
    elif series.kind == "points":
        shown = shown | {"linestyle": "", "markersize": 2.5 if len(x) > MANY else 5.5}
    elif series.kind == "steps" or len(x) > MANY:
        shown = shown | {"marker": ""}
    else:
        shown = shown | {"markersize": 3.5}
    axes.plot(x, y, drawstyle="steps-post" if series.kind == "steps" else "default", **shown)


def _band(axes: "Axes", series: Series, x: Floats, shown: dict[str, Any]) -> None:
    """The interval of a line as a shade, that of points as a bar at each."""
    low, high = (np.asarray(end, dtype=np.float64) for end in (series.low, series.high))
    if series.kind == "points" or series.published:
        axes.vlines(x, low, high, color=shown["color"], linewidth=1.0, zorder=2)
    else:
        axes.fill_between(
            x,
            low,
            high,
            step="post" if series.kind == "steps" else None,
            color=shown["color"],
            alpha=0.15,
            linewidth=0,
        )


def _bars(axes: "Axes", series: Series, x: Floats, place: tuple[int, int], shown: dict[str, Any]) -> None:
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
        edgecolor=shown["color"],
        facecolor="white" if series.published else shown["color"],
    )


def _label(axes: "Axes", panel: Panel, names: list[str]) -> None:
    """Write each label in the margin, at the end of its curve, without overlaps."""
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
            arrowprops=_leader(look(labels.index(label))),
        )


def _leader(shown: dict[str, Any]) -> dict[str, Any]:
    """The thin line from a curve to the left end of its label."""
    line = {"color": shown["color"], "linestyle": shown["linestyle"], "linewidth": 0.9}
    return line | {"arrowstyle": "-", "relpos": (0, 0.5)}


def _spread(heights: list[float]) -> list[float]:
    """Heights in rising order, moved as little as keeps them a gap apart and inside the panel.

    Least squares: where neighbours are too near, they are spaced evenly about their common middle.

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


def draw_key(page: "Page") -> None:
    """Printed values are hollow, computed ones filled."""
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], color=GREY, marker="o", markerfacecolor="none", markersize=6.5, linestyle=""),
        Line2D([], [], color=GREY, marker="o", markersize=3.5),
    ]
    page.legend(marks, ["printed", "computed"], loc="outside lower center", ncols=2, fontsize=9)
