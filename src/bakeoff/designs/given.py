"""Splits that were made elsewhere, by unknown rules."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, at_least
from bakeoff.core.exceptions import InputError


@dataclass(frozen=True, kw_only=True)
class Given:
    """Splits made elsewhere, such as by a rule for time series."""

    splits: int = 1
    key: ClassVar[str] = "given"
    test_to_train: ClassVar[None] = None  # known of the splits alone

    def __post_init__(self) -> None:
        at_least(1, splits=self.splits)

    @property
    def shape(self) -> tuple[int, int]:
        """One score for each split, in one row."""
        return (1, self.splits)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Refuse: nothing says how the splits were made.

        Examples
        --------
        >>> Given(splits=3).split(10)
        Traceback (most recent call last):
        bakeoff.core.exceptions.InputError: Given(splits=3) does not say how its splits were made; \
expected a splitter, or the splits themselves as a list of pairs (train, test)
        """
        raise InputError(
            f"Given(splits={self.splits}) does not say how its splits were made; expected a splitter, or "
            f"the splits themselves as a list of pairs (train, test)"
        )
