"""What a test set is drawn again from: independent units, those that are alike taken as one kind."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Kinds:
    """Units (items, or clusters of them) by kind, and what a sample of them says of A minus B.

    ``repeats[k]`` units are of kind k; each holds the share ``share[k]`` of the ``n`` items, and A and B
    differ on it where ``unlike[k]``. ``gaps`` maps weights [resample, kind] to A minus B of each resample,
    NaN where that is 0/0; ``without`` gives A minus B where one unit of each kind is left out. One resample
    takes ``width`` numbers; ``draw`` gives the gaps of so many resamples where there is a quicker way than by
    weights. No difference is larger than ``span``; ``same`` is what is said where A and B
    differ on no unit.
    """

    estimate: float
    repeats: Ints
    unlike: npt.NDArray[np.bool_]
    share: Floats
    n: int
    gaps: Callable[[Ints], Floats]
    without: Callable[[], Floats]
    width: int
    span: float
    same: str
    draw: Callable[[int, np.random.Generator], Floats] | None = None

    @property
    def units(self) -> int:
        """Number of independent units."""
        return int(self.repeats.sum())

    @property
    def differing(self) -> int:
        """Number of units on which A and B differ."""
        return int(self.repeats[self.unlike].sum())

    def influences(self) -> Floats:
        """How far A minus B moves when one unit of each kind is left out; 0 where that makes it 0/0."""
        moved = self.without() - self.estimate
        moved[~np.isfinite(moved)] = 0.0
        return moved


def bell_mccaffrey(share: Floats, repeats: Ints) -> float:
    """Degrees of freedom of the variance of a mean over clusters that hold these shares of the items.

    ``1 / (sum h^2 + (sum q)^2 - sum q^2)`` with q = h^2 / (1 - h): for equal clusters one less than their
    number.
    """
    q = share**2 / (1 - share)
    return float(1 / (repeats @ share**2 + (repeats @ q) ** 2 - repeats @ q**2))
