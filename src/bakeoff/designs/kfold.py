"""k-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, at_least
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class KFold:
    """Partition the data into k folds and test on each after training on the others."""

    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "kfold"
    spoken: ClassVar[str] = "{folds} folds"

    def __post_init__(self) -> None:
        at_least(2, folds=self.folds)

    @property
    def shape(self) -> tuple[int, int]:
        """One run of k folds."""
        return (1, self.folds)

    @property
    def test_to_train(self) -> float:
        """Size of a test fold relative to its training set."""
        return 1 / (self.folds - 1)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Divide n items into folds at random.

        Parameters
        ----------
        X
            The items: anything with a length, or their number.
        y
            The labels, if the design is stratified; X itself may hold them.
        groups
            One value for each item; items of one group share a fold.
        rng
            A whole number or a numpy Generator.

        Examples
        --------
        >>> labels = ["cat", "dog", "cat", "dog", "dog", "cat"]
        >>> [sorted(labels[item] for item in test) for _, test in KFold(folds=3).split(labels)]
        [['cat', 'dog'], ['cat', 'dog'], ['cat', 'dog']]
        """
        return partition(self, X, y, groups, rng, folds=self.folds)
