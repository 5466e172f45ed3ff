"""Data sets of one shape, laid out for the compiled loops: class by class, and as bits."""

from typing import Any, NamedTuple

import numpy as np
from numba import prange

from bakeoff.lab._deal import deal, stream
from bakeoff.lab.learners._bits import seats, set_bit, turn_over
from bakeoff.lab.learners._compiled import compiled, in_parallel

FEW = 16  # to share out the layout of fewer data sets over the threads takes longer than to do it


class Stack(NamedTuple):
    """Data sets whose items are numbered class by class."""

    seeds: Any  # (data sets)
    item: Any  # (data sets, items): the item that has this number
    label: Any  # (data sets, items)
    cells: Any  # (data sets, items, attributes): values, numbered over all attributes
    ends: Any  # (data sets, classes): one beyond the last item of each class
    seat: Any  # (data sets, items): the bit of each item
    first_word: Any  # (data sets, classes + 1)
    bits: Any  # (data sets, values, words): the items that have this value
    planes: Any  # (data sets, words, values but the first of each attribute): the same, turned over
    everything: Any  # (data sets, words): all items
    counts: Any  # (data sets, classes, values but the first of each attribute)
    start: Any  # where the values of each attribute begin; one more at the end


def empty_stack(seeds: Any, start: Any, n: int, n_classes: int) -> Stack:
    """Room for as many data sets of n items as there are seeds."""
    sets, width, attributes = len(seeds), int(start[-1]), len(start) - 1
    words = n // 64 + n_classes  # enough, however the items are spread over the classes

    def whole(*shape: int) -> Any:
        return np.empty((sets, *shape), dtype=np.int32)  # half as much to read as 64 bits

    def packed(*shape: int) -> Any:
        return np.zeros((sets, *shape), dtype=np.uint64)

    return Stack(
        seeds=seeds,
        item=whole(n),
        label=whole(n),
        cells=whole(n, attributes).view(np.uint32),  # an index that needs no look at its sign
        ends=whole(n_classes),
        seat=whole(n),
        first_word=whole(n_classes + 1),
        bits=packed(width, words),
        planes=packed(words, width - attributes),
        everything=packed(words),
        counts=whole(n_classes, width - attributes),
        start=start,
    )


@compiled
def most_values(X: Any) -> Any:
    """The number of values of each attribute in all data sets: one more than the largest, two at least."""
    most = np.full(X.shape[2], 2)
    for at in range(X.shape[0]):
        for item in range(X.shape[1]):
            for asked in range(X.shape[2]):
                most[asked] = max(most[asked], X[at, item, asked] + 1)
    return most


def fill(stack: Stack, X: Any, y: Any) -> None:
    """Lay out attributes X and classes y, both numbered from 0."""
    (_fill_many if len(X) > FEW else _fill_few)(stack, X, y)


@in_parallel
def _fill_many(stack: Stack, X: Any, y: Any) -> None:
    for at in prange(len(X)):
        _fill_one(stack, X, y, at)  # one call: the compiler may reorder what it takes for array expressions


@compiled
def _fill_few(stack: Stack, X: Any, y: Any) -> None:
    for at in range(len(X)):
        _fill_one(stack, X, y, at)


@compiled
def _fill_one(stack: Stack, X: Any, y: Any, at: int) -> None:
    _number(y[at], stack.item[at], stack.label[at], stack.ends[at])
    seats(stack.label[at], stack.ends.shape[1], stack.first_word[at], stack.seat[at])
    stack.everything[at] = 0
    for place in range(y.shape[1]):
        set_bit(stack.everything, at, stack.seat[at, place])
        for asked in range(X.shape[2]):
            stack.cells[at, place, asked] = stack.start[asked] + X[at, stack.item[at, place], asked]
    _pack(stack.cells[at], stack.label[at], stack.seat[at], stack.start, stack.bits[at], stack.counts[at])
    turn_over(stack.bits[at], stack.start, stack.planes[at])


