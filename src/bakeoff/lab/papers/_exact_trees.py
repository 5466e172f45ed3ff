"""Trees that split, and stop, by the exact probability of a table of values and classes.

Martin & Hirschberg split and stop "using the hypergeometric probability test", an extension of Fisher's exact
test. With the totals of values R and of classes C given, a table n has the probability

    P0 = prod(R!) prod(C!) / (N! prod(n!)),

if the attribute is independent of the class. The attribute whose table is least probable is split on, one
branch for each of its values. The unpruned tree is grown until a node has one class or no attribute is left;
the stopped tree ends where no table is less probable than a limit. Both share their splits above that.

Few combinations of attributes are possible here, so a sample is a table of counts (combinations, classes),
and a tree is the class that it gives to each combination.
"""

import math
from typing import Any

import numpy as np

from bakeoff.lab.learners._compiled import compiled

LIMIT = 0.05
Table = Any  # arrays in compiled code


def log_factorials(most: int) -> Any:
    """Logarithms of 0! to ``most``!.

    >>> np.exp(log_factorials(4)).round(9).tolist()
    [1.0, 1.0, 2.0, 6.0, 24.0]
    """
    return np.array([math.lgamma(n + 1) for n in range(most + 1)])


@compiled
def log_probability(table: Table, logs: Table) -> float:
    """The logarithm of P0 of a table (values, classes) of counts."""
    found = 0.0
    for value in range(table.shape[0]):
        found += logs[table[value].sum()]
        for label in range(table.shape[1]):
            found -= logs[table[value, label]]
    for label in range(table.shape[1]):
        found += logs[table[:, label].sum()]
    return float(found - logs[table.sum()])


@compiled
def best_split(counts: Table, items: Table, inside: Table, used: int, logs: Table) -> Any:
    """The attribute with the least probable table and the logarithm of its P0; -1 where none splits."""
    best, least = -1, 1.0
    for attribute in range(items.shape[1]):
        if used >> attribute & 1:
            continue
        table = np.zeros((items[:, attribute].max() + 1, counts.shape[1]), dtype=np.int64)
        for cell in range(len(items)):
            if inside[cell]:
                table[items[cell, attribute]] += counts[cell]
        if np.sum(table.sum(axis=1) > 0) < 2:
            continue
        found = log_probability(table, logs)
        if found < least - 1e-12:
            best, least = attribute, found
    return best, least


@compiled
def grow(counts: Table, items: Table, logs: Table, limit: float, labels: Table) -> None:
    """Set the class of each combination: ``labels[0]`` by the unpruned, ``labels[1]`` by the stopped tree.

    Of equally frequent classes the first is taken; a branch without items has its parent's class.
    """
    cells, depth = len(items), items.shape[1]
    inside = np.zeros((1 + depth * cells, cells), dtype=np.bool_)
    state = np.zeros((len(inside), 3), dtype=np.int64)  # attributes used, whether stopped above, class above
    inside[0] = True
    waiting = 1
    while waiting:
        waiting -= 1
        used, stopped, label = state[waiting]
        here = inside[waiting].copy()
        totals = np.zeros(counts.shape[1], dtype=np.int64)
        for cell in range(cells):
            if here[cell]:
                totals += counts[cell]
        label = np.argmax(totals) if totals.sum() else label
        for cell in range(cells):
            if here[cell]:
                labels[0, cell] = label
                if not stopped:
                    labels[1, cell] = label
        if totals.max() == totals.sum():
            continue
        attribute, chance = best_split(counts, items, here, used, logs)
        if attribute < 0:
            continue
        for value in range(items[:, attribute].max() + 1):
            inside[waiting] = here & (items[:, attribute] == value)
            state[waiting, 0] = used | 1 << attribute
            state[waiting, 1] = stopped or chance > np.log(limit)
            state[waiting, 2] = label
            waiting += 1


@compiled
def wrong_on(counts: Table, labels: Table, tree: int) -> int:
    """How many of the counted items a tree gets wrong."""
    wrong = 0
    for cell in range(len(counts)):
        wrong += counts[cell].sum() - counts[cell, labels[tree, cell]]
    return int(wrong)


@compiled
def errors(trained: Table, tested: Table, items: Table, logs: Table, limit: float) -> Any:
    """Errors of the unpruned and of the stopped tree: trained on each table, tested on the next one.

    ``trained`` and ``tested`` are counts (trainings, combinations, classes).
    """
    labels, wrong = np.zeros((2, len(items)), dtype=np.int64), np.zeros(2, dtype=np.int64)
    for at in range(len(trained)):
        grow(trained[at], items, logs, limit, labels)
        for tree in range(2):
            wrong[tree] += wrong_on(tested[at], labels, tree)
    return wrong
