"""k-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.design import at_least


@dataclass(frozen=True, kw_only=True)
class KFold:
    """Partition the data into k folds and test on each after training on the others."""

    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "kfold"

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
