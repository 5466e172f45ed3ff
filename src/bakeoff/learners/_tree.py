"""Decision trees on bit-packed items: their nodes, and how they are grown (Quinlan's C4.5).

A node is a number. Nodes are numbered in preorder, so that the subtree of a node is the range from it
to ``end[node]``, children have larger numbers than their parents, and a pass from the last node to the
first sees children before parents. The items of a node are never stored: ``masks[depth]`` holds those of
the nodes on the path that is being visited, each made from the one above by one ``and`` for each word.
"""

from typing import Any, NamedTuple

import numpy as np

from bakeoff.learners._bits import ones
from bakeoff.learners._compiled import compiled

SMALL = 1e-6  # differences below it count as none
NEARLY = 1e-3  # an attribute may gain this much less than the average and still be chosen
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
    waiting: Any  # nodes to be made: parent and value
    gain: Any  # of each attribute at the node in hand: information gain and gain ratio
    left: Any  # items by class, to be shared out


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

    bits: Any  # (attribute values, words)
    start: Any  # the first of the values of each attribute; one more at the end
    first_word: Any  # of each class; one more at the end
    everything: Any  # the items in use


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
        np.empty((attributes * most + 1, 2), dtype=np.int64),
        np.empty((attributes, 2), dtype=np.float64),
        np.empty(n_classes, dtype=np.int64),
    )


@compiled
def end_of(tree: Tree, start: Any, cells: Any) -> int:
    """The node that an item with these values ends in; -1 stands for a value never seen."""
    node = 0
    while tree.attribute[node] >= 0:
        asked = tree.attribute[node]
        if cells[asked] < 0:
            return node
        node = tree.kids[node, cells[asked] - start[asked]]
    return node


@compiled
def grow(tree: Tree, items: Items, rules: Rules, many: float) -> int:
    """Grow a tree, and give the number of its nodes."""
    waiting, node = 1, 0
    tree.waiting[0, 0] = tree.waiting[0, 1] = -1
    while waiting:
        waiting -= 1
        parent, value = tree.waiting[waiting, 0], tree.waiting[waiting, 1]
        tree.parent[node], tree.value[node], tree.depth[node] = parent, value, 0
        if parent >= 0:
            tree.depth[node] = tree.depth[parent] + 1
            tree.kids[parent, value] = node
        enter(tree, items, node)
        chosen = LEAF
        if tree.size[node] >= 2 * rules.min_items and tree.wrong[node] > 0:
            chosen = _choose(tree, items, rules, node, many)
        tree.attribute[node] = chosen
        if chosen >= 0:
            # the branch of the first value comes off the pile first
            for branch in range(items.start[chosen + 1] - items.start[chosen] - 1, -1, -1):
                tree.waiting[waiting, 0], tree.waiting[waiting, 1] = node, branch
                waiting += 1
        node += 1
    return node


@compiled
def enter(tree: Tree, items: Items, node: int) -> None:
    """Find the items of a node from those of its parent, count them, and note the most frequent class."""
    depth = tree.depth[node]
    mask, above, having = tree.masks[depth], items.everything, items.everything
    if depth > 0:
        above = tree.masks[depth - 1]
        having = items.bits[items.start[tree.attribute[tree.parent[node]]] + tree.value[node]]
    size, most, label = 0, 0, -1
    for at in range(tree.counts.shape[1]):
        found = 0
        for word in range(items.first_word[at], items.first_word[at + 1]):
            mask[word] = above[word] & having[word]
            found += ones(mask[word])
        tree.counts[node, at] = found
        size += found
        if found > most:
            most, label = found, at
    tree.size[node], tree.label[node], tree.wrong[node] = size, label, size - most


@compiled
def many_values(start: Any, n: int) -> float:
    """The number of values from which an attribute does not count for the average gain: 0.3 n.

    Infinite where no attribute has fewer: then all count.
    """
    for at in range(len(start) - 1):
        if 0.3 * n - (start[at + 1] - start[at]) > SMALL:
            return 0.3 * n
    return np.inf


@compiled
def _choose(tree: Tree, items: Items, rules: Rules, node: int, many: float) -> int:
    """The attribute of the best gain ratio among those of at least average gain."""
    before = rules.xlogx[tree.size[node]]
    for at in range(tree.counts.shape[1]):
        before -= rules.xlogx[tree.counts[node, at]]
    total, usable = 0.0, 0
    for asked in range(len(items.start) - 1):
        _judge(tree, items, rules, node, asked, before)
        if tree.gain[asked, 0] >= 0 and many - (items.start[asked + 1] - items.start[asked]) > SMALL:
            total += tree.gain[asked, 0]
            usable += 1
    if usable == 0:
        return LEAF
    least = max(0.0, total / usable - NEARLY)
    best, chosen = 0.0, LEAF
    for asked in range(len(items.start) - 1):
        if tree.gain[asked, 0] >= least and tree.gain[asked, 1] - best > SMALL:
            best, chosen = tree.gain[asked, 1], asked
    return chosen


@compiled
def _judge(tree: Tree, items: Items, rules: Rules, node: int, asked: int, before: float) -> None:
    """Set the information gain of an attribute and its gain ratio; a gain of -1: it cannot be used."""
    mask, size = tree.masks[tree.depth[node]], tree.size[node]
    tree.left[:] = tree.counts[node]
    rest, large, bags, parts = size, 0, 0.0, 0.0
    for cell in range(items.start[asked] + 1, items.start[asked + 1]):
        bag = 0
        for at in range(tree.counts.shape[1]):
            found = 0
            for word in range(items.first_word[at], items.first_word[at + 1]):
                found += ones(mask[word] & items.bits[cell, word])
            tree.left[at] -= found
            bag += found
            parts += rules.xlogx[found]
        rest -= bag
        bags += rules.xlogx[bag]
        large += bag >= rules.min_items
    large += rest >= rules.min_items
    tree.gain[asked, 0], tree.gain[asked, 1] = -1.0, 0.0
    if large < 2:
        return
    bags += rules.xlogx[rest]
    for at in range(tree.counts.shape[1]):
        parts += rules.xlogx[tree.left[at]]
    gained = before - (bags - parts)
    tree.gain[asked, 0] = 0.0 if gained < SMALL else gained / size
    spread = rules.xlogx[size] - bags
    if spread >= SMALL:
        tree.gain[asked, 1] = tree.gain[asked, 0] / (spread / size)
