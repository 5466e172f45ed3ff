"""Decision trees on bit-packed items: their nodes, and how they are grown (Quinlan's C4.5).

A node is a number. Nodes are numbered in preorder, so that the subtree of a node is the range from it
to ``end[node]``, children have larger numbers than their parents, and a pass from the last node to the
first sees children before parents. The items of a node are never stored: ``masks[depth]`` holds those of
the nodes on the path that is being visited, each made from the one above by one ``and`` for each word.

The functions that are called for each node take arrays one by one: passing a whole record costs
more than the work they do.
"""

from typing import Any

import numpy as np

from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._compiled import compiled, ones
from bakeoff.lab.learners._gains import average, best, count_values, weigh_attributes
from bakeoff.lab.learners._pairs import grow_pairs
from bakeoff.lab.learners._records import Items, Rules, Tree
from bakeoff.lab.learners._table import ATTRIBUTE, DEPTH, LABEL, LEAF, PARENT, SIZE, VALUE, WRONG


@compiled
def make_tree(n: int, start: Whole, n_classes: int, n_words: int, min_items: int) -> Tree:
    """Room for any tree of n items: each split leaves two branches of at least ``min_items``."""
    attributes = len(start) - 1
    most = 2
    for at in range(attributes):
        most = max(most, start[at + 1] - start[at])
    nodes = 1 + (n // min_items) * most
    return Tree(
        np.empty((nodes, 8), dtype=np.int64),
        np.empty((nodes, most), dtype=np.int64),
        np.empty((nodes, n_classes), dtype=np.int64),
        np.empty(nodes, dtype=np.float64),
        np.empty((attributes + 1, n_words), dtype=np.uint64),
        np.empty((attributes * most + 1, 2 + n_classes), dtype=np.int64),
        np.empty((attributes + 1, n_classes, start[attributes] - attributes), dtype=np.uint64),
        np.empty((2, attributes), dtype=np.float64),
        np.empty((attributes + 1, attributes), dtype=np.int64),
    )


@compiled
def end_of(nodes: Whole, kids: Whole, start: Whole, cells: Whole, item: int) -> int:
    """The node that an item ends in; -1 stands for a value never seen."""
    node = 0
    while nodes[node, ATTRIBUTE] >= 0:
        asked = nodes[node, ATTRIBUTE]
        if cells[item, asked] < 0:
            return node
        node = kids[node, cells[item, asked] - start[asked]]
    return node


@compiled
def ends_of(tree: Tree, start: Whole, cells: Whole, ends: Whole) -> None:
    """The nodes that items end in."""
    for item in range(len(cells)):
        ends[item] = end_of(tree.nodes, tree.kids, start, cells, item)


@compiled
def grow(tree: Tree, items: Items, rules: Rules) -> int:
    """Grow a tree, and give the number of its nodes."""
    # each array is taken out of its record once: in a loop that would cost as much as the work
    nodes, kids, counts, masks = tree.nodes, tree.kids, tree.counts, tree.masks
    waiting, found, gain = tree.waiting, tree.found, tree.gain
    bits, planes, start, first_word = items.bits, items.planes, items.start, items.first_word
    xlogx, least = rules.xlogx, rules.min_items
    if planes.shape[1] == len(start) - 1 and counts.shape[1] == 2:
        return grow_pairs(tree, items, rules)
    values, found = items.values, found[0]
    n = _wait_for_all(waiting, items.everything, first_word, masks)
    pile, node = 1, 0
    while pile:
        pile -= 1
        _make_node(nodes, kids, node, waiting, pile)
        size, wrong = weigh(nodes, counts, node, waiting, pile)
        if size >= 2 * least and wrong > 0:
            if nodes[node, DEPTH] > 0:
                keep_those(masks, nodes[node, DEPTH], bits, cell_of(nodes, node, start))
            count_values(masks, nodes[node, DEPTH], planes, first_word, found)
            weigh_attributes(found, start, counts, node, size, least, xlogx, gain)
            chosen = best(gain, average(gain, values, n), size)
            nodes[node, ATTRIBUTE] = chosen
            if chosen >= 0:
                pile = _wait_for_branches(waiting, pile, node, start, chosen, counts, found)
        node += 1
    return node


@compiled
def _make_node(nodes: Whole, kids: Whole, node: int, waiting: Whole, at: int) -> None:
    """Make a leaf of the entry at this place of the stack."""
    parent, value = waiting[at, 0], waiting[at, 1]
    nodes[node, ATTRIBUTE], nodes[node, PARENT], nodes[node, VALUE] = LEAF, parent, value
    nodes[node, DEPTH] = 0
    if parent >= 0:
        nodes[node, DEPTH] = nodes[parent, DEPTH] + 1
        kids[parent, value] = node


@compiled
def weigh(nodes: Whole, counts: Whole, node: int, waiting: Whole, at: int) -> tuple[int, int]:
    """Note the items of a node by class, and their most frequent class; their number, and the others'."""
    size, most, label = 0, 0, -1
    for group in range(counts.shape[1]):
        held = waiting[at, 2 + group]
        counts[node, group] = held
        size += held
        label = group if held > most else label
        most = max(most, held)
    nodes[node, SIZE], nodes[node, LABEL], nodes[node, WRONG] = size, label, size - most
    return size, size - most


@compiled
def cell_of(nodes: Whole, node: int, start: Whole) -> int:
    """The number of the value that leads to a node."""
    return start[nodes[nodes[node, PARENT], ATTRIBUTE]] + nodes[node, VALUE]  # type: ignore[no-any-return]


@compiled
def keep_those(masks: Words, depth: int, bits: Words, cell: int) -> None:
    """The items of a node: those of its parent that have a value."""
    for word in range(masks.shape[1]):
        masks[depth, word] = masks[depth - 1, word] & bits[cell, word]


@compiled
def _wait_for_all(waiting: Whole, everything: Words, first_word: Whole, masks: Words) -> int:
    """Push the root on the stack of nodes to be made, and give the number of its items."""
    waiting[0, 0] = waiting[0, 1] = -1
    n = 0
    for group in range(len(first_word) - 1):
        waiting[0, 2 + group] = 0
        for word in range(first_word[group], first_word[group + 1]):
            masks[0, word] = everything[word]
            waiting[0, 2 + group] += ones(everything[word])
        n += waiting[0, 2 + group]
    return n


@compiled
def _wait_for_branches(
    waiting: Whole, pile: int, node: int, start: Whole, chosen: int, counts: Whole, found: Words
) -> Any:
    """Push the branches of a node on the stack, the first on top, and give its new height."""
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
