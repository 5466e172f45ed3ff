"""Data sets of one shape, laid out for the compiled loops class by class and as bits, and their folds."""

from typing import Any, NamedTuple

import numpy as np

from bakeoff.lab.learners._arrays import Flags, Whole, Words
from bakeoff.lab.learners._bits import seats, set_bit, turn_over
from bakeoff.lab.learners._compiled import compiled

STEP = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio, made odd


@compiled
def mix(word: np.uint64) -> Any:
    """Scatter the bits of a 64-bit number (the finalizer of splitmix64; Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def stream(seed: np.uint64, run: int) -> Any:
    """The key of the random numbers of one run: number i of them is ``mix(key + i * STEP)``."""
    return mix(seed ^ mix(np.uint64(run + 1) * STEP))


@compiled
def deal(key: np.uint64, ends: Whole, order: Whole) -> None:
    """Shuffle the items within each class; the item at position p is then tested in fold p mod k.

    Items are numbered class by class, and class c ends before ``ends[c]``. That is equivalent to a shuffle
    of all items followed by grouping them by class (EST-3). One random number makes two draws, each by
    taking 32 bits times the number of choices and dropping 32, which favours no choice by more than
    n / 2^32.
    """
    begin, word, half = 0, np.uint64(0), False
    for at in range(len(order)):
        order[at] = at
    for end in ends:
        for last in range(end - 1, begin, -1):
            if half:
                word >>= np.uint64(32)
            else:
                key += STEP
                word = mix(key)
            half = not half
            choices = np.uint64(last - begin + 1)
            other = begin + np.int64(((word & np.uint64(0xFFFFFFFF)) * choices) >> np.uint64(32))
            order[last], order[other] = order[other], order[last]
        begin = end


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
    planes: Words  # (data sets, words, values but the first of each attribute): the same, transposed
    everything: Words  # (data sets, words): all items
    counts: Whole  # (data sets, classes, values but the first of each attribute)
    start: Whole  # where the values of each attribute begin; one more at the end


def empty_stack(seeds: Words, start: Whole, n: int, n_classes: int) -> Stack:
    """Room for as many data sets of n items as there are seeds."""
    sets, width, attributes = len(seeds), int(start[-1]), len(start) - 1
    words = n // 64 + n_classes  # enough, however the items are spread over the classes

    def whole(*shape: int) -> Any:
        return np.empty((sets, *shape), dtype=np.int32)  # half the memory traffic of 64 bits

    def packed(*shape: int) -> Any:
        return np.zeros((sets, *shape), dtype=np.uint64)

    return Stack(
        seeds=seeds,
        item=whole(n),
        label=whole(n),
        cells=whole(n, attributes).view(np.uint32),  # an index that needs no check of its sign
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
def deal_run(stack: Stack, at: int, run: int, order: Whole) -> None:
    """Deal the items of one data set in one run."""
    deal(stream(stack.seeds[at], run), stack.ends[at], order)


@compiled
def assign(stack: Stack, fold_of: Whole, folds: int, begin: int, end: int) -> None:
    """Set ``fold_of[d, r, i]`` to the fold in which item i of some data sets d is tested in run r."""
    order = np.empty(stack.item.shape[1], dtype=np.int64)
    for at in range(begin, end):
        for run in range(fold_of.shape[1]):
            deal_run(stack, at, run, order)
            for place in range(len(order)):
                fold_of[at, run, stack.item[at, order[place]]] = place % folds


@compiled
def note(missed: Flags, order: Whole, item: Whole, errors: Whole, flags: Flags, at: int, run: int) -> None:
    """Set the errors of the folds of a run, and the flags of its items, if there is room for flags.

    ``missed`` holds a 1 for each misclassified item, in the order of the deal.
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
    """Items by value and class: all minus those tested. ``sizes`` are the training items of each class."""
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
