"""Many independent random splits of the same data."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits, at_least, share
from bakeoff.core.works import BOUCKAERT_2003, DIETTERICH_1998, NADEAU_BENGIO_2003
from bakeoff.designs._deal import drawings


@dataclass(frozen=True, kw_only=True)
class Resampling:
    """Repeat a random split; the splits overlap, so their scores are not independent."""

    splits: int = 30
    test: float = 1 / 3
    stratified: bool = True
    key: ClassVar[str] = "resampling"
    spoken: ClassVar[str] = "{splits} random splits that test on a third"
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets of (1 - t) n "
        "items",
        latex=r"n_\text{train} = (1-t)\, n, \qquad \frac{\mathrm{E}|T_i \cap T_j|}{n_\text{train}} = 1 - t, "
        r"\qquad \frac{\mathrm{E}|S_i \cap S_j|}{n_\text{test}} = t",
        symbols="n is the number of items, t the share that is tested, T a training set and S a test set; E "
        "is the mean over random splits. Each learner is trained once for each split.",
        assumptions=(
            *OF_ITEMS,
            "training sets and test sets of different splits overlap, so a test of the scores must allow for "
            "their correlation",
        ),
        references=(NADEAU_BENGIO_2003, DIETTERICH_1998, BOUCKAERT_2003),
        trained="half-sample-t",
    )

    def __post_init__(self) -> None:
        at_least(1, splits=self.splits)
        share(self.test)

    @property
    def shape(self) -> tuple[int, int]:
        """Each split is a run of one fold; the scores are in one row."""
        return (1, self.splits)

    @property
    def test_to_train(self) -> float:
        """Size of a test set relative to its training set."""
        return self.test / (1 - self.test)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """The splits, each as in `Holdout.split`; the first is the same as that of `Holdout`.

        Examples
        --------
        >>> Resampling(splits=3, test=0.2, stratified=False).split(50).n_test.tolist()
        [[10.0, 10.0, 10.0]]
        """
        return drawings(self, X, y, groups, rng, share=self.test, splits=self.splits)
