"""One split into training and test data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.design import share


@dataclass(frozen=True, kw_only=True)
class Holdout:
    """Train once on a random part of the data and test once on the rest."""

    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "holdout"

    def __post_init__(self) -> None:
        share(self.test)

    @property
    def shape(self) -> tuple[int, int]:
        """One run of one fold."""
        return (1, 1)

    @property
    def test_to_train(self) -> float:
        """Size of the test set relative to the training set."""
        return self.test / (1 - self.test)
