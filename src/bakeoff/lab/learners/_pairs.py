"""Grow decision trees where there are two classes and each attribute has two values.

The same trees as :func:`bakeoff.lab.learners._tree.grow` makes, in a third of the time: the lab grows
millions of them. The functions are compiled into the loop, because a call costs as much as its work,
and numbers are unsigned, because a signed index must be checked before it is used.
"""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._compiled import compiled, inlined, ones
from bakeoff.lab.learners._gains import NEARLY, SMALL
from bakeoff.lab.learners._records import Items, Rules, Tree
from bakeoff.lab.learners._table import ATTRIBUTE, DEPTH, LABEL, LEAF, PARENT, SIZE, VALUE, WRONG

NONE, ONE = np.uint64(0), np.uint64(1)


@compiled
def grow_pairs(tree: Tree, items: Items, rules: Rules) -> int:
    """Grow a tree, and give the number of its nodes.

    ``left[d]`` lists the attributes that no node above depth d splits on, ``found[d, c, a]`` counts the
    items of class c with the second value of attribute a at the node of depth d on the current path.

    What would certainly be collapsed is not grown. Each leaf has ``min_items`` items at least, so that
    w items of the rarer class are the rarer ones, or as many as the others, in any leaf where
    2 w <= ``min_items``: all w of them stay errors. And a split that leaves as many errors as there were,
    in branches that cannot do better, is not made.
    """
    # each array is taken out of its record once: in a loop that would cost as much as the work
    nodes, kids, counts, masks, waiting = tree.nodes, tree.kids, tree.counts, tree.masks, tree.waiting
    found, gain, left, xlogx = tree.found, tree.gain, tree.left, rules.xlogx
    bits, planes, first_word, everything = items.bits, items.planes, items.first_word, items.everything
    min_items = rules.min_items
    attributes, least = planes.shape[1], np.uint64(min_items)
    for asked in range(attributes):
        left[0, asked] = asked
    _wait_for_root(waiting, everything, first_word[1], masks)
    pile, node = 1, 0
    while pile:
        pile -= 1
        parent, value = waiting[pile, 0], waiting[pile, 1]
        n_0, n_1 = np.uint64(waiting[pile, 2]), np.uint64(waiting[pile, 3])
        size, wrong = n_0 + n_1, min(n_0, n_1)
        depth = 0
        if parent >= 0:
            depth = nodes[parent, DEPTH] + 1
            kids[parent, value] = node
        nodes[node, ATTRIBUTE], nodes[node, PARENT] = LEAF, parent
        nodes[node, VALUE], nodes[node, DEPTH] = value, depth
        nodes[node, SIZE], nodes[node, WRONG] = size, wrong
        nodes[node, LABEL] = 1 if n_1 > n_0 else 0
        counts[node, 0], counts[node, 1] = n_0, n_1
        node += 1
        if size < least + least or wrong + wrong <= least:
            continue

        if depth > 0:
            cell = 2 * nodes[parent, ATTRIBUTE] + value
            for word in range(planes.shape[0]):
                masks[depth, word] = masks[depth - 1, word] & bits[cell, word]
        sibling = kids[parent, 0] if value == 1 else -1
        if sibling >= 0 and nodes[sibling, SIZE] >= 2 * min_items and 2 * nodes[sibling, WRONG] > min_items:
            # the other branch was counted, and has left its counts at this depth
            for asked in range(attributes):
                found[depth, 0, asked] = found[depth - 1, 0, asked] - found[depth, 0, asked]
                found[depth, 1, asked] = found[depth - 1, 1, asked] - found[depth, 1, asked]
        else:
            _count(found, depth, masks, planes, first_word)
        best = _best(found, depth, left, n_0, n_1, least, xlogx, gain)
        if best < 0:
            continue

        chosen = left[depth, best]
        in_0, in_1 = found[depth, 0, chosen], found[depth, 1, chosen]
        if _certain(in_0, in_1, least) + _certain(n_0 - in_0, n_1 - in_1, least) >= wrong:
            continue
        nodes[node - 1, ATTRIBUTE] = chosen
        for at in range(attributes - depth - 1):
            left[depth + 1, at] = left[depth, at + (at >= best)]
        waiting[pile, 0], waiting[pile, 1] = node - 1, 1
        waiting[pile, 2], waiting[pile, 3] = in_0, in_1
        waiting[pile + 1, 0], waiting[pile + 1, 1] = node - 1, 0
        waiting[pile + 1, 2], waiting[pile + 1, 3] = n_0 - in_0, n_1 - in_1
        pile += 2
    return node


@inlined
def _wait_for_root(waiting: Whole, everything: Words, half: int, masks: Words) -> None:
    """Push the root on the stack of nodes to be made; words from ``half`` on hold the second class."""
    waiting[0, 0] = waiting[0, 1] = -1
    waiting[0, 2] = waiting[0, 3] = 0
    for word in range(len(everything)):
        masks[0, word] = everything[word]
        waiting[0, 2 if word < half else 3] += ones(everything[word])


@inlined
def _count(found: Words, depth: int, masks: Words, planes: Words, first_word: Whole) -> None:
    """Count the items of the current node by class, for the second value of each attribute."""
    for group in range(2):
        for asked in range(planes.shape[1]):
            found[depth, group, asked] = NONE
        for word in range(first_word[group], first_word[group + 1]):
            mask = masks[depth, word]
            for asked in range(planes.shape[1]):
                found[depth, group, asked] += np.uint64(ones(mask & planes[word, asked]))


@inlined
def _best(
    found: Words,
    depth: int,
    left: Whole,
    n_0: np.uint64,
    n_1: np.uint64,
    least: np.uint64,
    xlogx: Floats,
    gain: Floats,
) -> int:
    """The place among the remaining attributes of the one to split on; -1: none."""
    size = n_0 + n_1
    whole, before = xlogx[size], -xlogx[n_0] - xlogx[n_1]
    total, usable = 0.0, 0
    for at in range(left.shape[1] - depth):
        in_0, in_1 = found[depth, 0, left[depth, at]], found[depth, 1, left[depth, at]]
        bag = in_0 + in_1
        spread = whole - xlogx[bag] - xlogx[size - bag]
        parts = xlogx[in_0] + xlogx[in_1] + xlogx[n_0 - in_0] + xlogx[n_1 - in_1]
        gained = before + spread + parts
        gained = gained if gained >= SMALL else 0.0
        can = (bag >= least) & (size - bag >= least)
        total += gained if can else 0.0
        usable += can
        gain[0, at] = gained if can else -1.0
        gain[1, at] = gained / spread
    worth = max(0.0, total / max(usable, 1) - NEARLY * size)  # where none is usable, none gains as much
    ratio, best = 0.0, -1
    for at in range(left.shape[1] - depth):
        better = (gain[0, at] >= worth) & (gain[1, at] - ratio > SMALL)
        ratio = gain[1, at] if better else ratio
        best = at if better else best
    return best


@inlined
def _certain(of_0: np.uint64, of_1: np.uint64, least: np.uint64) -> np.uint64:
    """The errors of a branch that will certainly be a leaf; 0 where it may still be split."""
    rarer = min(of_0, of_1)
    return rarer if (of_0 + of_1 < least + least) | (rarer + rarer <= least) else NONE
