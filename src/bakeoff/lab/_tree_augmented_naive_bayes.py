"""Errors of tree-augmented naive Bayes, by run and fold."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._stack import Stack, all_but, deal_run, note, tested_bits, training_sizes, training_values
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._augmented import add_logs, best_log, count_packed_pairs, link, take_logs
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._gains import count_values


@compiled
def augmented_errors(stack: Stack, half: Floats, errors: Whole, flags: Flags, begin: int, end: int) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items.

    ``half`` is as :func:`half_gammas` makes it.
    """
    runs, folds = errors.shape[1], errors.shape[2]
    n, classes, (width, words) = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[1:]
    start, attributes = stack.start, len(stack.start) - 1
    order, values = np.empty(n, dtype=np.int64), np.empty(attributes, dtype=np.int64)
    sizes, parent = np.empty(classes, dtype=np.int64), np.empty(attributes, dtype=np.int64)
    tested, trained = np.empty((folds, words), dtype=np.uint64), np.empty(words, dtype=np.uint64)
    held = np.empty((classes, stack.planes.shape[2]), dtype=np.uint64)
    score, inside = np.empty((attributes, attributes)), np.empty(attributes, dtype=np.bool_)
    pairs, logs = np.empty((classes, width, width), dtype=np.int64), np.empty((classes, width, width))
    prior, total, missed = np.empty(classes), np.empty(classes), np.empty(n, dtype=np.uint8)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        label, cells, bits, first_word = (
            stack.label[at],
            stack.cells[at],
            stack.bits[at],
            stack.first_word[at],
        )
        ends, everything = stack.ends[at], stack.everything[at]
        deal_run(stack, at, run, order)
        tested_bits(order, stack.seat[at], tested)
        for fold in range(folds):
            training_sizes(ends, fold, folds, sizes)
            all_but(everything, tested, fold, trained)
            count_values(tested, fold, stack.planes[at], first_word, held)
            training_values(start, stack.counts[at], held, values)
            count_packed_pairs(bits, trained, start, first_word, pairs)
            link(pairs, sizes, start, values, half, score, inside, parent)
            take_logs(pairs, sizes, start, values, parent, logs, prior)
            for place in range(fold, n, folds):
                add_logs(logs, prior, parent, cells, order[place], total)
                missed[place] = best_log(total) != label[order[place]]
        note(missed, order, stack.item, errors, flags, at, run)
