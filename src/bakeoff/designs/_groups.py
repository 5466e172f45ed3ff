"""Keep the items of a group together."""

import numpy as np

from bakeoff.core.outcomes import Floats, Ints


def members(numbers: Ints, count: int) -> list[Ints]:
    """The items with each number below ``count``, ascending."""
    ends = np.bincount(numbers, minlength=count).cumsum()
    return np.split(np.argsort(numbers, kind="stable").astype(np.int64), ends[:-1])


def seat(groups: Ints, codes: Ints | None, shares: Floats, draws: np.random.Generator) -> Ints:
    """Seat whole groups, in random order, on sides that should get these shares; the side of each item.

    A group with v_c items of class c goes to the side with the smallest

        sum over c of v_c (s_c + v_c) / (N_c share)

    where s_c is what the side has of class c and N_c what there is of it; all items together count as
    one more class. With one class that is the side least filled for its share. No side stays empty
    while there is a group for it.

    The largest groups are not seated first: that would even out the sides a little more, but groups of
    many sizes would then be seated alike in every run, and runs would repeat one another.
    """
    together = members(groups, int(groups.max()) + 1)
    classes = np.zeros_like(groups) if codes is None else codes
    sizes = np.bincount(classes).astype(np.float64)
    weights = np.append(1 / sizes, 1 / len(groups))
    seated = np.zeros((len(shares), len(weights)))
    side_of = np.empty_like(groups)
    for waiting, group in zip(range(len(together), 0, -1), draws.permutation(len(together)), strict=True):
        items = together[group]
        counts = np.append(np.bincount(classes[items], minlength=len(sizes)), len(items))
        cost = (seated + counts) @ (counts * weights) / shares
        empty = seated[:, -1] == 0
        if empty.sum() >= waiting:
            cost[~empty] = np.inf
        side = cost.argmin()
        seated[side] += counts
        side_of[items] = side
    return side_of
