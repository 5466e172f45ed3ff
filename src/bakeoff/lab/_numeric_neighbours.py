"""Errors of nearest neighbours on numbers, by run and fold, from a list of the nearest items, made once."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import Stack, note
from bakeoff.lab.learners._arrays import Flags, Whole
from bakeoff.lab.learners._compiled import compiled
from bakeoff.lab.learners._neighbours import most_votes


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
    """Set the squared distances of all items from one; many at a time, attribute by attribute."""
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
def numeric_neighbour_errors(
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
        deal(stream(stack.seeds[at], run), stack.ends[at], order)
        for place in range(n):
            fold_of[order[place]] = place % folds
        for place in range(n):
            item = order[place]
            if not _vote(near[at, item], distance[at, item], item, fold_of, label, k, votes):
                # the list ended before it was certain who votes: look at all items, in their order
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
