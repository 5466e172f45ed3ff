"""Errors of the most frequent class, by run and fold."""

from typing import Any

import numpy as np
from numba import prange

from bakeoff.lab._blocks import blocks_of, share_out
from bakeoff.lab._stack import Stack, training_sizes
from bakeoff.learners._compiled import compiled, in_parallel


@in_parallel
def majority_errors(stack: Stack, errors: Any) -> None:
    """Set the errors of each data set, run and fold."""
    for block in prange(blocks_of(errors)):
        begin, end = share_out(errors, block)
        _some_runs(stack, errors, begin, end)


@compiled
def _some_runs(stack: Stack, errors: Any, begin: int, end: int) -> None:
    runs, folds = errors.shape[1], errors.shape[2]
    sizes = np.empty(stack.ends.shape[1], dtype=np.int64)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        for fold in range(folds):
            training_sizes(stack.ends[at], fold, folds, sizes)
            chosen = sizes.argmax()
            before = stack.ends[at, chosen - 1] if chosen > 0 else 0
            tested = (stack.label.shape[1] - fold + folds - 1) // folds
            errors[at, run, fold] = tested - (stack.ends[at, chosen] - before - sizes[chosen])
