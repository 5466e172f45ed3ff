"""Dietterich's design: five runs of two-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class FiveByTwo:
    """Halve the data five times; train on each half and test on the other half."""

    stratified: bool = True
    key: ClassVar[str] = "five-by-two"
    spoken: ClassVar[str] = "5 x 2 folds"
    shape: ClassVar[tuple[int, int]] = (5, 2)
    test_to_train: ClassVar[float] = 1.0  # both halves have one size

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Both halves of each run, as in `RepeatedKFold.split` with five runs of two folds.

        Examples
        --------
        >>> FiveByTwo(stratified=False).split(101).n_test.tolist()[0]
        [51.0, 50.0]
        """
        return partition(self, X, y, groups, rng, runs=5, folds=2)
