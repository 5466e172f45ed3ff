"""Errors of the most frequent class, by run and fold."""

from typing import Any

import numpy as np
from numba import prange

from bakeoff.lab._blocks import blocks_of, share_out
from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import Stack, note, training_sizes
from bakeoff.lab.learners._compiled import compiled, in_parallel


@in_parallel
def majority_errors(stack: Stack, errors: Any, flags: Any) -> None:
    """Set the errors of each data set, run and fold, and the flags of the items."""
    for block in prange(blocks_of(errors)):
        begin, end = share_out(errors, block)
        _some_runs(stack, errors, flags, begin, end)


@compiled
def _some_runs(stack: Stack, errors: Any, flags: Any, begin: int, end: int) -> None:
    runs, folds, n = errors.shape[1], errors.shape[2], stack.label.shape[1]
    sizes = np.empty(stack.ends.shape[1], dtype=np.int64)
    order, missed = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.uint8)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        deal(stream(stack.seeds[at], run), stack.ends[at], order)
        for fold in range(folds):
            training_sizes(stack.ends[at], fold, folds, sizes)
            chosen = sizes.argmax()
            for place in range(fold, n, folds):
                missed[place] = stack.label[at, order[place]] != chosen
        note(missed, order, stack.item, errors, flags, at, run)
