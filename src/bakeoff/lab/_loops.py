"""One compiled loop over data sets and runs for each learner.

Each loop deals the folds of a run, trains on all but one of them and counts the errors on that one,
``errors[d, r, f]``. A run is done by one thread, and nothing that it reads is written by another.
"""

from typing import Any

import numpy as np
from numba import prange

from bakeoff.lab._deal import deal, stream
from bakeoff.lab._stack import (
    BLOCKS,
    Stack,
    share_out,
    tested_bits,
    trained_counts,
    trained_values,
)
from bakeoff.learners._bayes import best_of, multiply, smooth
from bakeoff.learners._compiled import compiled, in_parallel
from bakeoff.learners._pruning import fit_tree
from bakeoff.learners._tree import Items, Rules, end_of, make_tree


@in_parallel
def majority(stack: Stack, errors: Any) -> None:
    """Errors of the most frequent class."""
    runs, folds = errors.shape[1:]
    tasks, (n, classes) = len(errors) * runs, (stack.label.shape[1], stack.ends.shape[1])
    blocks = min(tasks, BLOCKS)
    for block in prange(blocks):
        order = np.empty(n, dtype=np.int64)
        held = np.empty((folds, classes), dtype=np.int64)
        begin, end = share_out(tasks, block, blocks)
        for task in range(begin, end):
            at, run = task // runs, task % runs
            deal(stream(stack.seeds[at], run), stack.ends[at], order)
            held[:] = 0
            for place in range(n):
                held[place % folds, stack.label[at, order[place]]] += 1
            for fold in range(folds):
                errors[at, run, fold] = _missed_by_majority(stack.ends[at], held[fold])


@compiled
def _missed_by_majority(ends: Any, held: Any) -> int:
    begin, most, chosen = 0, -1, 0
    for group in range(len(ends)):
        trained = ends[group] - begin - held[group]
        begin = ends[group]
        if trained > most:
            most, chosen = trained, group
    return held.sum() - held[chosen]  # type: ignore[no-any-return]


@in_parallel
def naive_bayes(stack: Stack, errors: Any) -> None:
    """Errors of naive Bayes."""
    runs, folds = errors.shape[1:]
    n, classes, width = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[1]
    tasks = len(errors) * runs
    blocks = min(tasks, BLOCKS)
    for block in prange(blocks):
        order = np.empty(n, dtype=np.int64)
        tested = np.empty((folds, stack.bits.shape[2]), dtype=np.uint64)
        sizes = np.empty(classes, dtype=np.int64)
        counts = np.empty((width, classes), dtype=np.int64)
        table = np.empty((width, classes), dtype=np.float64)
        prior = np.empty(classes, dtype=np.float64)
        product = np.empty(classes, dtype=np.float64)
        begin, end = share_out(tasks, block, blocks)
        for task in range(begin, end):
            at, run = task // runs, task % runs
            deal(stream(stack.seeds[at], run), stack.ends[at], order)
            tested_bits(order, stack.seat[at], folds, tested)
            for fold in range(folds):
                trained_counts(stack, at, tested[fold], sizes, counts)
                smooth(counts, sizes, stack.start, table, prior)
                wrong = 0
                for place in range(fold, n, folds):
                    item = order[place]
                    multiply(prior, table, stack.cells[at, item], product)
                    wrong += best_of(product) != stack.label[at, item]
                errors[at, run, fold] = wrong


@in_parallel
def c45(stack: Stack, rules: Rules, errors: Any) -> None:
    """Errors of a decision tree."""
    runs, folds = errors.shape[1:]
    n, classes, words = stack.label.shape[1], stack.ends.shape[1], stack.bits.shape[2]
    tasks = len(errors) * runs
    blocks = min(tasks, BLOCKS)
    for block in prange(blocks):
        order = np.empty(n, dtype=np.int64)
        tested = np.empty((folds, words), dtype=np.uint64)
        everything = np.empty(words, dtype=np.uint64)
        sizes = np.empty(classes, dtype=np.int64)
        counts = np.empty((stack.bits.shape[1], classes), dtype=np.int64)
        values = np.empty(len(stack.start) - 1, dtype=np.int64)
        tree = make_tree(n, stack.start, classes, words, rules.min_items)
        begin, end = share_out(tasks, block, blocks)
        for task in range(begin, end):
            at, run = task // runs, task % runs
            deal(stream(stack.seeds[at], run), stack.ends[at], order)
            tested_bits(order, stack.seat[at], folds, tested)
            for fold in range(folds):
                trained_counts(stack, at, tested[fold], sizes, counts)
                trained_values(stack.start, counts, values)
                _all_but(stack, at, tested[fold], everything)
                items = Items(stack.bits[at], stack.start, stack.first_word[at], everything, values)
                fit_tree(tree, items, rules)
                wrong = 0
                for place in range(fold, n, folds):
                    item = order[place]
                    node = end_of(tree, stack.start, stack.cells[at, item])
                    wrong += tree.label[node] != stack.label[at, item]
                errors[at, run, fold] = wrong


@compiled
def _all_but(stack: Stack, at: int, tested: Any, everything: Any) -> None:
    """Set the bits of the items that are not tested: those with any value of the first attribute."""
    for word in range(len(everything)):
        everything[word] = 0
        for cell in range(stack.start[1]):
            everything[word] |= stack.bits[at, cell, word]
        everything[word] &= ~tested[word]
