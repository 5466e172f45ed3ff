"""Tree-augmented naive Bayes by counts of pairs: the tree, its probabilities, and their sum of logs.

``pairs[c, i, j]`` counts the items of class c that have the attribute values of numbers i and j, and
``pairs[c, i, i]`` those that have value i. ``values[a]`` is the number of values of attribute a that count.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Bools, Whole, Words
from bakeoff.lab.learners._compiled import compiled, ones

TIED = 1e-9  # scores that differ by less are equal


@lru_cache(maxsize=16)
def half_gammas(n: int, most_values: int) -> Any:
    """Logarithms of the gamma function at 0, 1/2, 1, ... as far as counts of n items need them."""
    from scipy.special import gammaln

    half = np.arange(2 * n + most_values + 1) / 2
    half[0] = 1.0  # never used
    return gammaln(half)


@compiled
def count_pairs(cells: Whole, y: Whole, pairs: Whole) -> None:
    """Count the items by class and pair of attribute values."""
    pairs[:] = 0
    for item in range(len(y)):
        for mine in cells[item]:
            for theirs in cells[item]:
                pairs[y[item], mine, theirs] += 1


@compiled
def count_packed_pairs(bits: Words, mask: Words, start: Whole, first_word: Whole, pairs: Whole) -> None:
    """Count the items of a mask by class and pair of values of different attributes, or of one value."""
    for group in range(len(first_word) - 1):
        for asked in range(len(start) - 1):
            for mine in range(start[asked], start[asked + 1]):
                pairs[group, mine, mine] = _common(bits, mine, mine, mask, first_word, group)
                for theirs in range(start[asked + 1], start[-1]):
                    both = _common(bits, mine, theirs, mask, first_word, group)
                    pairs[group, mine, theirs] = pairs[group, theirs, mine] = both


@compiled
def _common(bits: Words, mine: int, theirs: int, mask: Words, first_word: Whole, group: int) -> int:
    found = 0
    for word in range(first_word[group], first_word[group + 1]):
        found += ones(bits[mine, word] & bits[theirs, word] & mask[word])
    return found


@compiled
def link(
    pairs: Whole,
    sizes: Whole,
    start: Whole,
    values: Whole,
    half: Floats,
    score: Floats,
    inside: Bools,
    parent: Whole,
) -> None:
    """Choose a parent for each attribute but one: the tree of the greatest sum of scores (Prim).

    The best link comes first, then again and again the best between the tree and what is outside; the
    first of several in the order of the attributes. The second end of a link gets the first as its
    parent unless it has one; then the first gets the second.
    """
    attributes = len(values)
    for at in range(attributes):
        parent[at], inside[at] = -1, False
        for other in range(attributes):
            if at != other:
                score[at, other] = _gain(pairs, sizes, start, values, half, at, other)
    for step in range(attributes - 1):
        best, one, two = -np.inf, -1, -1
        for at in range(attributes):
            for other in range(attributes):
                joins = at != other and (step == 0 or inside[at] != inside[other])
                if joins and score[at, other] > best + TIED:
                    best, one, two = score[at, other], at, other
        inside[one] = inside[two] = True
        if parent[two] < 0:
            parent[two] = one
        else:
            parent[one] = two


@compiled
def _gain(
    pairs: Whole, sizes: Whole, start: Whole, values: Whole, half: Floats, at: int, other: int
) -> float:
    """How much the log marginal likelihood of an attribute grows when another becomes its parent.

    The prior of each distribution is Dirichlet's with 1/2 for each value (Heckerman et al. 1995).
    """
    own = values[at]
    each = half[own] - own * half[1]
    gained = 0.0
    for group in range(len(sizes)):
        gained += half[2 * sizes[group] + own] - each
        for mine in range(start[at], start[at] + own):
            gained -= half[2 * pairs[group, mine, mine] + 1]
        for theirs in range(start[other], start[other] + values[other]):
            gained += each - half[2 * pairs[group, theirs, theirs] + own]
            for mine in range(start[at], start[at] + own):
                gained += half[2 * pairs[group, mine, theirs] + 1]
    return gained


@compiled
def take_logs(
    pairs: Whole, sizes: Whole, start: Whole, values: Whole, parent: Whole, logs: Floats, prior: Floats
) -> None:
    """Logarithms of the probabilities, 1/2 added to each count; 0 where a value does not count.

    ``logs[c, i, j]``: of value i where the parent has value j; ``logs[c, i, i]`` where there is no parent.
    """
    n, present = 0, 0
    for group in range(len(sizes)):
        n += sizes[group]
        present += sizes[group] > 0
    for group in range(len(sizes)):
        prior[group] = math.log((sizes[group] + 0.5) / (n + 0.5 * present)) if sizes[group] else -np.inf
        for at in range(len(values)):
            own, above = values[at], parent[at]
            for mine in range(start[at], start[at + 1]):
                counts = mine < start[at] + own
                if above < 0:
                    share = (pairs[group, mine, mine] + 0.5) / (sizes[group] + 0.5 * own)
                    logs[group, mine, mine] = math.log(share) if counts else 0.0
                    continue
                for theirs in range(start[above], start[above + 1]):
                    share = (pairs[group, mine, theirs] + 0.5) / (pairs[group, theirs, theirs] + 0.5 * own)
                    known = counts and theirs < start[above] + values[above]
                    logs[group, mine, theirs] = math.log(share) if known else 0.0


@compiled
def add_logs(logs: Floats, prior: Floats, parent: Whole, cells: Whole, item: int, total: Floats) -> None:
    """The logarithm of each class's probability, but for a constant; a cell of -1 is a value never seen."""
    for group in range(len(prior)):
        total[group] = 0.0
        for at in range(cells.shape[1]):
            own = cells[item, at]
            above = own if parent[at] < 0 else cells[item, parent[at]]
            if own >= 0 and above >= 0:
                total[group] += logs[group, own, above]
        total[group] += prior[group]


@compiled
def best_log(total: Floats) -> int:
    """The class of the greatest probability, the first of several that are equal to the last bit."""
    chosen = 0
    for group in range(len(total)):
        if total[group] > total[chosen]:
            chosen = group
    for group in range(chosen):
        if math.exp(total[group] - total[chosen]) == 1.0:
            return group
    return chosen
