"""Deal items into folds, at random, evenly, and by class where asked."""

import numpy as np

from bakeoff.core.arrays import Ints, PerItem, Rng, Rows
from bakeoff.core.design import Design, Splits, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator, root_entropy
from bakeoff.designs._groups import large_first, members, seat
from bakeoff.designs._items import Items, coded, read_items


def deal(
    codes: Ints | None, n: int, folds: int, draws: np.random.Generator, groups: PerItem = None
) -> list[Ints]:
    """Partition n items into folds; no checks, so a class may be rarer than the folds.

    The items are shuffled, sorted by class where ``codes`` has their classes, and dealt round robin:
    fold = position mod k (EST-3). Sizes of folds differ by at most 1, and so do the counts of each
    class. Whole groups, named by anything, are seated one after the other where they fit best. Folds
    beyond the number of items or groups stay empty.

    Examples
    --------
    >>> classes = np.array([0, 0, 0, 0, 1, 1, 1])
    >>> [sorted(classes[part].tolist()) for part in deal(classes, 7, 3, np.random.default_rng(0))]
    [[0, 0, 1], [0, 1], [0, 1]]
    """
    if groups is not None:
        together, _ = coded(groups, "groups")
        return members(seat(together, codes, np.ones(folds), large_first(together, draws)), folds)
    order = draws.permutation(n)
    if codes is not None:
        order = order[np.argsort(codes[order], kind="stable")]
    fold_of = np.empty(n, dtype=np.int64)
    fold_of[order] = np.arange(n) % folds
    return members(fold_of, folds)


def partition(
    design: Design,
    X: Rows,
    y: PerItem,
    groups: PerItem,
    rng: Rng,
    *,
    runs: int = 1,
    folds: int = 2,
) -> Splits:
    """Deal the items into folds, once for each run.

    The stream of a run depends on nothing but ``rng`` and its number, so designs of this family share
    their partitions, and more runs begin with those of fewer.
    """
    items = read_items(design, X, y, groups)
    _enough(design, items, folds)
    root = root_entropy(rng)
    test = [
        part
        for run in range(runs)
        for part in deal(items.codes, items.n, folds, generator(root, "split", "kfold", run), items.groups)
    ]
    return Splits(design=design, n=items.n, shape=(runs, folds), test=tuple(test))


def _enough(design: Design, items: Items, folds: int) -> None:
    """Check that each fold can have an item, a group and a member of each class."""
    if items.n_groups < folds:
        what = "items" if items.groups is None else "groups"
        raise InputError(
            f"{in_words(design)} needs {folds} folds, but there are {items.n_groups} {what}; expected at "
            f"least one in each fold: use folds={items.n_groups} or fewer"
        )
    if items.codes is None:
        return
    sizes = np.bincount(items.codes)
    rarest = int(sizes.argmin())
    if sizes[rarest] < folds:
        fewer = f"use {sizes[rarest]} folds or fewer, or " if sizes[rarest] > 1 else "use "
        raise InputError(
            f"class {items.classes[rarest]!r} has {sizes[rarest]} item(s), fewer than the {folds} folds of "
            f"{in_words(design)}; expected at least one in each fold: {fewer}stratified=False"
        )
