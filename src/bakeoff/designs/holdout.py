"""One split into training and test data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, is_third, share
from bakeoff.designs._deal import drawings


@dataclass(frozen=True, kw_only=True)
class Holdout:
    """Train once on a random part of the data and test once on the rest."""

    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "holdout"
    shape: ClassVar[tuple[int, int]] = (1, 1)

    def __post_init__(self) -> None:
        share(self.test)

    @property
    def test_to_train(self) -> float:
        """Size of the test set relative to the training set."""
        return self.test / (1 - self.test)

    @property
    def spoken(self) -> str:
        """How people say it; "" for an unusual one."""
        return "one split that tests on a third" if self.stratified and is_third(self.test) else ""

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The split of n items, ``round(test n)`` of them to test on; ``rng`` decides which.

        Parameters
        ----------
        X
            The items: anything with a length, or how many there are.
        y
            Their labels, where the design is stratified; X itself may hold them.
        groups
            One value for each item; items of one group are on one side, and the share is met as nearly
            as whole groups, drawn in random order, allow.
        rng
            A whole number or a numpy Generator.

        Examples
        --------
        >>> labels = ["cat", "dog", "cat", "dog", "dog", "cat"]
        >>> train, test = Holdout(test=1 / 3).split(labels)[0]
        >>> len(train), sorted(labels[item] for item in test)
        (4, ['cat', 'dog'])
        """
        return drawings(self, X, y, groups, rng, share=self.test)
