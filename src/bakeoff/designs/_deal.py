"""Deal items into folds or draw a test set: at random, evenly, by class where asked, groups kept together."""

import numpy as np

from bakeoff.core.arrays import Floats, Ints, PerItem, Rng, Rows
from bakeoff.core.design import Design, Splits, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator, root_entropy
from bakeoff.core.written import plural
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
            f"class {items.classes[rarest]!r} has {plural(int(sizes[rarest]), 'item')}, fewer than the "
            f"{folds} folds of {in_words(design)}; expected at least one in each fold: {fewer}"
            f"stratified=False"
        )


def members(numbers: Ints, count: int) -> list[Ints]:
    """The items with each number below ``count``, ascending.

    >>> [items.tolist() for items in members(np.array([1, 0, 1]), 2)]
    [[1], [0, 2]]
    """
    ends = np.bincount(numbers, minlength=count).cumsum()
    return np.split(np.argsort(numbers, kind="stable").astype(np.int64), ends[:-1])


def large_first(groups: Ints, draws: np.random.Generator) -> Ints:
    """The groups in random order, but those of 2^j items or more before all that have fewer, for each j.

    Strictly by size would even out the folds a little more, but groups of many sizes would then be
    seated alike in every run, and runs would repeat one another.
    """
    sizes = np.bincount(groups)
    order = draws.permutation(len(sizes))
    return order[np.argsort(-np.frexp(sizes[order])[1], kind="stable")]


def seat(groups: Ints, codes: Ints | None, shares: Floats, order: Ints) -> Ints:
    """Seat whole groups, in this order, on sides that should get these shares; the side of each item.

    A group with v_c items of class c goes to the side with the smallest

        sum over c of v_c s_c / (N_c share)

    where s_c is what the side has of class c and N_c what there is of it; all items together count as
    one more class, so that an empty side comes first. With one class it is the side least filled for its
    share. The size of a group has no say in its side: in random order, large and small are tested alike.
    """
    n_groups = len(order)
    classes = np.zeros_like(groups) if codes is None else codes
    n_classes = int(classes.max()) + 1
    counts = np.bincount(groups * n_classes + classes, minlength=n_groups * n_classes)
    table = np.column_stack([counts.reshape(n_groups, n_classes), np.bincount(groups)]).astype(np.float64)
    pull = table / np.maximum(table.sum(axis=0), 1)  # a part of the data may lack a class
    seated = np.zeros((len(shares), n_classes + 1))
    side_of = np.empty(n_groups, dtype=np.int64)
    for group in order:
        side = (seated @ pull[group] / shares).argmin()
        seated[side] += table[group]
        side_of[group] = side
    return side_of[groups]


def draw(items: Items, share: float, draws: np.random.Generator) -> Ints:
    """The items to test on: ``round(share n)`` of them (EST-2), or whole groups nearly as large.

    Where there are classes, each has its share of the test set, and a class of two or more items has
    at least one on both sides where the sizes allow it.

    Examples
    --------
    >>> classes = np.array([0, 0, 0, 1, 1, 1])
    >>> classes[draw(Items(n=6, codes=classes), 1 / 3, np.random.default_rng(0))].tolist()
    [0, 1]
    """
    if items.groups is not None:
        order = draws.permutation(items.n_groups)
        # The rest is the first side, which gets the first group: few large groups leave more to train on.
        return np.flatnonzero(seat(items.groups, items.codes, np.array([1 - share, share]), order))
    n_test = round(share * items.n)
    order = draws.permutation(items.n)
    if items.codes is None:
        return np.sort(order[:n_test])
    order = order[np.argsort(items.codes[order], kind="stable")]
    sizes = np.bincount(items.codes)
    place = np.arange(items.n) - np.repeat(sizes.cumsum() - sizes, sizes)
    return np.sort(order[place < np.repeat(apportion(sizes, n_test, draws), sizes)])


def apportion(sizes: Ints, n_test: int, draws: np.random.Generator) -> Ints:
    """How many items of each class to test on: proportional, by largest remainders, none left out.

    >>> apportion(np.array([90, 8, 2]), 10, np.random.default_rng(0)).tolist()
    [8, 1, 1]
    """
    total = sizes.sum()
    least = np.minimum(sizes // 2, 1)
    if not least.sum() <= n_test <= (sizes - least).sum():
        least = np.zeros_like(sizes)
    most = sizes - least
    taken: Ints = np.clip(n_test * sizes // total, least, most)
    order = draws.permutation(len(sizes))  # or the first of two classes that are as near would always win
    while missing := n_test - taken.sum():
        step = 1 if missing > 0 else -1
        room = taken < most if missing > 0 else taken > least
        # In whole numbers (items times total), so that ties are ties.
        gain = np.where(room, step * (n_test * sizes - taken * total), -(total**2))
        taken[order[gain[order].argmax()]] += step
    return taken


def drawings(
    design: Design,
    X: Rows,
    y: PerItem,
    groups: PerItem,
    rng: Rng,
    *,
    share: float,
    splits: int = 1,
) -> Splits:
    """Draw a test set for each split; the rest is trained on.

    The stream of a split depends on nothing but ``rng`` and its number: a holdout is the first split of
    a resampling, and more splits begin with those of fewer.
    """
    items = read_items(design, X, y, groups)
    n_test = round(share * items.n)
    if not 0 < n_test < items.n:
        side = "test" if n_test == 0 else "train"
        raise InputError(
            f"{in_words(design)} leaves none of {items.n} items to {side} on; expected items to train "
            f"and to test on: use a {'larger' if n_test == 0 else 'smaller'} share"
        )
    root = root_entropy(rng)
    test = [draw(items, share, generator(root, "split", "holdout", at)) for at in range(splits)]
    return Splits(design=design, n=items.n, shape=(1, splits), test=tuple(test))
