"""Data sets of one shape, laid out for the compiled loops: class by class, and as bits."""

from typing import Any, NamedTuple

import numpy as np
from numba import prange

from bakeoff.lab._deal import deal, stream
from bakeoff.learners._bits import ones, seats, set_bit
from bakeoff.learners._compiled import compiled, in_parallel

BLOCKS = 256  # tasks are shared out in at most so many portions, each with room of its own to work in


class Stack(NamedTuple):
    """Data sets whose items are numbered class by class."""

    seeds: Any  # (data sets)
    item: Any  # (data sets, items): the item that has this number
    label: Any  # (data sets, items)
    cells: Any  # (data sets, items, attributes): values, numbered over all attributes
    ends: Any  # (data sets, classes): one beyond the last item of each class
    seat: Any  # (data sets, items): the bit of each item
    first_word: Any  # (data sets, classes + 1)
    bits: Any  # (data sets, values, words)
    counts: Any  # (data sets, values, classes): items by value and class
    start: Any  # where the values of each attribute begin; one more at the end


@in_parallel
def fill(stack: Stack, X: Any, y: Any) -> None:
    """Lay out values X, numbered over all attributes, and classes y, numbered from 0."""
    for at in prange(len(X)):
        _fill_one(stack, at, X[at], y[at])


@compiled
def _fill_one(stack: Stack, at: int, X: Any, y: Any) -> None:
    classes, ends = stack.ends.shape[1], stack.ends[at]
    ends[:] = 0
    for label in y:
        ends[label] += 1
    for group in range(1, classes):
        ends[group] += ends[group - 1]
    number = ends.copy()
    for item in range(len(y) - 1, -1, -1):
        number[y[item]] -= 1
        stack.item[at, number[y[item]]] = item
    for place in range(len(y)):
        stack.label[at, place] = y[stack.item[at, place]]
        stack.cells[at, place] = X[stack.item[at, place]]
    seats(stack.label[at], classes, stack.first_word[at], stack.seat[at])
    stack.bits[at] = 0
    stack.counts[at] = 0
    for place in range(len(y)):
        for cell in stack.cells[at, place]:
            set_bit(stack.bits[at, cell], stack.seat[at, place])
            stack.counts[at, cell, stack.label[at, place]] += 1


@in_parallel
def assign(stack: Stack, runs: int, folds: int, fold_of: Any) -> None:
    """Set ``fold_of[d, r, i]`` to the fold in which item i of data set d is tested in run r."""
    n = stack.item.shape[1]
    for at in prange(len(stack.seeds)):
        order = np.empty(n, dtype=np.int64)
        for run in range(runs):
            deal(stream(stack.seeds[at], run), stack.ends[at], order)
            for place in range(n):
                fold_of[at, run, stack.item[at, order[place]]] = place % folds


@compiled
def share_out(tasks: int, block: int, blocks: int) -> tuple[int, int]:
    """The first task of a block, and one beyond its last."""
    return tasks * block // blocks, tasks * (block + 1) // blocks


@compiled
def tested_bits(order: Any, seat: Any, folds: int, tested: Any) -> None:
    """Set ``tested[f]`` to the items that are tested in fold f, as bits."""
    tested[:] = 0
    fold = 0
    for item in order:
        set_bit(tested[fold], seat[item])
        fold += 1
        if fold == folds:
            fold = 0


@compiled
def trained_counts(stack: Stack, at: int, tested: Any, sizes: Any, counts: Any) -> None:
    """Count the items that are not tested by class and by value and class: all, less those tested."""
    bits, first = stack.bits[at], stack.first_word[at]
    begin = 0
    for group in range(len(sizes)):
        held = 0
        for word in range(first[group], first[group + 1]):
            held += ones(tested[word])
        sizes[group] = stack.ends[at, group] - begin - held
        begin = stack.ends[at, group]
        for asked in range(len(stack.start) - 1):
            rest = sizes[group]
            for cell in range(stack.start[asked] + 1, stack.start[asked + 1]):
                held = 0
                for word in range(first[group], first[group + 1]):
                    held += ones(tested[word] & bits[cell, word])
                counts[cell, group] = stack.counts[at, cell, group] - held
                rest -= counts[cell, group]
            counts[stack.start[asked], group] = rest


@compiled
def trained_values(start: Any, counts: Any, values: Any) -> None:
    """The number of values of each attribute: one more than the largest in training, two at least."""
    for asked in range(len(values)):
        values[asked] = 2
        for value in range(start[asked + 1] - start[asked] - 1, 1, -1):
            if counts[start[asked] + value].sum() > 0:
                values[asked] = value + 1
                break
