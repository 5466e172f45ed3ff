"""Collapse and prune decision trees by their pessimistically estimated errors (Quinlan's C4.5)."""

import math
from typing import Any

import numpy as np

from bakeoff.learners._bits import ones
from bakeoff.learners._compiled import compiled
from bakeoff.learners._gains import NEARLY, SMALL
from bakeoff.learners._tree import GONE, LEAF, Items, Rules, Tree, grow, keep_those, weigh

SLACK = 0.1  # a simpler tree may have this many more estimated errors and still be preferred


@compiled
def fit_tree(tree: Tree, items: Items, rules: Rules) -> int:
    """Grow, collapse and prune a tree, and give the number of nodes that were made."""
    nodes = grow(tree, items, rules)
    _collapse(tree.attribute, tree.kids, tree.end, tree.wrong, tree.estimate, items.start, nodes)
    if rules.pruned:
        _prune(tree, items, rules, nodes)
    for node in range(1, nodes):
        if tree.attribute[node] != GONE and tree.label[node] < 0:
            tree.label[node] = tree.label[tree.parent[node]]
    return nodes


def leaves_without_errors(n: int, confidence: float) -> Any:
    """What :func:`_expected` gives for leaves of 0 to n items that make no errors on them."""
    sizes = np.arange(1, n + 1)
    return np.concatenate([[0.0], sizes * (1 - confidence ** (1 / sizes))])


@compiled
def _expected(size: int, wrong: int, z: float, free: Any) -> float:
    """Errors to expect of a leaf: the upper limit of its error rate at this confidence.

    The limit is Wilson's for wrong + 1/2 errors; exact where there are none.
    """
    if wrong == 0:
        return free[size]  # type: ignore[no-any-return]
    if wrong + 0.5 >= size:
        return size
    rate, square = (wrong + 0.5) / size, z * z
    spread = z * math.sqrt(rate / size - rate * rate / size + square / (4.0 * size * size))
    return (rate + square / (2.0 * size) + spread) / (1.0 + square / size) * size


@compiled
def _cut(attribute: Any, node: int, end: int) -> None:
    """Make a leaf of a node."""
    attribute[node] = LEAF
    for below in range(node + 1, end):
        attribute[below] = GONE


@compiled
def _collapse(
    attribute: Any, kids: Any, ends: Any, wrong: Any, estimate: Any, start: Any, nodes: int
) -> None:
    """Make a leaf of each node whose subtree makes no fewer errors on the training items."""
    for node in range(nodes - 1, -1, -1):
        asked = attribute[node]
        ends[node] = node + 1
        estimate[node] = wrong[node]
        if asked < 0:
            continue
        errors = 0.0
        for value in range(start[asked + 1] - start[asked]):
            errors += estimate[kids[node, value]]
            ends[node] = ends[kids[node, value]]
        if errors >= wrong[node] - NEARLY:
            _cut(attribute, node, ends[node])
        else:
            estimate[node] = errors


@compiled
def _prune(tree: Tree, items: Items, rules: Rules, nodes: int) -> None:
    """Replace subtrees by leaves or by their largest branch, children before parents."""
    attribute, estimate, sizes = tree.attribute, tree.estimate, tree.size
    node = nodes
    while node > 0:
        node -= 1
        asked = attribute[node]
        if asked == GONE:
            continue
        as_leaf = _expected(sizes[node], tree.wrong[node], rules.z, rules.free)
        if asked == LEAF:
            estimate[node] = as_leaf
            continue
        branches = items.start[asked + 1] - items.start[asked]
        as_tree, largest = _add_up(tree.kids, node, branches, estimate, sizes)
        as_branch = np.inf
        if rules.raising:
            as_branch = as_leaf
            # a leaf in the place of the subtree has the subtree's items, whether it was a branch or not
            if attribute[largest] != LEAF:
                as_branch = _if_raised(tree, items, rules, node, largest, max(as_leaf, as_tree) + 2 * SLACK)
        estimate[node] = as_tree
        if as_leaf - as_tree < SLACK + SMALL and as_leaf - as_branch < SLACK + SMALL:
            estimate[node] = as_leaf
            _cut(attribute, node, tree.end[node])
        elif as_branch - as_tree < SLACK + SMALL:
            _raise(tree, items, node, largest)
            node = tree.end[node]  # the branch has more items now: all of it is judged again


