"""Errors of the most frequent class, by run and fold."""

import numpy as np

from bakeoff.lab._stack import Stack, deal_run, note, training_sizes
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled


@compiled
def majority_errors(stack: Stack, errors: Whole, flags: Flags, begin: int, end: int) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items."""
    runs, folds, n = errors.shape[1], errors.shape[2], stack.label.shape[1]
    sizes = np.empty(stack.ends.shape[1], dtype=np.int64)
    order, missed = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.uint8)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        deal_run(stack, at, run, order)
        for fold in range(folds):
            training_sizes(stack.ends[at], fold, folds, sizes)
            chosen = sizes.argmax()
            for place in range(fold, n, folds):
                missed[place] = stack.label[at, order[place]] != chosen
        note(missed, order, stack.item, errors, flags, at, run)
