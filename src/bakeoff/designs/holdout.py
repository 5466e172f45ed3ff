"""One split into training and test data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits, share
from bakeoff.core.works import DIETTERICH_1998, HONAVAR, KOHAVI_1995, MARTIN_HIRSCHBERG_1996
from bakeoff.designs._deal import drawings


@dataclass(frozen=True, kw_only=True)
class Holdout:
    """Train once on a random part of the data and test once on the rest."""

    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "holdout"
    spoken: ClassVar[str] = "one split that tests on a third"
    shape: ClassVar[tuple[int, int]] = (1, 1)
    account: ClassVar[Account] = Account(
        estimates="the accuracy (or another metric) of the two models that were trained, on new items; it "
        "says little about learners, because another training set gives other models",
        latex=r"n_\text{train} = n - n_\text{test}, \qquad n_\text{test} = t\, n \text{ (rounded)}",
        symbols="n is the number of items and t the share that is tested. Each learner is trained once.",
        assumptions=(*OF_ITEMS, "the test items were used for nothing else, such as the choice of settings"),
        references=(KOHAVI_1995, DIETTERICH_1998, MARTIN_HIRSCHBERG_1996, HONAVAR),
        trained="mcnemar-mid-p",
        estimator="holdout",
    )

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
