"""k-fold cross-validation, repeated with new partitions."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, at_least
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class RepeatedKFold:
    """Run k-fold cross-validation several times, each time with a new random partition."""

    runs: int = 10
    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "repeated-kfold"
    spoken: ClassVar[str] = "{runs} x {folds} folds"

    def __post_init__(self) -> None:
        at_least(1, runs=self.runs)
        at_least(2, folds=self.folds)

    @property
    def shape(self) -> tuple[int, int]:
        """(runs, folds)."""
        return (self.runs, self.folds)

    @property
    def test_to_train(self) -> float:
        """Size of a test fold relative to its training set."""
        return 1 / (self.folds - 1)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The folds of each run, as in `KFold.split`; the first run is the same as that of `KFold`.

        Examples
        --------
        >>> splits = RepeatedKFold(runs=2, folds=3, stratified=False).split(8, rng=1)
        >>> splits.n_test.tolist()
        [[3.0, 3.0, 2.0], [3.0, 3.0, 2.0]]
        >>> more = RepeatedKFold(runs=5, folds=3, stratified=False).split(8, rng=1)
        >>> all((ours == theirs).all() for ours, theirs in zip(splits.test, more.test))
        True
        """
        return partition(self, X, y, groups, rng, runs=self.runs, folds=self.folds)
