"""Train on bootstrap samples, test on the items that were not drawn."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.design import at_least


@dataclass(frozen=True, kw_only=True)
class Bootstrap:
    """Draw n items with replacement for training; test on those left out."""

    samples: int = 200
    key: ClassVar[str] = "bootstrap"

    def __post_init__(self) -> None:
        at_least(1, samples=self.samples)

    @property
    def shape(self) -> tuple[int, int]:
        """One score for each sample, in one row."""
        return (1, self.samples)

    @property
    def test_to_train(self) -> None:
        """The number of items left out varies."""
        return
