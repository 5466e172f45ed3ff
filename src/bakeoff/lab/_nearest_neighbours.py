"""Errors of nearest neighbours, by run and fold, from the distances of all items, found once."""

from typing import Any

import numpy as np
from numba import prange

from bakeoff.lab._blocks import blocks_of, share_out
from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import Stack, note, tested_bits
from bakeoff.lab.learners._compiled import compiled, in_parallel
from bakeoff.lab.learners._neighbours import most_votes, rings, vote


@in_parallel
def find_rings(stack: Stack, n_slices: int, ring: Any) -> None:
    """Set ``ring[d, i, q]`` to the items of data set d at distance q from item i, as bits."""
    n = stack.label.shape[1]
    for block in prange(len(stack.seeds) * n // 50 + 1):
        _some_rings(stack, n_slices, ring, 50 * block, min(50 * block + 50, len(stack.seeds) * n))


@compiled
def _some_rings(stack: Stack, n_slices: int, ring: Any, begin: int, end: int) -> None:
    n = stack.label.shape[1]
    slices = np.empty((n_slices, stack.bits.shape[2]), dtype=np.uint64)
    for task in range(begin, end):
        at = task // n
        rings(stack.bits[at], stack.everything[at], stack.cells[at], task % n, slices, ring[at])


@in_parallel
def neighbour_errors(stack: Stack, ring: Any, k: int, errors: Any, flags: Any) -> None:
    """Set the errors of each data set, run and fold, and the flags of the items."""
    for block in prange(blocks_of(errors)):
        begin, end = share_out(errors, block)
        _some_runs(stack, ring, k, errors, flags, begin, end)


@compiled
def _some_runs(stack: Stack, ring: Any, k: int, errors: Any, flags: Any, begin: int, end: int) -> None:
    runs, folds = errors.shape[1], errors.shape[2]
    n = stack.label.shape[1]
    order, votes = np.empty(n, dtype=np.int64), np.empty(stack.ends.shape[1], dtype=np.int64)
    tested = np.empty((folds, stack.bits.shape[2]), dtype=np.uint64)
    missed = np.empty(n, dtype=np.uint8)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        near, first_word, label = ring[at], stack.first_word[at], stack.label[at]
        deal(stream(stack.seeds[at], run), stack.ends[at], order)
        tested_bits(order, stack.seat[at], tested)
        for fold in range(folds):
            for place in range(fold, n, folds):
                vote(near, order[place], tested, fold, first_word, k, votes)
                missed[place] = most_votes(votes) != label[order[place]]
        note(missed, order, stack.item, errors, flags, at, run)
