"""Many independent random splits of the same data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.design import at_least, share


@dataclass(frozen=True, kw_only=True)
class Resampling:
    """Repeat a random split; the splits overlap, so their scores are not independent."""

    splits: int = 30
    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "resampling"

    def __post_init__(self) -> None:
        at_least(1, splits=self.splits)
        share(self.test)

    @property
    def shape(self) -> tuple[int, int]:
        """Each split is a run of one fold; the scores stand in one row."""
        return (1, self.splits)

    @property
    def test_to_train(self) -> float:
        """Size of a test set relative to its training set."""
        return self.test / (1 - self.test)
