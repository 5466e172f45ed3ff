"""Dietterich's design: five runs of two-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True)
class FiveByTwo:
    """Halve the data five times; train on each half and test on the other."""

    stratified: bool = True
    key: ClassVar[str] = "five-by-two"

    @property
    def shape(self) -> tuple[int, int]:
        """Five runs of two folds."""
        return (5, 2)

    @property
    def test_to_train(self) -> float:
        """Both halves have one size."""
        return 1.0
