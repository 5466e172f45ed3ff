"""Decision trees on bit-packed items: their nodes, and how they are grown (Quinlan's C4.5).

A node is a number. Nodes are numbered in preorder, so that the subtree of a node is the range from it
to ``end[node]``, children have larger numbers than their parents, and a pass from the last node to the
first sees children before parents. The items of a node are never stored: ``masks[depth]`` holds those of
the nodes on the path that is being visited, each made from the one above by one ``and`` for each word.

The functions that are called for each node take arrays one by one: to hand over a whole record costs
more than the work they do.
"""

from typing import Any, NamedTuple

import numpy as np

from bakeoff.learners._bits import ones
from bakeoff.learners._compiled import compiled
from bakeoff.learners._gains import average, best, count_values, gains, gains_of_pairs

LEAF, GONE = -1, -2  # in place of the attribute that a node asks for


class Tree(NamedTuple):
    """The nodes of a tree, and room to work in."""

    attribute: Any  # the attribute that a node asks for, or LEAF, or GONE: no longer part of the tree
    parent: Any
    value: Any  # the value of the parent's attribute that leads here
    depth: Any
    end: Any  # one beyond the last node of the subtree
    kids: Any  # (nodes, values)
    counts: Any  # (nodes, classes)
    size: Any  # items of the node
    label: Any  # the most frequent class; -1 while there are no items
    wrong: Any  # items of other classes
    estimate: Any  # estimated errors of the subtree
    masks: Any  # (depths, words)
    waiting: Any  # nodes to be made: parent, value, items by class
    found: Any  # (classes, values but the first): items of the node in hand
    gain: Any  # of each attribute at the node in hand: information gained, and spread of the items


class Rules(NamedTuple):
    """What decides how a tree is grown and pruned."""

    min_items: int
    pruned: bool
    raising: bool
    z: float  # the normal deviate that is exceeded with the probability called confidence
    free: Any  # estimated errors of a leaf of so many items that makes none on them
    xlogx: Any  # k log2 k


class Items(NamedTuple):
    """The items that a tree is grown from."""

    bits: Any  # (values, words): the items that have this value
    planes: Any  # (words, values but the first of each attribute): the same, turned over
    start: Any  # the first of the values of each attribute; one more at the end
    first_word: Any  # of each class; one more at the end
    everything: Any  # the items in use
    values: Any  # how many values each attribute has in them