@compiled
def _add_up(kids: Any, node: int, branches: int, estimate: Any, sizes: Any) -> tuple[float, int]:
    """The estimated errors of the branches together, and the largest branch: the last of several."""
    errors, largest = 0.0, kids[node, 0]
    for value in range(branches):
        kid = kids[node, value]
        errors += estimate[kid]
        if sizes[kid] >= sizes[largest]:
            largest = kid
    return errors, largest


@compiled
def _if_raised(tree: Tree, items: Items, rules: Rules, node: int, branch: int, limit: float) -> float:
    """Estimated errors of a branch if it got all items of its parent; no further than the limit."""
    attribute, depth, masks, bits, first = tree.attribute, tree.depth, tree.masks, items.bits, items.first_word
    retrace(tree.parent, tree.value, attribute, items.start, bits, items.everything, masks, depth[node], node)
    errors = 0.0
    for below in range(branch + 1, tree.end[branch]):
        if attribute[below] == GONE:
            continue
        cell = items.start[attribute[tree.parent[below]]] + tree.value[below]
        keep_those(masks, depth[below] - 1, bits, cell)
        if attribute[below] == LEAF:
            size, most = _size_and_most(masks, depth[below] - 1, first)
            errors += _expected(size, size - most, rules.z, rules.free)
            if errors > limit:
                break
    return errors


@compiled
def _size_and_most(masks: Any, row: int, first_word: Any) -> tuple[int, int]:
    """The number of items of a mask, and of its most frequent class."""
    size, most = 0, 0
    for group in range(len(first_word) - 1):
        found = 0
        for word in range(first_word[group], first_word[group + 1]):
            found += ones(masks[row, word])
        size += found
        most = max(most, found)
    return size, most


@compiled
def retrace(
    parents: Any,
    values: Any,
    attribute: Any,
    start: Any,
    bits: Any,
    everything: Any,
    masks: Any,
    row: int,
    node: int,
) -> None:
    """Set a mask to the items of a node, from all items and the path that leads to it."""
    for word in range(len(everything)):
        masks[row, word] = everything[word]
    while parents[node] >= 0:
        cell = start[attribute[parents[node]]] + values[node]
        for word in range(len(everything)):
            masks[row, word] &= bits[cell, word]
        node = parents[node]


@compiled
def _raise(tree: Tree, items: Items, node: int, branch: int) -> None:
    """Put a branch in the place of its parent, and share the items of the parent out in it.

    The mask of the parent is set: the branch was judged just before.
    """
    attribute, depth = tree.attribute, tree.depth
    for value in range(items.start[attribute[branch] + 1] - items.start[attribute[branch]]):
        tree.kids[node, value] = tree.kids[branch, value]
        tree.parent[tree.kids[branch, value]] = node
    attribute[node] = attribute[branch]
    for below in range(node + 1, tree.end[node]):
        if below <= branch or below >= tree.end[branch]:
            attribute[below] = GONE
        elif attribute[below] != GONE:
            depth[below] -= 1
            cell = items.start[attribute[tree.parent[below]]] + tree.value[below]
            keep_those(tree.masks, depth[below], items.bits, cell)
            _recount(tree.masks, depth[below], items.first_word, tree.waiting)
            weigh(tree.counts, tree.waiting, 0, 2, below, tree.size, tree.label, tree.wrong)


@compiled
def _recount(masks: Any, row: int, first_word: Any, waiting: Any) -> None:
    """Count the items of a mask by class, into the place where those of a new node would wait."""
    for group in range(len(first_word) - 1):
        waiting[0, 2 + group] = 0
        for word in range(first_word[group], first_word[group + 1]):
            waiting[0, 2 + group] += ones(masks[row, word])
