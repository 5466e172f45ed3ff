"""Errors of nearest neighbours, by run and fold, from the distances of all items, found once."""

import numpy as np

from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import Stack, note, tested_bits
from bakeoff.lab.learners._arrays import Flags, Whole, Words
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._neighbours import most_votes, rings, vote


@compiled
def find_rings(stack: Stack, n_slices: int, ring: Words, begin: int, end: int) -> None:
    """Set ``ring[d, i, q]`` to the items of data set d at distance q from item i, as bits, for some items."""
    n = stack.label.shape[1]
    slices = np.empty((n_slices, stack.bits.shape[2]), dtype=np.uint64)
    for task in range(begin, end):
        at = task // n
        rings(stack.bits[at], stack.everything[at], stack.cells[at], task % n, slices, ring[at])


@compiled
def neighbour_errors(
    stack: Stack, ring: Words, k: int, errors: Whole, flags: Flags, begin: int, end: int
) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items."""
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
