"""Dietterich's design: five runs of two-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits
from bakeoff.core.works import ALPAYDIN_1999, DIETTERICH_1998, MARTIN_HIRSCHBERG_1996
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class FiveByTwo:
    """Halve the data five times; train on each half and test on the other half."""

    stratified: bool = True
    key: ClassVar[str] = "five-by-two"
    spoken: ClassVar[str] = "5 x 2 folds"
    shape: ClassVar[tuple[int, int]] = (5, 2)
    test_to_train: ClassVar[float] = 1.0  # both halves have one size
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets of n / 2 "
        "items, which is usually lower than after training on all",
        latex=r"n_\text{train} = \frac{n}{2}, \qquad |T_i \cap T_j| = 0 \text{ in one run}, \qquad "
        r"\frac{\mathrm{E}|T_i \cap T_j|}{n_\text{train}} = \frac{1}{2} \text{ in two runs}",
        symbols="n is the number of items, T a training set, and E the mean over random halvings. Each "
        "learner is trained ten times.",
        assumptions=(
            *OF_ITEMS,
            "the order of the learners after training on half of the data is that after training on all",
            "the five runs halve the same data, so they are not independent",
        ),
        references=(DIETTERICH_1998, ALPAYDIN_1999, MARTIN_HIRSCHBERG_1996),
        trained="half-sample-t",
    )

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Both halves of each run, as in `RepeatedKFold.split` with five runs of two folds.

        Examples
        --------
        >>> FiveByTwo(stratified=False).split(101).n_test.tolist()[0]
        [51.0, 50.0]
        """
        return partition(self, X, y, groups, rng, runs=5, folds=2)
