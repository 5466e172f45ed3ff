"""How much each attribute says about the class of a node's items, and which is the best to split on.

With N items, n_v of them with value v and n_vc of these of class c, all in units of N bits::

    gained = N log N - sum_c n_c log n_c - sum_v n_v log n_v + sum_vc n_vc log n_vc
    spread = N log N - sum_v n_v log n_v

The gain ratio is gained / spread. ``gain[0]`` holds what is gained by each attribute, -1 for one that
cannot be split on, and ``gain[1]`` the ratio. Which attribute is better is as good as random, so
these loops choose between values and do not branch: a mispredicted branch costs more than both sides.
"""

from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._compiled import compiled, ones

SMALL = 1e-6  # differences below it count as none
NEARLY = 1e-3  # an attribute may gain this many bits less than the average and still be chosen


@compiled
def count_values(masks: Words, row: int, planes: Words, first_word: Whole, found: Words) -> None:
    """Count items by class and value, for all values but the first of each attribute."""
    columns = planes.shape[1]
    for group in range(len(first_word) - 1):
        for column in range(columns):
            found[group, column] = 0
        for word in range(first_word[group], first_word[group + 1]):
            mask = masks[row, word]
            for column in range(columns):
                found[group, column] += ones(mask & planes[word, column])


@compiled
def weigh_attributes(
    found: Words, start: Whole, counts: Whole, node: int, size: int, least: int, xlogx: Floats, gain: Floats
) -> None:
    """Set the gains of attributes of any number of values, for any number of classes."""
    before = 0.0
    for group in range(counts.shape[1]):
        before -= xlogx[counts[node, group]]
    for asked in range(gain.shape[1]):
        first, last = start[asked] - asked, start[asked + 1] - asked - 1
        rest: Any = size
        large, spread, parts = 0, xlogx[size], 0.0
        for column in range(first, last):
            bag: Any = 0
            for group in range(counts.shape[1]):
                bag += np.int64(found[group, column])
                parts += xlogx[np.int64(found[group, column])]
            rest -= bag
            spread -= xlogx[bag]
            large += bag >= least
        for group in range(counts.shape[1]):
            left = counts[node, group]
            for column in range(first, last):
                left -= np.int64(found[group, column])
            parts += xlogx[left]
        spread -= xlogx[rest]
        gained = before + spread + parts
        gained = gained if gained >= SMALL else 0.0
        gain[0, asked] = gained if large + (rest >= least) >= 2 else -1.0
        gain[1, asked] = gained / spread


@compiled
def average(gain: Floats, values: Whole, n: int) -> float:
    """The average gain of the attributes that can be split on; infinite where there are none.

    Attributes with 0.3 n values or more of n training items do not count, unless all have as many.
    """
    limit = np.inf
    for asked in range(len(values)):
        if 0.3 * n - values[asked] > SMALL:
            limit = 0.3 * n
            break
    total, usable = 0.0, 0
    for asked in range(len(values)):
        if gain[0, asked] >= 0 and limit - values[asked] > SMALL:
            total += gain[0, asked]
            usable += 1
    return total / usable if usable else np.inf


@compiled
def best(gain: Floats, usual: float, size: int) -> int:
    """The attribute of the best gain ratio among those of at least the average gain; -1: none."""
    least = max(0.0, usual - NEARLY * size)
    ratio, chosen = 0.0, -1
    for asked in range(gain.shape[1]):
        better = (gain[0, asked] >= least) & (gain[1, asked] - ratio > SMALL)
        ratio = gain[1, asked] if better else ratio
        chosen = asked if better else chosen
    return chosen
