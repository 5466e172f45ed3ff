"""The voted perceptron with a linear kernel, in whole numbers."""

from typing import Any

import numpy as np

from bakeoff.lab.learners._arrays import Bools, Whole, Words
from bakeoff.lab.learners._bits import set_bit
from bakeoff.lab.learners._compiled import compiled, ones


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
def set_active(start: Whole, values: Whole, active: Bools) -> None:
    """Which attribute values are a 1: the second of two, each of more, none beyond those that count."""
    active[:] = False
    for at in range(len(values)):
        for value in range(1 if values[at] == 2 else 0, values[at]):
            active[start[at] + value] = True


@compiled
def present(
    cells: Whole,
    is_second: Bools,
    order: Whole,
    active: Bools,
    weight: Whole,
    missed: Whole,
    sign: Whole,
    lasted: Whole,
) -> int:
    """Present the items in this order, once; the number of mistakes.

    ``missed[m]`` is the item of mistake m, which turned the perceptron by ``sign[m]``, and ``lasted[m]``
    the votes of the perceptron before it; ``lasted[mistakes]`` those of the last. An item adds one plus
    its inner product with another to the score of the other.
    """
    weight[:] = 0
    mistakes, threshold = 0, 0
    lasted[0] = 0
    for item in order:
        score = threshold
        for asked in range(cells.shape[1]):
            score += weight[cells[item, asked]]
        if (score >= 0) == is_second[item]:
            lasted[mistakes] += 1
            continue
        turn = 1 if is_second[item] else -1
        threshold += turn
        for asked in range(cells.shape[1]):
            weight[cells[item, asked]] += turn * active[cells[item, asked]]
        missed[mistakes], sign[mistakes] = item, turn
        mistakes += 1
        lasted[mistakes] = 1
    return mistakes


@compiled
def votes_of(row: Words, at: int, missed: Whole, sign: Whole, lasted: Whole, mistakes: int) -> Any:
    """Votes on item ``at`` for the second class minus those for the first.

    ``row`` has the active values of all items as bits, and ``missed`` their numbers.
    """
    votes, score = 0, 0
    for m in range(mistakes):
        votes += lasted[m] if score >= 0 else -lasted[m]
        product = 1
        for word in range(row.shape[1]):
            product += ones(row[at, word] & row[missed[m], word])
        score += sign[m] * product
    return votes + (lasted[mistakes] if score >= 0 else -lasted[mistakes])


@compiled
def pack_rows(cells: Whole, active: Bools, row: Words) -> None:
    """Set the bits of the active values of each item; a cell of -1 is a value never seen."""
    for item in range(len(cells)):
        for word in range(row.shape[1]):
            row[item, word] = 0
        for asked in range(cells.shape[1]):
            if cells[item, asked] >= 0 and active[cells[item, asked]]:
                set_bit(row, item, cells[item, asked])


@compiled
def all_votes(row: Words, missed: Whole, sign: Whole, lasted: Whole, votes: Whole) -> None:
    """The votes on the first items of a table that there is room for."""
    for at in range(len(votes)):
        votes[at] = votes_of(row, at, missed, sign, lasted, len(missed))
