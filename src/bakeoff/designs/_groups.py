"""Keep the items of a group together."""

import numpy as np

from bakeoff.core.outcomes import Floats, Ints


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
