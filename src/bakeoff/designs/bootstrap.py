"""Train on bootstrap samples, test on the items that were not drawn."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits, at_least
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import generator, root_entropy
from bakeoff.core.works import EFRON_1983, EFRON_1993, KOHAVI_1995
from bakeoff.designs._items import read_items


@dataclass(frozen=True, kw_only=True)
class Bootstrap:
    """Draw n items with replacement for training; test on those left out."""

    samples: int = 200
    key: ClassVar[str] = "bootstrap"
    test_to_train: ClassVar[None] = None  # the number of items left out varies
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets with 63 % of "
        "the items, some of them repeated, usually lower than after training on all",
        latex=r"\frac{\mathrm{E}|T|}{n} = 1 - \left(1 - \frac{1}{n}\right)^n \approx 0.632, "
        r"\qquad \frac{\mathrm{E}|T_i \cap T_j|}{\mathrm{E}|T|} = 1 - \left(1 - \frac{1}{n}\right)^n",
        symbols="n is the number of items, T the set of the distinct items that are trained on, and E the "
        "mean over random samples. Each learner is trained once for each sample.",
        assumptions=(
            *OF_ITEMS,
            "copies of an item in the training set do no harm: a learner that counts neighbours sees the "
            "copies",
        ),
        references=(EFRON_1983, EFRON_1993, KOHAVI_1995),
        estimator="bootstrap-632",
        unmeasured="no valid method compares two learners by its scores; it serves to estimate the error of "
        "one",
    )

    def __post_init__(self) -> None:
        at_least(1, samples=self.samples)

    @property
    def shape(self) -> tuple[int, int]:
        """One score for each sample, in one row."""
        return (1, self.samples)

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Training items, repeated as often as they were drawn, and the items that were not drawn.

        With groups, as many whole groups as there are are drawn with replacement. A sample that leaves no
        item out cannot be tested and is drawn again.

        Examples
        --------
        >>> train, test = Bootstrap(samples=3).split(100)[0]
        >>> len(train), set(train) | set(test) == set(range(100)), set(train) & set(test)
        (100, True, set())
        """
        items, root = read_items(self, X, y, groups), root_entropy(rng)
        units = np.arange(items.n, dtype=np.int64) if items.groups is None else items.groups
        times = [
            _times(items.n_groups, generator(root, "split", self.key, sample))
            for sample in range(self.samples)
        ]
        everything = np.arange(items.n, dtype=np.int64)
        return Splits(
            design=self,
            n=items.n,
            shape=self.shape,
            test=tuple(np.flatnonzero(each[units] == 0) for each in times),
            drawn=tuple(np.repeat(everything, each[units]) for each in times),
        )


def _times(units: int, draws: np.random.Generator) -> Ints:
    """How often each unit is drawn; at least one is not."""
    while True:
        times = np.bincount(draws.integers(units, size=units), minlength=units)
        if not times.all():
            return times
