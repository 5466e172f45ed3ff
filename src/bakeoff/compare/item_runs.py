"""What scores are computed from: a value of each item, and how far models differ by training set."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.panel import variance_of_gap
from bakeoff.methods._ranked_kinds import codes_of


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemValues:
    """The mean value of each item (or group) over the runs, and covariances of models within a data set.

    ``items`` is an array (learners, items); ``models`` (runs, learners, learners), whose mean over the runs
    is the estimate, None with a single run. A learner without all scores has NaN.
    """

    items: Floats
    models: Floats | None


def item_values(
    by_learner: Sequence[list[Floats]], tests: Sequence[Ints], n: int, groups: Ints | None = None
) -> ItemValues:
    """The items and models of learners, given for each its values split by split, and the items tested."""
    by_split = [np.array(each) for each in zip(*by_learner, strict=True)]
    runs = sum(map(len, tests)) / n
    means = np.zeros((len(by_learner), n))
    for test, values in zip(tests, by_split, strict=True):
        means[:, test] += values / runs
    return ItemValues(
        items=np.array([_by_group(each, groups) for each in means]),
        models=_model_covariances(by_split, means, tests, groups) if runs > 1 else None,
    )


def _by_group(values: Floats, groups: Ints | None) -> Floats:
    """Values of independent units with the same mean: groups, where items belong together."""
    if groups is None:
        return values
    _, member = np.unique(groups, return_inverse=True)
    totals = np.bincount(member, weights=values)
    return np.asarray(totals * len(totals) / len(values))


def _model_covariances(
    by_split: list[Floats], means: Floats, tests: Sequence[Ints], groups: Ints | None
) -> Floats | None:
    """Variances and covariances of the expected scores of models trained on other parts of these data.

    With e the value of an item minus its mean over the runs, two items of one split share their model and
    nothing else: the mean product of their e estimates the variance between models, minus the part in the
    mean over the runs. The mean over the runs, or over all splits where they make no runs, is the estimate.
    None where every split tests a single item or group.
    """
    products, pairs = [], 0.0
    for test, values in zip(tests, by_split, strict=True):
        apart, sizes = np.ascontiguousarray(values - means[:, test]), np.ones(len(test), dtype=np.int64)
        if groups is not None:
            units = codes_of(groups[test])
            apart = np.array([np.bincount(units, weights=each) for each in apart])
            sizes = np.bincount(units)
        total = apart.sum(axis=1)
        products.append(np.outer(total, total) - apart @ apart.T)
        pairs += len(test) ** 2 - float(np.sum(sizes**2))
    if not pairs:
        return None
    runs = sum(map(len, tests)) / means.shape[1]
    folds = len(by_split) / runs
    parts = int(runs) if runs.is_integer() and folds.is_integer() else len(by_split)
    by_part = np.array(products).reshape(parts, -1, len(means), len(means)).sum(axis=1)
    found: Floats = by_part * parts / pairs * runs**2 / ((runs - 1) * (runs - 1 + 1 / folds))
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemRuns:
    """The values of A and of B on each item in each run (2, runs, items), and the items of each fold."""

    values: Floats
    tests: tuple[Ints, ...]
    folds: int

    @property
    def n_test(self) -> Floats:
        """The number of test items by run and fold."""
        return np.array([len(test) for test in self.tests], dtype=np.float64).reshape(-1, self.folds)

    @property
    def by_split(self) -> list[list[Floats]]:
        """The values of A and of B, split by split."""
        return [[each[at // self.folds, test] for at, test in enumerate(self.tests)] for each in self.values]

    def apart(self) -> tuple[Floats, float | None]:
        """The mean difference of each item, and the variance between models; None with a single run."""
        found = item_values(self.by_split, self.tests, self.values.shape[-1])
        return found.items[0] - found.items[1], variance_of_gap(found.models, 0, 1)[0]


def item_runs(items: PerItem, folds: PerItem, shape: tuple[int, int]) -> ItemRuns:
    """Values of each item in each run, with the fold that tested it; checked against the design.

    Differences A minus B, (runs, items), are treated as values of A, with 0 for B.

    Examples
    --------
    >>> given = item_runs([[1, 0, 0, 1], [1, 1, 0, 0]], [[1, 1, 2, 2], [1, 2, 1, 2]], (2, 2))
    >>> [test.tolist() for test in given.tests]
    [[0, 1], [2, 3], [0, 2], [1, 3]]
    """
    array = np.asarray(items, dtype=np.float64)
    values = finite(array.reshape(-1, array.shape[-1]), "items", ndim=2).reshape(array.shape)
    both = values if values.ndim == 3 else np.stack([values, np.zeros_like(values)])
    if both.shape[:2] != (2, shape[0]):
        raise InputError(
            f"items has shape {array.shape}; expected the mean difference of each item, its difference in "
            f"each run, ({shape[0]}, items), or the values of both learners, (2, {shape[0]}, items)"
        )
    if folds is None:
        raise InputError(
            "items has values for each run, but folds is missing; expected an array (runs, items) with "
            "the fold that tested each item"
        )
    return ItemRuns(values=both, tests=_tests(np.asarray(folds), both.shape[1:], shape[1]), folds=shape[1])


def _tests(folds: Ints, shape: tuple[int, ...], count: int) -> tuple[Ints, ...]:
    """The items of each fold, run by run."""
    if folds.shape != shape:
        raise InputError(f"folds has shape {folds.shape}; expected one fold for each value, {shape}")
    tests: list[Ints] = []
    for at, run in enumerate(folds):
        labels = np.unique(run)
        if len(labels) != count:
            raise InputError(
                f"run {at + 1} of folds has {len(labels)} distinct folds; expected {count}, as in the design"
            )
        tests += [np.flatnonzero(run == label) for label in labels]
    return tuple(tests)