@compiled
def make_tree(n: int, start: Any, n_classes: int, n_words: int, min_items: int) -> Tree:
    """Room for any tree of n items: each split leaves two branches of at least ``min_items``."""
    attributes = len(start) - 1
    most = 2
    for at in range(attributes):
        most = max(most, start[at + 1] - start[at])
    nodes = 1 + (n // min_items) * most
    whole = np.empty((8, nodes), dtype=np.int64)
    return Tree(
        whole[0],
        whole[1],
        whole[2],
        whole[3],
        whole[4],
        np.empty((nodes, most), dtype=np.int64),
        np.empty((nodes, n_classes), dtype=np.int64),
        whole[5],
        whole[6],
        whole[7],
        np.empty(nodes, dtype=np.float64),
        np.empty((attributes + 1, n_words), dtype=np.uint64),
        np.empty((attributes * most + 1, 2 + n_classes), dtype=np.int64),
        np.empty((n_classes, start[attributes] - attributes), dtype=np.uint64),
        np.empty((2, attributes), dtype=np.float64),
    )


@compiled
def end_of(attribute: Any, kids: Any, start: Any, cells: Any, item: int) -> int:
    """The node that an item ends in; -1 stands for a value never seen."""
    node = 0
    while attribute[node] >= 0:
        cell = cells[item, attribute[node]]
        if cell < 0:
            return node
        node = kids[node, cell - start[attribute[node]]]
    return node


@compiled
def ends_of(tree: Tree, start: Any, cells: Any, ends: Any) -> None:
    """The nodes that items end in."""
    for item in range(len(cells)):
        ends[item] = end_of(tree.attribute, tree.kids, start, cells, item)


@compiled
def grow(tree: Tree, items: Items, rules: Rules) -> int:
    """Grow a tree, and give the number of its nodes."""
    attribute, waiting, masks, counts = tree.attribute, tree.waiting, tree.masks, tree.counts
    bits, start, xlogx, least = items.bits, items.start, rules.xlogx, rules.min_items
    binary = items.planes.shape[1] == len(start) - 1 and counts.shape[1] == 2
    _wait_for_all(waiting, items.everything, items.first_word, masks)
    pile, node = 1, 0
    n = tree.waiting[0, 2:].sum()
    while pile:
        pile -= 1
        parent, value = waiting[pile, 0], waiting[pile, 1]
        depth = _seat(tree.parent, tree.value, tree.depth, tree.kids, node, parent, value)
        size, wrong = weigh(counts, waiting, pile, 2, node, tree.size, tree.label, tree.wrong)
        attribute[node] = LEAF
        if size >= 2 * least and wrong > 0:
            if depth > 0:
                keep_those(masks, depth, bits, start[attribute[parent]] + value)
            count_values(masks, depth, items.planes, items.first_word, tree.found)
            if binary:
                gains_of_pairs(tree.found, counts, node, size, least, xlogx, tree.gain)
            else:
                gains(tree.found, start, counts, node, size, least, xlogx, tree.gain)
            chosen = best(tree.gain, average(tree.gain, items.values, n), size)
            attribute[node] = chosen
            if chosen >= 0:
                pile = _wait_for_branches(waiting, pile, node, start, chosen, counts, tree.found)
        node += 1
    return node


@compiled
def _seat(parents: Any, values: Any, depths: Any, kids: Any, node: int, parent: int, value: int) -> int:
    """Note where a node is in the tree, and give its depth."""
    parents[node], values[node], depths[node] = parent, value, 0
    if parent >= 0:
        depths[node] = depths[parent] + 1
        kids[parent, value] = node
    return depths[node]  # type: ignore[no-any-return]


@compiled
def weigh(
    counts: Any, source: Any, row: int, first: int, node: int, sizes: Any, labels: Any, wrongs: Any
) -> tuple[int, int]:
    """Take the items of a node by class from a row of a table, and note their most frequent class."""
    size, most, label = 0, 0, -1
    for group in range(counts.shape[1]):
        found = source[row, first + group]
        counts[node, group] = found
        size += found
        if found > most:
            most, label = found, group
    sizes[node], labels[node], wrongs[node] = size, label, size - most
    return size, size - most


@compiled
def keep_those(masks: Any, depth: int, bits: Any, cell: int) -> None:
    """The items of a node: those of its parent that have a value."""
    for word in range(masks.shape[1]):
        masks[depth, word] = masks[depth - 1, word] & bits[cell, word]


@compiled
def _wait_for_all(waiting: Any, everything: Any, first_word: Any, masks: Any) -> None:
    """Put the root on the pile of nodes to be made."""
    waiting[0, 0] = waiting[0, 1] = -1
    for group in range(len(first_word) - 1):
        waiting[0, 2 + group] = 0
        for word in range(first_word[group], first_word[group + 1]):
            masks[0, word] = everything[word]
            waiting[0, 2 + group] += ones(everything[word])


@compiled
def _wait_for_branches(
    waiting: Any, pile: int, node: int, start: Any, chosen: int, counts: Any, found: Any
) -> int:
    """Put the branches of a node on the pile, the first on top, and give its new height."""
    branches = start[chosen + 1] - start[chosen]
    top = pile + branches - 1
    for value in range(branches):
        waiting[top - value, 0], waiting[top - value, 1] = node, value
    for group in range(counts.shape[1]):
        rest = counts[node, group]
        for value in range(1, branches):
            had = np.int64(found[group, start[chosen] - chosen + value - 1])
            waiting[top - value, 2 + group] = had
            rest -= had
        waiting[top, 2 + group] = rest
    return top + 1
