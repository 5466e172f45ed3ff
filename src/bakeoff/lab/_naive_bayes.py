"""Errors of naive Bayes, by run and fold: the counts of all items minus those of a fold."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._stack import Stack, deal_run, note, tested_bits, training_counts, training_sizes
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._bayes import SURE, best_of, multiply, smooth
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._gains import count_values


@compiled
def naive_bayes_errors(stack: Stack, safe: bool, errors: Whole, flags: Flags, begin: int, end: int) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items.

    ``safe`` says that no product of probabilities can become too small to be distinguished from zero.
    """
    runs, folds = errors.shape[1], errors.shape[2]
    n, classes, (width, words) = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[1:]
    start = stack.start
    order, sizes = np.empty(n, dtype=np.int64), np.empty(classes, dtype=np.int64)
    tested = np.empty((folds, words), dtype=np.uint64)
    held = np.empty((classes, stack.planes.shape[2]), dtype=np.uint64)
    counts, table = np.empty((width, classes), dtype=np.int64), np.empty((width, classes))
    prior, product, missed = np.empty(classes), np.empty(classes), np.empty(n, dtype=np.uint8)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        ends, label, cells, whole = stack.ends[at], stack.label[at], stack.cells[at], stack.counts[at]
        planes, first_word = stack.planes[at], stack.first_word[at]
        deal_run(stack, at, run, order)
        tested_bits(order, stack.seat[at], tested)
        for fold in range(folds):
            training_sizes(ends, fold, folds, sizes)
            count_values(tested, fold, planes, first_word, held)
            training_counts(whole, held, sizes, start, counts)
            smooth(counts, sizes, start, table, prior)
            if safe and classes == 2:
                _test_two(order[fold::folds], label, cells, table, prior, product, missed[fold::folds])
            else:
                _test(order[fold::folds], label, cells, table, prior, product, missed[fold::folds])
        note(missed, order, stack.item, errors, flags, at, run)


@compiled
def _test(
    items: Whole, label: Whole, cells: Whole, table: Floats, prior: Floats, product: Floats, missed: Flags
) -> None:
    """Which test items are misclassified."""
    for at in range(len(items)):
        multiply(prior, table, cells, items[at], product)
        missed[at] = best_of(product) != label[items[at]]


@compiled
def _test_two(
    items: Whole, label: Whole, cells: Whole, table: Floats, prior: Floats, product: Floats, missed: Flags
) -> None:
    """The same for two classes, whose products are kept in registers, without branches."""
    for at in range(len(items)):
        item = items[at]
        first, second = prior[0], prior[1]
        for asked in range(cells.shape[1]):
            first *= table[cells[item, asked], 0]
            second *= table[cells[item, asked], 1]
        chosen = 1 if second > first else 0
        if (second > first) & (first >= SURE * second):  # almost never
            product[0], product[1] = first, second
            chosen = best_of(product)
        missed[at] = chosen != label[item]