@compiled
def _number(y: Any, item: Any, label: Any, ends: Any) -> None:
    """Number the items class by class, those of one class in their order."""
    ends[:] = 0
    for each in y:
        ends[each] += 1
    for group in range(1, len(ends)):
        ends[group] += ends[group - 1]
    place = ends.copy()
    for each in range(len(y) - 1, -1, -1):
        place[y[each]] -= 1
        item[place[y[each]]] = each
        label[place[y[each]]] = y[each]


@compiled
def _pack(cells: Any, label: Any, seat: Any, start: Any, bits: Any, counts: Any) -> None:
    """Set the bits of each value, and count them by class."""
    bits[:] = 0
    counts[:] = 0
    for place in range(cells.shape[0]):
        for asked in range(cells.shape[1]):
            cell = cells[place, asked]
            set_bit(bits, cell, seat[place])
            if cell > start[asked]:
                counts[label[place], cell - asked - 1] += 1


@in_parallel
def assign(stack: Stack, fold_of: Any, folds: int) -> None:
    """Set ``fold_of[d, r, i]`` to the fold in which item i of data set d is tested in run r."""
    for at in prange(len(stack.seeds)):
        _assign_one(stack, fold_of, folds, at)


@compiled
def _assign_one(stack: Stack, fold_of: Any, folds: int, at: int) -> None:
    order = np.empty(stack.item.shape[1], dtype=np.int64)
    for run in range(fold_of.shape[1]):
        deal(stream(stack.seeds[at], run), stack.ends[at], order)
        for place in range(len(order)):
            fold_of[at, run, stack.item[at, order[place]]] = place % folds


@compiled
def note(missed: Any, order: Any, item: Any, errors: Any, flags: Any, at: int, run: int) -> None:
    """Set the errors of the folds of a run, and the flags of its items, if there is room for flags.

    ``missed`` holds a 1 for each item that was put into the wrong class, in the order of the deal.
    """
    n, folds = len(order), errors.shape[2]
    for fold in range(folds):
        wrong = 0
        for place in range(fold, n, folds):
            wrong += missed[place]
        errors[at, run, fold] = wrong
    if flags.shape[0] > 0:
        for place in range(n):
            flags[at, run, item[at, order[place]]] = missed[place]


@compiled
def tested_bits(order: Any, seat: Any, tested: Any) -> None:
    """Set ``tested[f]`` to the items that are tested in fold f, as bits."""
    tested[:] = 0
    fold, folds = 0, len(tested)
    for place in range(len(order)):
        set_bit(tested, fold, seat[order[place]])
        fold += 1
        if fold == folds:
            fold = 0


@compiled
def training_sizes(ends: Any, fold: int, folds: int, sizes: Any) -> None:
    """The number of items of each class that are not tested in a fold: places p of p mod folds == fold."""
    begin = 0
    for group in range(len(ends)):
        held = (ends[group] - fold + folds - 1) // folds - (begin - fold + folds - 1) // folds
        sizes[group] = ends[group] - begin - held
        begin = ends[group]


@compiled
def training_values(start: Any, counts: Any, held: Any, values: Any) -> None:
    """The number of values of each attribute: one more than the largest in training, two at least."""
    for asked in range(len(values)):
        values[asked] = 2
        for value in range(start[asked + 1] - start[asked] - 1, 1, -1):
            column, left = start[asked] - asked + value - 1, 0
            for group in range(counts.shape[0]):
                left += counts[group, column] - np.int64(held[group, column])
            if left > 0:
                values[asked] = value + 1
                break


@compiled
def training_counts(whole: Any, held: Any, sizes: Any, start: Any, counts: Any) -> None:
    """Items by value and class: all, less those tested. ``sizes`` are the training items of each class."""
    for asked in range(len(start) - 1):
        for group in range(len(sizes)):
            rest = sizes[group]
            for cell in range(start[asked] + 1, start[asked + 1]):
                left = whole[group, cell - asked - 1] - np.int64(held[group, cell - asked - 1])
                counts[cell, group] = left
                rest -= left
            counts[start[asked], group] = rest


@compiled
def all_but(everything: Any, tested: Any, fold: int, trained: Any) -> None:
    """Set the bits of the items that are not tested in a fold."""
    for word in range(len(everything)):
        trained[word] = everything[word] & ~tested[fold, word]
