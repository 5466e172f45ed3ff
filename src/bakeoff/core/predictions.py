"""What two models said about the same items."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

Column = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Predictions:
    """What is true of each item and what two models said about it, in one order.

    There is no ``truth`` where the models' scores of each item are given as they are.
    """

    truth: Column | None
    a: Column
    b: Column
    source: str
    ids: Column | None = None
    clusters: Column | None = None
    slices: Column | None = None

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.a)
