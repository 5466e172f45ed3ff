"""A published table or figure, and what came out when it was computed again."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from bakeoff.core.exceptions import InputError

Status = Literal["exact", "within", "differs", "cannot", "unprinted"]
STATUSES: dict[Status, str] = {
    "exact": "reproduced exactly",
    "within": "reproduced within Monte-Carlo error",
    "differs": "differs",
    "cannot": "cannot be reproduced",
    "unprinted": "nothing printed to compare with",
}
SURE = 3.0  # standard errors: one true cell in 370 is called different by chance
Printed = float | tuple[float, float] | None


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One number of a table or figure: as printed, and as computed here.

    Attributes
    ----------
    published
        The printed number, or the lowest and highest value that a printed claim allows ("at most 7" is
        ``(0, 7)``); None where nothing is printed.
    computed
        None where it cannot be computed; then ``reason`` says what is missing.
    digits
        Decimals in print: without chance, a cell is exact if it rounds to what is printed.
    error
        Standard error of computed minus published, from the draws on both sides; 0 without chance.
    reason
        Why the two differ, or what is missing.
    words
        The printed claim, where it is not a number ("about 11").
    """

    row: str
    column: str
    published: Printed
    computed: float | None
    digits: int = 0
    error: float = 0.0
    reason: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if self.computed is None and not self.reason:
            raise InputError(f"cell {self.row}, {self.column} has no number; expected a reason that says why")
        if self.computed is not None and not math.isfinite(self.computed):
            raise InputError(f"cell {self.row}, {self.column} is {self.computed}; expected a finite number")
        if not (math.isfinite(self.error) and self.error >= 0):
            raise InputError(
                f"cell {self.row}, {self.column} has error {self.error}; expected 0 or a standard error"
            )
        # Numbers of numpy are no numbers to JSON.
        object.__setattr__(self, "error", float(self.error))
        if self.computed is not None:
            object.__setattr__(self, "computed", float(self.computed))

    @property
    def status(self) -> Status:
        """Whether the printed number came out.

        >>> Cell(row="a", column="b", published=0.0033, computed=0.00330022, digits=4).status
        'exact'
        >>> Cell(row="a", column="b", published=5.0, computed=4.1, error=0.7).status
        'within'
        >>> Cell(row="a", column="b", published=(0, 7), computed=7.2, words="at most 7").status
        'differs'
        """
        if self.computed is None:
            return "cannot"
        if self.published is None:
            return "unprinted"
        off = self._distance(self.computed)
        if self.error:
            return "within" if off <= SURE * self.error else "differs"
        return "exact" if off <= self._rounding else "differs"

    @property
    def _rounding(self) -> float:
        return 0.0 if isinstance(self.published, tuple) else 0.5 * 10.0**-self.digits * (1 + 1e-9)

    def _distance(self, computed: float) -> float:
        low, high = self.published if isinstance(self.published, tuple) else (self.published,) * 2
        return max(low - computed, computed - high, 0.0)  # type: ignore[operator]


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

    ``note`` stands at the right, above the line. ``weight`` is ``"strong"`` for what the figure is about,
    ``"whole"`` for what the other rows are parts of, and ``"faint"`` for what is not to be relied on.
    """

    label: str
    estimate: float
    low: float | None = None
    high: float | None = None
    dots: Any = ()
    note: str = ""
    weight: Literal["strong", "whole", "plain", "faint"] = "plain"


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Intervals or dots above each other on one axis, with a strong line at ``line`` and a pale ``band``.

    ``ends`` say what it means to lie at the left and at the right end of the axis.
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
class Figure:
    """Panels of one figure, as data: drawing is the report's work.

    ``narrow`` figures are one column with large letters, for screens down to a phone's; others are as wide
    as paper.
    """

    title: str
    panels: tuple[Panel | Rows | Square, ...]
    narrow: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Reproduction:
    """What came out: cells beside print, a figure where there is one, and what a reader should know."""

    cells: tuple[Cell, ...]
    figure: Figure | None = None
    notes: tuple[str, ...] = ()


def _untold(done: float) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much work to do: ``draws(full, quick)`` picks the number of draws.

    ``told(share)`` is called with the share of the work that is done, between 0 and 1.
    """

    quick: bool = False
    rng: int = 0
    told: Callable[[float], None] = field(default=_untold)

    def draws(self, full: int, quick: int) -> int:
        """The number of draws.

        >>> Effort(quick=True).draws(1000, 100)
        100
        """
        return quick if self.quick else full


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """The record of a published table or figure.

    ``about`` says what is computed, how, and what had to be assumed; ``errata`` lists the numbers of
    docs/misprints.md that bear on it.
    """

    key: str
    title: str
    source: str
    about: str
    compute: Callable[[Effort], Reproduction]
    errata: tuple[str, ...] = ()
