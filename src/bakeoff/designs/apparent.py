"""Train and test on the same items, which measures memory rather than learning."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits
from bakeoff.designs._items import read_items


@dataclass(frozen=True, kw_only=True)
class Apparent:
    """Train on all items and test on all of them (EST-1)."""

    key: ClassVar[str] = "apparent"
    shape: ClassVar[tuple[int, int]] = (1, 1)
    test_to_train: ClassVar[float] = 1.0  # the two are the same

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """All items, twice.

        Examples
        --------
        >>> [(train.tolist(), test.tolist()) for train, test in Apparent().split(3)]
        [([0, 1, 2], [0, 1, 2])]
        """
        everything = np.arange(read_items(self, X, y, groups, least=1).n, dtype=np.int64)
        return Splits(design=self, n=len(everything), shape=(1, 1), test=(everything,), drawn=(everything,))
