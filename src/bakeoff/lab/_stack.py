"""Data sets of one shape, laid out for the compiled loops: class by class, and as bits."""

from typing import Any, NamedTuple

import numpy as np

from bakeoff.lab._deal import deal, stream
from bakeoff.lab.learners._arrays import Flags, Whole, Words
from bakeoff.lab.learners._bits import seats, set_bit, turn_over
from bakeoff.lab.learners._compiled import compiled


class Stack(NamedTuple):
    """Data sets whose items are numbered class by class."""

    seeds: Words  # (data sets)
    item: Whole  # (data sets, items): the item that has this number
    label: Whole  # (data sets, items)
    cells: Whole  # (data sets, items, attributes): values, numbered over all attributes
    ends: Whole  # (data sets, classes): one beyond the last item of each class
    seat: Whole  # (data sets, items): the bit of each item
    first_word: Whole  # (data sets, classes + 1)
    bits: Words  # (data sets, values, words): the items that have this value
    planes: Words  # (data sets, words, values but the first of each attribute): the same, turned over
    everything: Words  # (data sets, words): all items
    counts: Whole  # (data sets, classes, values but the first of each attribute)
    start: Whole  # where the values of each attribute begin; one more at the end


def empty_stack(seeds: Words, start: Whole, n: int, n_classes: int) -> Stack:
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
def most_values(X: Whole) -> Any:
    """The number of values of each attribute in all data sets: one more than the largest, two at least."""
    most = np.full(X.shape[2], 2)
    for at in range(X.shape[0]):
        for item in range(X.shape[1]):
            for asked in range(X.shape[2]):
                most[asked] = max(most[asked], X[at, item, asked] + 1)
    return most


@compiled
def fill(stack: Stack, X: Whole, y: Whole, begin: int, end: int) -> None:
    """Lay out the attributes X and the classes y of some data sets, both numbered from 0."""
    for at in range(begin, end):
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
def _number(y: Whole, item: Whole, label: Whole, ends: Whole) -> None:
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
def _pack(cells: Whole, label: Whole, seat: Whole, start: Whole, bits: Words, counts: Whole) -> None:
    """Set the bits of each value, and count them by class."""
    bits[:] = 0
    counts[:] = 0
    for place in range(cells.shape[0]):
        for asked in range(cells.shape[1]):
            cell = cells[place, asked]
            set_bit(bits, cell, seat[place])
            if cell > start[asked]:
                counts[label[place], cell - asked - 1] += 1


@compiled
def assign(stack: Stack, fold_of: Whole, folds: int, begin: int, end: int) -> None:
    """Set ``fold_of[d, r, i]`` to the fold in which item i of some data sets d is tested in run r."""
    order = np.empty(stack.item.shape[1], dtype=np.int64)
    for at in range(begin, end):
        for run in range(fold_of.shape[1]):
            deal(stream(stack.seeds[at], run), stack.ends[at], order)
            for place in range(len(order)):
                fold_of[at, run, stack.item[at, order[place]]] = place % folds


@compiled
def note(missed: Flags, order: Whole, item: Whole, errors: Whole, flags: Flags, at: int, run: int) -> None:
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
def tested_bits(order: Whole, seat: Whole, tested: Words) -> None:
    """Set ``tested[f]`` to the items that are tested in fold f, as bits."""
    tested[:] = 0
    fold, folds = 0, len(tested)
    for place in range(len(order)):
        set_bit(tested, fold, seat[order[place]])
        fold += 1
        if fold == folds:
            fold = 0


@compiled
def training_sizes(ends: Whole, fold: int, folds: int, sizes: Whole) -> None:
    """The number of items of each class that are not tested in a fold: places p of p mod folds == fold."""
    begin = 0
    for group in range(len(ends)):
        held = (ends[group] - fold + folds - 1) // folds - (begin - fold + folds - 1) // folds
        sizes[group] = ends[group] - begin - held
        begin = ends[group]


@compiled
def training_values(start: Whole, counts: Whole, held: Words, values: Whole) -> None:
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
def training_counts(whole: Whole, held: Words, sizes: Whole, start: Whole, counts: Whole) -> None:
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
def all_but(everything: Words, tested: Words, fold: int, trained: Words) -> None:
    """Set the bits of the items that are not tested in a fold."""
    for word in range(len(everything)):
        trained[word] = everything[word] & ~tested[fold, word]
