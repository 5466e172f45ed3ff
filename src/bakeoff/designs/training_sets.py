"""Separate training sets of one size, all tested on the same items."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits, at_least, in_words, share
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator, root_entropy
from bakeoff.designs._items import read_items

SMALLEST = 2  # items of a training set: from one, a learner can learn but one class


@dataclass(frozen=True, kw_only=True)
class TrainingSets:
    """Hold out test items, and cut disjoint training sets of ``size`` items from the rest.

    Without a size they are as large as the items allow; they have at least 2 items. That is the design of the
    DELVE project, which Dietterich (1998) names for question 5: how well an algorithm does, on average over
    training sets of one size. Sets are plain random samples, as new training sets would be.
    """

    size: int | None = None
    sets: int = 10
    test: float = 1 / 3
    stratified: ClassVar[bool] = False
    key: ClassVar[str] = "training-sets"

    def __post_init__(self) -> None:
        at_least(SMALLEST, size=SMALLEST if self.size is None else self.size)
        at_least(2, sets=self.sets)
        share(self.test)

    @property
    def shape(self) -> tuple[int, int]:
        """One score for each training set, in one row."""
        return (1, self.sets)

    @property
    def test_to_train(self) -> None:
        """Not fixed: the size of the test set depends on the data."""
        return

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The splits: each has its own training set and tests on the items held out.

        Examples
        --------
        >>> splits = TrainingSets(size=20, sets=3).split(90)
        >>> splits.n_train.tolist(), splits.n_test.tolist()
        ([[20.0, 20.0, 20.0]], [[30.0, 30.0, 30.0]])
        >>> len(set(np.concatenate([*splits.drawn, splits.test[0]]).tolist()))
        90
        """
        items = read_items(self, X, y, groups)
        if items.groups is not None:
            raise InputError(f"{in_words(self)} cuts items apart; expected no groups: leave them out")
        tested = round(self.test * items.n)
        size = max((items.n - tested) // self.sets, SMALLEST) if self.size is None else self.size
        if not tested or items.n - tested < self.sets * size:
            raise InputError(
                f"there are {items.n} items, {tested} of them to test on; expected "
                f"{self.sets * size} more for {self.sets} training sets of {size}: "
                f"use fewer{'' if size == SMALLEST else ' or smaller'} sets"
            )
        order = generator(root_entropy(rng), "split", "training-sets").permutation(items.n)
        sets = order[tested : tested + self.sets * size].reshape(self.sets, size)
        test = np.sort(order[:tested])
        return Splits(
            design=self,
            n=items.n,
            shape=self.shape,
            test=(test,) * self.sets,
            drawn=tuple(np.sort(each) for each in sets),
        )
