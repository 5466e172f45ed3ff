"""A figure as data: drawing is done elsewhere."""

from dataclasses import dataclass
from typing import Any, Literal

from bakeoff.core.evidence import Grade


@dataclass(frozen=True, kw_only=True, eq=False)
class Series:
    """One curve or cloud of a panel; ``low`` and ``high`` are a band around ``y``."""

    label: str
    x: Any
    y: Any
    kind: Literal["line", "points", "steps", "bars"] = "line"
    low: Any = None
    high: Any = None
    published: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Panel:
    """One pair of axes. ``level`` draws a thin horizontal line, such as the nominal 5 %.

    ``diagonal`` draws the line on which both are equal, and makes the two axes alike.
    """

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_scale: Literal["linear", "log"] = "linear"
    y_scale: Literal["linear", "log"] = "linear"
    level: float | None = None
    diagonal: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Row:
    """One line of `Rows`: an estimate from ``low`` to ``high``, either of which may be infinite, and dots.

    ``note`` is at the right, above the line. ``weight`` is ``"strong"`` for what the figure is about,
    ``"whole"`` for what the other rows are parts of, and ``"faint"`` for what is unreliable.
    ``grade`` is how strong the evidence is, which the line and its mark show.
    """

    label: str
    estimate: float
    low: float | None = None
    high: float | None = None
    dots: Any = ()
    note: str = ""
    weight: Literal["strong", "whole", "plain", "faint"] = "plain"
    grade: Grade = "strong"


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Intervals or dots above each other on one axis, with a strong line at ``line`` and a pale ``band``.

    ``ends`` say what the left and the right end of the axis mean.
    """

    title: str
    x_label: str
    rows: tuple[Row, ...]
    line: float | None = 0.0
    band: tuple[float, float] | None = None
    ends: tuple[str, str] = ("", "")
    limits: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Square:
    """Four cells, each a number above a remark; ``marked`` are those that count, by (row, column)."""

    title: str
    across: tuple[str, str]
    down: tuple[str, str]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    marked: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class RankRow:
    """One model of `Ranks`: its value from ``low`` to ``high``, and whether it may be the best (``strong``).

    ``best`` and ``worst`` are the ranks that it may have.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    best: int
    worst: int
    strong: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranks:
    """Models below each other: values with their intervals, and bars of possible ranks; a note below."""

    title: str
    x_label: str
    note: str
    rows: tuple[RankRow, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class MeanRanks:
    """Names at their mean ranks on one line, and bars that join sets of them: a critical-difference diagram.

    ``sets`` are places in ``names``; ``critical`` is a length to show above the line, where there is one.
    """

    title: str
    x_label: str
    names: tuple[str, ...]
    ranks: tuple[float, ...]
    sets: tuple[tuple[int, ...], ...] = ()
    critical: float | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Cell:
    """One cell of a `Matrix`: its few lines of text, and how the row compares with the column.

    Where the evidence is ``weak`` the colour is pale.
    """

    lines: tuple[str, ...]
    kind: Literal["better", "worse", "equal", "open"]
    weak: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Matrix:
    """Every name against every other; ``cells[row][column]`` is None where nothing is known.

    ``lines`` say what the lines of a cell are; ``columns`` are named where they are not the rows.
    """

    title: str
    x_label: str
    names: tuple[str, ...]
    lines: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Shares:
    """Bars that three shares fill: each a label and the shares, which sum to 1; ``parts`` name them."""

    title: str
    parts: tuple[str, str, str]
    rows: tuple[tuple[str, tuple[float, float, float]], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Simplex:
    """Triples that sum to 1 as points of a triangle; ``corners`` are named left, top and right.

    ``points`` is an array (n, 3) in that order, ``shares`` how many of them are nearest to each corner.
    """

    title: str
    corners: tuple[str, str, str]
    points: Any
    shares: tuple[float, float, float]


AnyPanel = Panel | Rows | Square | Ranks | MeanRanks | Matrix | Shares | Simplex


@dataclass(frozen=True, kw_only=True, eq=False)
class Figure:
    """Panels of one figure, as data: the report draws them.

    ``narrow`` figures are one column with large letters, for screens down to a phone's; others are as wide
    as paper.
    """

    title: str
    panels: tuple[AnyPanel, ...]
    narrow: bool = False
