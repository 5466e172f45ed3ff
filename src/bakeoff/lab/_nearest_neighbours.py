"""Errors of nearest neighbours, by run and fold, from distances that are found once.

Of nominal attributes all distances are kept, of numbers a list of the nearest items.
"""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._stack import Stack, deal_run, note, tested_bits
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
        deal_run(stack, at, run, order)
        tested_bits(order, stack.seat[at], tested)
        for fold in range(folds):
            for place in range(fold, n, folds):
                vote(near, order[place], tested, fold, first_word, k, votes)
                missed[place] = most_votes(votes) != label[order[place]]
        note(missed, order, stack.item, errors, flags, at, run)


@compiled
def list_nearest(columns: Floats, near: Whole, distance: Floats, begin: int, end: int) -> None:
    """Set ``near[d, i]`` to the items nearest to some items i, nearest first, and their squared distances."""
    n = columns.shape[2]
    apart = np.empty(n)
    for task in range(begin, end):
        at, item = task // n, task % n
        _squares(columns[at], item, apart)
        _keep_nearest(apart, item, near[at, item], distance[at, item])


@compiled
def _squares(columns: Floats, item: int, apart: Floats) -> None:
    """Set the squared distances of all items from one, in blocks, attribute by attribute."""
    apart[:] = 0.0
    for at in range(len(columns)):
        own = columns[at, item]
        for other in range(len(apart)):
            apart[other] += (columns[at, other] - own) * (columns[at, other] - own)


@compiled
def _keep_nearest(apart: Floats, item: int, near: Whole, distance: Floats) -> None:
    found = 0
    for other in range(len(apart)):
        if found == len(near) and apart[other] >= distance[found - 1]:
            continue
        if other == item:
            continue
        found = min(found + 1, len(near))
        at = found - 1
        while at > 0 and distance[at - 1] > apart[other]:
            near[at], distance[at] = near[at - 1], distance[at - 1]
            at -= 1
        near[at], distance[at] = other, apart[other]


@compiled
def numeric_errors(
    stack: Stack,
    columns: Floats,
    near: Whole,
    distance: Floats,
    k: int,
    errors: Whole,
    flags: Flags,
    begin: int,
    end: int,
) -> None:
    """Set the errors of some runs, counted over all data sets, by fold, and the flags of the items.

    ``columns`` is (data sets, attributes, items), the items numbered as in the stack.
    """
    runs, folds, n = errors.shape[1], errors.shape[2], stack.label.shape[1]
    order, fold_of = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    missed, votes = np.empty(n, dtype=np.uint8), np.empty(stack.ends.shape[1], dtype=np.int64)
    every, farther = np.arange(n), np.empty(n)
    for task in range(begin, end):
        at, run = task // runs, task % runs
        label = stack.label[at]
        deal_run(stack, at, run, order)
        for place in range(n):
            fold_of[order[place]] = place % folds
        for place in range(n):
            item = order[place]
            if not _vote(near[at, item], distance[at, item], item, fold_of, label, k, votes):
                # the list ended before all votes were certain: examine all items, in their order
                _squares(columns[at], item, farther)
                by_distance = np.argsort(farther)
                every[:] = by_distance
                farther[:] = farther[by_distance]
                _vote(every, farther, item, fold_of, label, k, votes)
            missed[place] = most_votes(votes) != label[item]
        note(missed, order, stack.item, errors, flags, at, run)


@compiled
def _vote(
    near: Whole, distance: Floats, item: int, fold_of: Whole, label: Whole, k: int, votes: Whole
) -> bool:
    """Set the votes of the k nearest in other folds and all as near as the last; whether that is certain."""
    votes[:] = 0
    found, last = 0, 0.0
    for at in range(len(near)):
        if fold_of[near[at]] == fold_of[item]:
            continue
        if found >= k and distance[at] > last:
            return True
        votes[label[near[at]]] += 1
        found += 1
        last = distance[at]
    return False
