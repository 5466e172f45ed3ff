"""k-fold cross-validation, repeated with new partitions."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.design import at_least


@dataclass(frozen=True, kw_only=True)
class RepeatedKFold:
    """Run k-fold cross-validation several times, each time with a new random partition."""

    runs: int = 10
    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "repeated-kfold"

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
