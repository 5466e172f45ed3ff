"""Leave-one-out: k-fold cross-validation with as many folds as items (k = n, not n - 1; E-S4)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import OF_ITEMS, Account, Splits
from bakeoff.core.works import HONAVAR, KOHAVI_1995
from bakeoff.designs._deal import members
from bakeoff.designs._items import read_items


@dataclass(frozen=True, kw_only=True)
class LeaveOneOut:
    """Test on each item after training on all others."""

    key: ClassVar[str] = "leave-one-out"
    shape: ClassVar[None] = None  # one run of as many folds as there are items
    test_to_train: ClassVar[None] = None  # 1 / (n - 1): the data decide
    account: ClassVar[Account] = Account(
        estimates="the expected accuracy (or another metric) of a learner over training sets of n - 1 items",
        latex=r"n_\text{train} = n - 1, \qquad \frac{|T_i \cap T_j|}{n_\text{train}} = \frac{n-2}{n-1}",
        symbols="n is the number of items (or of groups) and T a training set. Each learner is trained n "
        "times.",
        assumptions=(
            *OF_ITEMS,
            "no learner follows the class proportions: leaving an item out makes its class rarer in the "
            "training set",
        ),
        references=(KOHAVI_1995, HONAVAR),
        trained="mcnemar-mid-p",
        estimator="leave-one-out",
        unmeasured="a study would train each learner once for each item of thousands of data sets",
    )

    def split(self, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0) -> Splits:
        """Each item on its own, in order; with groups, each group (EST-4). Nothing is random.

        Examples
        --------
        >>> [(train.tolist(), test.tolist()) for train, test in LeaveOneOut().split(3)]
        [([1, 2], [0]), ([0, 2], [1]), ([0, 1], [2])]
        >>> [test.tolist() for _, test in LeaveOneOut().split(4, groups=["a", "b", "a", "b"])]
        [[0, 2], [1, 3]]
        """
        items = read_items(self, X, y, groups)
        alone = np.arange(items.n, dtype=np.int64) if items.groups is None else items.groups
        return Splits(
            design=self, n=items.n, shape=(1, items.n_groups), test=tuple(members(alone, items.n_groups))
        )
