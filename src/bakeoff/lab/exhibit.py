"""A published table or figure, and what came out when it was computed again."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Literal

import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.report.draw.figure import Figure, Panel, Series

Status = Literal["exact", "within", "differs", "cannot", "unprinted"]
SURE = 3.0  # standard errors: one true cell in 370 is called different by chance
Printed = float | tuple[float, float] | None


@dataclass(frozen=True)
class Cell:
    """One number of a table or figure: its place, as printed, and beside it as computed here.

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
    _: KW_ONLY
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

        >>> Cell("a", "b", 0.0033, 0.00330022, 4).status
        'exact'
        >>> Cell("a", "b", 5.0, 4.1, error=0.7).status
        'within'
        >>> Cell("a", "b", (0, 7), 7.2, words="at most 7").status
        'differs'
        """
        if self.computed is None:
            return "cannot"
        if self.published is None:
            return "unprinted"
        low, high = self.published if isinstance(self.published, tuple) else (self.published,) * 2
        off = max(low - self.computed, self.computed - high, 0.0)
        if self.error:
            return "within" if off <= SURE * self.error else "differs"
        rounding = 0.0 if isinstance(self.published, tuple) else 0.5 * 10.0**-self.digits * (1 + 1e-9)
        return "exact" if off <= rounding else "differs"


@dataclass(frozen=True, kw_only=True, eq=False)
class Reproduction:
    """What came out: cells beside print, a figure where there is one, and what a reader should know."""

    cells: Sequence[Cell]
    figure: Figure | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much work to do: ``draws(full, quick)`` picks the number of draws.

    ``told(share)`` is called with the share of the work that is done, between 0 and 1.
    """

    quick: bool = False
    rng: int = 0
    told: Callable[[float], None] = lambda done: None

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


def curve(label: str, x: npt.ArrayLike, y: npt.ArrayLike) -> Series:
    """A line of a panel."""
    return Series(label=label, x=x, y=y)


def points(label: str, x: npt.ArrayLike, y: npt.ArrayLike) -> Series:
    """A cloud of a panel."""
    return Series(label=label, x=x, y=y, kind="points")


def panel(
    title: str,
    x_label: str,
    y_label: str,
    series: Iterable[Series],
    *,
    level: float | None = None,
    log: str = "",
) -> Panel:
    """One pair of axes; ``log`` names those of them that are logarithmic, x or y or both."""
    return Panel(
        title=title,
        x_label=x_label,
        y_label=y_label,
        series=tuple(series),
        x_scale="log" if "x" in log else "linear",
        y_scale="log" if "y" in log else "linear",
        level=level,
    )
