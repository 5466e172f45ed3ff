"""The voted perceptron with a linear kernel, in whole numbers."""

from typing import Any

import numpy as np

from bakeoff.learners._compiled import compiled


@compiled
def shuffled(n: int) -> Any:
    """The order in which n items are presented: always the same, that of Java's ``Random(1)``.

    The generator is the one that Java's documentation defines: x <- 25214903917 x + 11 mod 2^48, of which
    the upper 31 bits are used, so that the order is the one that Weka presents the items in.
    """
    order = np.arange(n)
    state = np.uint64(1 ^ 0x5DEECE66D)
    for last in range(n - 1, 0, -1):
        bound = last + 1
        while True:
            state = (state * np.uint64(0x5DEECE66D) + np.uint64(11)) & np.uint64((1 << 48) - 1)
            drawn = np.int64(state >> np.uint64(17))
            if bound & last == 0:  # a power of two
                other = (bound * drawn) >> 31
                break
            other = drawn % bound
            if drawn - other + last < 1 << 31:
                break
        order[last], order[other] = order[other], order[last]
    return order


@compiled
def set_active(start: Any, values: Any, active: Any) -> None:
    """Which attribute values are a 1: the second of two, each of more, none beyond those that count."""
    active[:] = False
    for at in range(len(values)):
        for value in range(1 if values[at] == 2 else 0, values[at]):
            active[start[at] + value] = True


@compiled
def product(one: Any, two: Any, active: Any) -> int:
    """One plus the inner product of two items; -1 stands for a value never seen."""
    total = 1
    for at in range(len(one)):
        if one[at] == two[at] and one[at] >= 0 and active[one[at]]:
            total += 1
    return total


@compiled
def present(
    cells: Any, is_second: Any, order: Any, active: Any, weight: Any, missed: Any, sign: Any, lasted: Any
) -> int:
    """Present the items in this order, once; the number of mistakes.

    ``missed[m]`` is the item of mistake m, which turned the perceptron by ``sign[m]``, and ``lasted[m]``
    the votes of the perceptron before it; ``lasted[mistakes]`` those of the last.
    """
    weight[:] = 0
    mistakes, threshold = 0, 0
    lasted[0] = 0
    for item in order:
        score = threshold
        for cell in cells[item]:
            score += weight[cell]
        if (score >= 0) == is_second[item]:
            lasted[mistakes] += 1
            continue
        turn = 1 if is_second[item] else -1
        threshold += turn
        for cell in cells[item]:
            if active[cell]:
                weight[cell] += turn
        missed[mistakes], sign[mistakes] = item, turn
        mistakes += 1
        lasted[mistakes] = 1
    return mistakes


@compiled
def votes_of(products: Any, sign: Any, lasted: Any, mistakes: int) -> int:
    """Votes for the second class less those for the first; ``products[m]``: with the item of mistake m."""
    votes, score = 0, 0
    for m in range(mistakes):
        votes += lasted[m] if score >= 0 else -lasted[m]
        score += sign[m] * products[m]
    return votes + (lasted[mistakes] if score >= 0 else -lasted[mistakes])


@compiled
def all_votes(cells: Any, missed: Any, sign: Any, lasted: Any, active: Any, votes: Any) -> None:
    """The votes on each item, where ``missed`` has the values of the items that were mistaken."""
    products = np.empty(len(missed), dtype=np.int64)
    for item in range(len(cells)):
        for m in range(len(missed)):
            products[m] = product(missed[m], cells[item], active)
        votes[item] = votes_of(products, sign, lasted, len(missed))
