"""k-fold cross-validation."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits, at_least
from bakeoff.core.works import DIETTERICH_1998, HONAVAR, KOHAVI_1995, SALZBERG_1997
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class KFold:
    """Partition the data into k folds and test on each after training on the others."""

    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "kfold"
    spoken: ClassVar[str] = "{folds} folds"
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets of (1 - 1/k) n "
        "items",
        latex=r"n_\text{train} = \left(1 - \frac{1}{k}\right) n, \qquad "
        r"\frac{|T_i \cap T_j|}{n_\text{train}} = \frac{k-2}{k-1}",
        symbols="n is the number of items, k the number of folds and T a training set; both are exact where "
        "k divides n. Each learner is trained k times, and each item is tested once.",
        assumptions=(
            *OF_ITEMS,
            "training sets overlap, so the scores of folds are not independent",
            "with stratified folds: the metric does not reward predictions that follow the class proportions",
        ),
        references=(KOHAVI_1995, DIETTERICH_1998, SALZBERG_1997, HONAVAR),
        trained="items-folds-t",
        estimator="kfold",
    )

    def __post_init__(self) -> None:
        at_least(2, folds=self.folds)

    @property
    def shape(self) -> tuple[int, int]:
        """One run of k folds."""
        return (1, self.folds)

    @property
    def test_to_train(self) -> float:
        """Size of a test fold relative to its training set."""
        return 1 / (self.folds - 1)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Divide n items into folds at random.

        Parameters
        ----------
        X
            The items: anything with a length, or their number.
        y
            The labels, if the design is stratified; X itself may hold them.
        groups
            One value for each item; items of one group share a fold.
        rng
            A whole number or a numpy Generator.

        Examples
        --------
        >>> labels = ["cat", "dog", "cat", "dog", "dog", "cat"]
        >>> [sorted(labels[item] for item in test) for _, test in KFold(folds=3).split(labels)]
        [['cat', 'dog'], ['cat', 'dog'], ['cat', 'dog']]
        """
        return partition(self, X, y, groups, rng, folds=self.folds)
