"""Draw a test set of a given share, at random, and by class where asked."""

import numpy as np

from bakeoff.core.arrays import Ints, PerItem, Rng, Rows
from bakeoff.core.design import Design, Splits, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator, root_entropy
from bakeoff.designs._groups import seat
from bakeoff.designs._items import Items, read_items


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
            f"{in_words(design)} leaves none of {items.n} items to {side} on; expected both: "
            f"use a {'larger' if n_test == 0 else 'smaller'} share"
        )
    root = root_entropy(rng)
    test = [draw(items, share, generator(root, "split", "holdout", at)) for at in range(splits)]
    return Splits(design=design, n=items.n, shape=(1, splits), test=tuple(test))
