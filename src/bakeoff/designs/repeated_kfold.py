"""k-fold cross-validation, repeated with new partitions."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits, at_least
from bakeoff.core.works import BOUCKAERT_2003, HONAVAR, MARTIN_HIRSCHBERG_1996
from bakeoff.designs._deal import partition


@dataclass(frozen=True, kw_only=True)
class RepeatedKFold:
    """Run k-fold cross-validation several times, each time with a new random partition."""

    runs: int = 10
    folds: int = 10
    stratified: bool = True
    key: ClassVar[str] = "repeated-kfold"
    spoken: ClassVar[str] = "{runs} x {folds} folds"
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets of (1 - 1/k) n "
        "items; repetition makes the estimate depend less on the partition",
        latex=r"n_\text{train} = \left(1 - \frac{1}{k}\right) n, \qquad "
        r"\frac{|T_i \cap T_j|}{n_\text{train}} = \frac{k-2}{k-1} \text{ in one run}, \qquad "
        r"\frac{\mathrm{E}|T_i \cap T_j|}{n_\text{train}} = 1 - \frac{1}{k} \text{ in two runs}",
        symbols="n is the number of items, r that of runs, k that of folds, T a training set, and E the "
        "mean over random partitions. Each learner is trained r k times, and each item is tested r times.",
        assumptions=(
            *OF_ITEMS,
            "training sets overlap and every run tests the same items, so neither the scores of folds nor "
            "those of runs are independent",
            "with stratified folds: the metric does not reward predictions that follow the class proportions",
        ),
        references=(BOUCKAERT_2003, MARTIN_HIRSCHBERG_1996, HONAVAR),
        trained="items-folds-t",
        estimator="repeated-kfold",
    )

    def __post_init__(self) -> None:
        at_least(1, runs=self.runs)
        at_least(2, folds=self.folds)

    @property
    def shape(self) -> tuple[int, int]:
        """(runs, folds)."""
        return (self.runs, self.folds)

    @property
    def test_to_train(self) -> float:
        """Size of a test fold relative to its training set."""
        return 1 / (self.folds - 1)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The folds of each run, as in `KFold.split`; the first run is the same as that of `KFold`.

        Examples
        --------
        >>> splits = RepeatedKFold(runs=2, folds=3, stratified=False).split(8, rng=1)
        >>> splits.n_test.tolist()
        [[3.0, 3.0, 2.0], [3.0, 3.0, 2.0]]
        >>> more = RepeatedKFold(runs=5, folds=3, stratified=False).split(8, rng=1)
        >>> all((ours == theirs).all() for ours, theirs in zip(splits.test, more.test))
        True
        """
        return partition(self, X, y, groups, rng, runs=self.runs, folds=self.folds)
