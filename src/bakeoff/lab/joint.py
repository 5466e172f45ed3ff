"""One statistic for all numbers of a table: whether they are off together although none is off alone."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from scipy import special

from bakeoff.lab.exhibit import Cell, Kind

FEWEST = 2  # cells that make a table


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Computed minus printed in standard errors, z, over the cells of one kind.

    ``mean_p`` is the two-sided p-value of the mean of z, and ``p_value`` that of the sum of their squares,
    the chi-square, with as many degrees of freedom as there are cells. Both assume independent cells.
    Cells that share their samples are not, and both p-values are then too small or too large.
    """

    cells: int
    mean_z: float
    mean_p: float
    chi_square: float
    p_value: float

    @property
    def words(self) -> str:
        """Both statistics with their p-values.

        >>> Joint(cells=4, mean_z=2.0, mean_p=6.3e-05, chi_square=16.0, p_value=0.003).words
        'mean z 2.00 (p = 6e-05), chi-square 16.0 on 4 df (p = 0.003)'
        """
        return (
            f"mean z {self.mean_z:.2f} (p = {self.mean_p:.1g}), chi-square {self.chi_square:.1f} on "
            f"{self.cells} df (p = {self.p_value:.1g})"
        )


def joint(cells: Iterable[Cell], kind: Kind = "number") -> Joint | None:
    """The joint statistic of the numbers of one kind that have a standard error; None for fewer than two.

    Examples
    --------
    >>> found = joint(Cell("a", f"{at}", 5.0, 6.0, error=0.5) for at in range(4))
    >>> found.mean_z, round(found.mean_p, 6), found.chi_square, round(found.p_value, 4)
    (2.0, 6.3e-05, 16.0, 0.003)
    """
    off = [
        (cell.computed - cell.published) / cell.error
        for cell in cells
        if cell.kind == kind
        and cell.error
        and cell.computed is not None
        and cell.published is not None
        and not isinstance(cell.published, tuple)
    ]
    if len(off) < FEWEST:
        return None
    mean, squares = math.fsum(off) / len(off), math.fsum(z**2 for z in off)
    return Joint(
        cells=len(off),
        mean_z=mean,
        mean_p=float(2 * special.ndtr(-abs(mean) * math.sqrt(len(off)))),
        chi_square=squares,
        p_value=float(special.chdtrc(len(off), squares)),
    )
