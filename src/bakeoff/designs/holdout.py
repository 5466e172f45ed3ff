"""One split into training and test data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, share
from bakeoff.designs._deal import drawings


@dataclass(frozen=True, kw_only=True)
class Holdout:
    """Train once on a random part of the data and test once on the rest."""

    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "holdout"
    spoken: ClassVar[str] = "one split that tests on a third"
    shape: ClassVar[tuple[int, int]] = (1, 1)

    def __post_init__(self) -> None:
        share(self.test)

    @property
    def test_to_train(self) -> float:
        """Size of the test set relative to the training set."""
        return self.test / (1 - self.test)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Split n items at random, with ``round(test n)`` of them in the test set.

        Parameters
        ----------
        X
            The items: anything with a length, or their number.
        y
            The labels, if the design is stratified; X itself may hold them.
        groups
            One value for each item; a group is never split. Whole groups are drawn in random order until the
            test set is as close to the requested share as possible.
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
