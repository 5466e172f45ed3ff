"""Statistics for all numbers of a table: whether they are off together although none is off alone."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from scipy import special

from bakeoff.lab.exhibit import Cell, Kind

FEWEST = 2  # cells that make a table
LINE = 3  # cells that make a row or a column


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Computed minus printed in standard errors, z, over the cells of one kind.

    ``mean_z`` is the mean of z in the row or column that is ``farthest`` off, of ``lines`` rows and columns,
    and ``mean_p`` its two-sided p-value, times their number: over a whole table, what is too high by one
    procedure and too low by another would cancel. Where no row or column has three cells, it is the mean of
    all (``lines`` is 1). ``p_value`` is that of the sum of all squares, the chi-square, with as many degrees
    of freedom as there are cells. Both assume independent cells. Cells that share their samples are not, and
    both p-values are then too small or too large.
    """

    cells: int
    mean_z: float
    mean_p: float
    chi_square: float
    p_value: float
    farthest: str = ""
    lines: int = 1

    @property
    def words(self) -> str:
        """Both statistics with their p-values.

        >>> Joint(cells=4, mean_z=2.0, mean_p=6.3e-05, chi_square=16.0, p_value=0.003).words
        'mean z 2.00 (p = 6e-05), chi-square 16.0 on 4 df (p = 0.003)'
        >>> Joint(cells=9, mean_z=-2.0, mean_p=0.1, chi_square=9, p_value=0.4, farthest="LOO", lines=6).words
        'mean z -2.00 in LOO, the farthest of 6 rows and columns (p = 0.1), chi-square 9.0 on 9 df (p = 0.4)'
        """
        where = f" in {self.farthest}, the farthest of {self.lines} rows and columns" if self.farthest else ""
        return (
            f"mean z {self.mean_z:.2f}{where} (p = {self.mean_p:.1g}), chi-square {self.chi_square:.1f} on "
            f"{self.cells} df (p = {self.p_value:.1g})"
        )


def joint(cells: Iterable[Cell], kind: Kind = "number") -> Joint | None:
    """The joint statistic of the numbers of one kind that have a standard error; None for fewer than two.

    What print says in words is no such number.

    Examples
    --------
    >>> found = joint(Cell("a", f"{at}", 5.0, 6.0, error=0.5) for at in range(4))
    >>> found.mean_z, round(found.mean_p, 6), found.chi_square, round(found.p_value, 4)
    (2.0, 6.3e-05, 16.0, 0.003)
    """
    off = [
        ((cell.row, cell.column), (cell.computed - cell.published) / cell.error)
        for cell in cells
        if cell.kind == kind
        and cell.error
        and cell.computed is not None
        and cell.published is not None
        and not (cell.words or isinstance(cell.published, tuple))
    ]
    if len(off) < FEWEST:
        return None
    lines: dict[tuple[int, str], list[float]] = {}
    for place, z in off:
        for side, name in enumerate(place):
            lines.setdefault((side, name), []).append(z)
    long = {name: line for (_, name), line in lines.items() if len(line) >= LINE}
    alone = len(long) <= 1  # a table of one row or column is that
    farthest, line = (
        ("", [z for _, z in off]) if alone else max(long.items(), key=lambda each: _distance(each[1]))
    )
    squares = math.fsum(z**2 for _, z in off)
    return Joint(
        cells=len(off),
        mean_z=math.fsum(line) / len(line),
        mean_p=min(1.0, (1 if alone else len(long)) * float(2 * special.ndtr(-_distance(line)))),
        chi_square=squares,
        p_value=float(special.chdtrc(len(off), squares)),
        farthest=farthest,
        lines=1 if alone else len(long),
    )


def _distance(line: list[float]) -> float:
    """How far the mean of z is from 0, in its own standard errors."""
    return abs(math.fsum(line)) / math.sqrt(len(line))
