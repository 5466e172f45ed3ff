"""Errors of the voted perceptron, by run and fold."""

import numpy as np

from bakeoff.lab._stack import Stack, deal_run, note, tested_bits, training_sizes, training_values
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._gains import count_values
from bakeoff.lab.learners._perceptron import pack_rows, present, set_active, shuffled, votes_of


@compiled
def perceptron_errors(stack: Stack, errors: Whole, flags: Flags, begin: int, end: int) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items."""
    runs, folds = errors.shape[1], errors.shape[2]
    n, classes, (width, words) = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[1:]
    start = stack.start
    few, many = shuffled(n - (n + folds - 1) // folds), shuffled(n - n // folds)
    order, place_of, fold_of = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    listed, sequence, bad = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.uint8)
    sizes, values = np.empty(classes, dtype=np.int64), np.empty(len(start) - 1, dtype=np.int64)
    tested = np.empty((folds, words), dtype=np.uint64)
    held = np.empty((classes, stack.planes.shape[2]), dtype=np.uint64)
    active, row = np.empty(width, dtype=np.bool_), np.empty((n, width // 64 + 1), dtype=np.uint64)
    weight, is_second = np.empty(width, dtype=np.int64), np.empty(n, dtype=np.bool_)
    missed, sign, lasted = np.empty(n + 1, np.int64), np.empty(n + 1, np.int64), np.empty(n + 1, np.int64)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        ends, cells, first_word = stack.ends[at], stack.cells[at], stack.first_word[at]
        for place in range(n):
            is_second[place] = stack.label[at, place] == 1
            place_of[stack.item[at, place]] = place
        deal_run(stack, at, run, order)
        tested_bits(order, stack.seat[at], tested)
        for place in range(n):
            fold_of[order[place]] = place % folds
        for fold in range(folds):
            training_sizes(ends, fold, folds, sizes)
            count_values(tested, fold, stack.planes[at], first_word, held)
            training_values(start, stack.counts[at], held, values)
            set_active(start, values, active)
            pack_rows(cells, active, row)
            trained = _put_in_order(place_of, fold_of, fold, few, many, listed, sequence)
            mistakes = present(cells, is_second, sequence[:trained], active, weight, missed, sign, lasted)
            for place in range(fold, n, folds):
                second = votes_of(row, order[place], missed, sign, lasted, mistakes) > 0
                if classes == 1 or sizes[0] == 0 or sizes[1] == 0:
                    second = sizes[0] == 0
                bad[place] = second != is_second[order[place]]
        note(bad, order, stack.item, errors, flags, at, run)


@compiled
def _put_in_order(
    place_of: Whole, fold_of: Whole, fold: int, few: Whole, many: Whole, listed: Whole, sequence: Whole
) -> int:
    """Set the sequence in which the training items are presented: a shuffle of their order."""
    trained = 0
    for place in place_of:
        if fold_of[place] != fold:
            listed[trained] = place
            trained += 1
    shuffle = few if trained == len(few) else many
    for at in range(trained):
        sequence[at] = listed[shuffle[at]]
    return trained
