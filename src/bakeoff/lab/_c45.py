"""Errors of decision trees, by run and fold."""

import numpy as np

from bakeoff.lab._stack import Stack, all_but, deal_run, note, tested_bits, training_values
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._gains import count_values
from bakeoff.lab.learners._pruning import fit_tree
from bakeoff.lab.learners._records import Items, Rules
from bakeoff.lab.learners._table import LABEL
from bakeoff.lab.learners._tree import end_of, make_tree


@compiled
def c45_errors(stack: Stack, rules: Rules, errors: Whole, flags: Flags, begin: int, end: int) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items."""
    runs, folds = errors.shape[1], errors.shape[2]
    n, classes, words = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[2]
    start = stack.start
    order, missed = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.uint8)
    values = np.full(len(start) - 1, 2)
    tested, trained = np.empty((folds, words), dtype=np.uint64), np.empty(words, dtype=np.uint64)
    held = np.empty((classes, stack.planes.shape[2]), dtype=np.uint64)
    tree = make_tree(n, start, classes, words, rules.min_items)
    nodes, kids = tree.nodes, tree.kids
    for task in range(begin, end):
        at, run = task // runs, task % runs
        label, cells, bits, planes = stack.label[at], stack.cells[at], stack.bits[at], stack.planes[at]
        first_word, whole, everything = stack.first_word[at], stack.counts[at], stack.everything[at]
        deal_run(stack, at, run, order)
        tested_bits(order, stack.seat[at], tested)
        for fold in range(folds):
            all_but(everything, tested, fold, trained)
            if planes.shape[1] > len(values):
                count_values(tested, fold, planes, first_word, held)
                training_values(start, whole, held, values)
            fit_tree(tree, Items(bits, planes, start, first_word, trained, values), rules)
            for place in range(fold, n, folds):
                node = end_of(nodes, kids, start, cells, order[place])
                missed[place] = nodes[node, LABEL] != label[order[place]]
        note(missed, order, stack.item, errors, flags, at, run)
