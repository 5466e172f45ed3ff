"""A published table or figure, and its recomputation."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Literal

import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.report.draw.figure import Figure, Panel, Series

Kind = Literal["number", "claim", "stand-in", "construction", "repeat", "reading"]
Status = Literal["exact", "within", "holds", "unsure", "near", "built", "differs", "cannot", "unprinted"]
SURE = 3.0  # standard errors: one true number in 370 is called different by chance
CLEAR = 2.0  # standard errors inside its range from which a claim certainly holds
Printed = float | tuple[float, float] | None
# The status of a cell that agrees, where what was computed is not exactly what was printed.
CAME_OUT: dict[Kind, Status] = {"stand-in": "near", "construction": "built"}
UNCOUNTED: tuple[Kind, ...] = ("repeat", "reading")


@dataclass(frozen=True)
class Cell:
    """One number or claim of a table or figure: its place, its printed value and the value computed here.

    Attributes
    ----------
    published
        The printed number, or the range in which a claim in words is true (``_readings.py`` has one for
        each wording); None where nothing is printed.
    computed
        None where it cannot be computed; then ``reason`` says what is missing.
    digits
        Decimals in print: without chance, a number is exact if it rounds to what is printed.
    error
        Standard error of computed minus published, from the draws on both sides; 0 without chance.
    reason
        Why the two differ, what is missing, or why the cell is not counted.
    words
        The printed claim, where it is not a number ("about 11").
    kind
        The account that the cell belongs to: a ``number`` or a ``claim`` in words; a ``stand-in``, where
        other data or learners replace those of the paper; a ``construction``, which could hardly
        differ; a ``repeat`` of what is counted elsewhere; a ``reading`` of print other than its own
        words. The last two are shown and not counted. If left out, what has words is a claim, and all else
        is a number.
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
    kind: Kind | None = None

    def __post_init__(self) -> None:
        if self.kind is None:
            worded = bool(self.words) or isinstance(self.published, tuple)
            object.__setattr__(self, "kind", "claim" if worded else "number")
        self._check()
        # JSON does not accept numbers of numpy.
        object.__setattr__(self, "error", float(self.error))
        if self.computed is not None:
            object.__setattr__(self, "computed", float(self.computed))

    def _check(self) -> None:
        place = f"cell {self.row}, {self.column}"
        if self.computed is None and not self.reason:
            raise InputError(f"{place} has no number; expected a reason that says why")
        if self.kind in UNCOUNTED and not self.reason:
            raise InputError(f"{place} is not counted; expected a reason that says why")
        if self.computed is not None and not math.isfinite(self.computed):
            raise InputError(f"{place} is {self.computed}; expected a finite number")
        if not (math.isfinite(self.error) and self.error >= 0):
            raise InputError(f"{place} has error {self.error}; expected 0 or a standard error")

    @property
    def counted(self) -> bool:
        """Whether the printed value is compared here, and for the first time."""
        return self.published is not None and self.kind not in UNCOUNTED

    @property
    def status(self) -> Status:
        """Whether the printed value was reproduced.

        A claim is false outside its range, however large the error: a wrong direction differs.

        >>> Cell("a", "b", 0.0033, 0.00330022, 4).status
        'exact'
        >>> Cell("a", "b", 5.0, 4.1, error=0.7).status
        'within'
        >>> Cell("a", "b", (0, 7), 7.2, error=1.0, words="at most 7").status
        'differs'
        >>> Cell("a", "b", (0, 7), 6.2, error=1.0, words="at most 7").status
        'unsure'
        """
        if self.computed is None:
            return "cannot"
        if self.published is None:
            return "unprinted"
        found = self._claimed if isinstance(self.published, tuple) else self._compared
        if found in ("differs", "unsure"):
            return found
        return CAME_OUT.get(self.kind, found)  # type: ignore[arg-type]

    @property
    def _claimed(self) -> Status:
        low, high = self.published  # type: ignore[misc]
        computed = float(self.computed)  # type: ignore[arg-type]
        if not low <= computed <= high:
            return "differs"
        inside = min(computed - low, high - computed)
        return "unsure" if inside < CLEAR * self.error else "holds"

    @property
    def _compared(self) -> Status:
        off = abs(self.computed - self.published)  # type: ignore[operator]
        if self.error:
            return "within" if off <= SURE * self.error else "differs"
        same = off <= 0.5 * 10.0**-self.digits * (1 + 1e-9)
        return ("holds" if self.kind == "claim" else "exact") if same else "differs"


@dataclass(frozen=True, kw_only=True, eq=False)
class Reproduction:
    """The outcome: cells with printed and computed values, a figure if there is one, and remarks."""

    cells: Sequence[Cell]
    figure: Figure | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much work to do: ``draws(full, quick)`` picks the number of draws.

    ``told(share)`` is called with the share of the work that is done, from 0 to 1.
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
    docs/misprints.md that concern it.
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
