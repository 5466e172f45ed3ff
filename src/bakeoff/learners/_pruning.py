"""Collapse and prune decision trees by their pessimistically estimated errors (Quinlan's C4.5)."""

import math
from typing import Any

import numpy as np

from bakeoff.learners._bits import ones
from bakeoff.learners._compiled import compiled
from bakeoff.learners._tree import GONE, LEAF, NEARLY, SMALL, Items, Rules, Tree, enter, grow

SLACK = 0.1  # a simpler tree may have this many more estimated errors and still be preferred


@compiled
def fit_tree(tree: Tree, items: Items, rules: Rules, many: float) -> int:
    """Grow, collapse and prune a tree, and give the number of nodes that were made."""
    nodes = grow(tree, items, rules, many)
    _collapse(tree, items, nodes)
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
def _expected(rules: Rules, size: int, wrong: int) -> float:
    """Errors to expect of a leaf: the upper limit of its error rate at this confidence.

    The limit is Wilson's for wrong + 1/2 errors; exact where there are none.
    """
    if wrong == 0:
        return rules.free[size]  # type: ignore[no-any-return]
    if wrong + 0.5 >= size:
        return size
    rate, square = (wrong + 0.5) / size, rules.z * rules.z
    spread = rules.z * math.sqrt(rate / size - rate * rate / size + square / (4.0 * size * size))
    return (rate + square / (2.0 * size) + spread) / (1.0 + square / size) * size


@compiled
def _branches(tree: Tree, items: Items, node: int) -> Any:
    """The children of a node, in the order of their values."""
    asked = tree.attribute[node]
    return tree.kids[node, : items.start[asked + 1] - items.start[asked]]


@compiled
def _cut(tree: Tree, node: int) -> None:
    """Make a leaf of a node."""
    tree.attribute[node] = LEAF
    tree.attribute[node + 1 : tree.end[node]] = GONE


@compiled
def _collapse(tree: Tree, items: Items, nodes: int) -> None:
    """Make a leaf of each node whose subtree makes no fewer errors on the training items."""
    for node in range(nodes - 1, -1, -1):
        tree.end[node] = node + 1
        tree.estimate[node] = tree.wrong[node]
        if tree.attribute[node] < 0:
            continue
        errors = 0.0
        for kid in _branches(tree, items, node):
            errors += tree.estimate[kid]
            tree.end[node] = tree.end[kid]
        if errors >= tree.wrong[node] - NEARLY:
            _cut(tree, node)
        else:
            tree.estimate[node] = errors


@compiled
def _prune(tree: Tree, items: Items, rules: Rules, nodes: int) -> None:
    """Replace subtrees by leaves or by their largest branch, children before parents."""
    node = nodes - 1
    while node >= 0:
        if tree.attribute[node] != GONE:
            as_leaf = _expected(rules, tree.size[node], tree.wrong[node])
            tree.estimate[node] = as_leaf
            if tree.attribute[node] != LEAF and _simplify(tree, items, rules, node, as_leaf):
                # the branch has more items now: all of it is judged again
                node = tree.end[node]
        node -= 1


@compiled
def _simplify(tree: Tree, items: Items, rules: Rules, node: int, as_leaf: float) -> bool:
    """Judge one subtree; whether its largest branch was put in its place."""
    as_tree, largest, size = 0.0, -1, 0
    for kid in _branches(tree, items, node):
        as_tree += tree.estimate[kid]
        if tree.size[kid] >= size:
            largest, size = kid, tree.size[kid]
    as_branch = np.inf
    if rules.raising:
        # a leaf in the place of the subtree has the subtree's items, whether it was a branch or not
        limit = max(as_leaf, as_tree) + 2 * SLACK
        is_leaf = tree.attribute[largest] == LEAF
        as_branch = as_leaf if is_leaf else _if_raised(tree, items, rules, node, largest, limit)
    if as_leaf - as_tree < SLACK + SMALL and as_leaf - as_branch < SLACK + SMALL:
        _cut(tree, node)
        return False
    if as_branch - as_tree < SLACK + SMALL:
        _raise(tree, items, node, largest)
        return True
    tree.estimate[node] = as_tree
    return False


@compiled
def _if_raised(tree: Tree, items: Items, rules: Rules, node: int, branch: int, limit: float) -> float:
    """Estimated errors of a branch if it got all items of its parent; no further than the limit."""
    _retrace(tree, items, node)
    errors = 0.0
    for below in range(branch + 1, tree.end[branch]):
        if tree.attribute[below] == GONE:
            continue
        above, mask = tree.masks[tree.depth[below] - 2], tree.masks[tree.depth[below] - 1]
        having = items.bits[items.start[tree.attribute[tree.parent[below]]] + tree.value[below]]
        size, most = 0, 0
        for at in range(tree.counts.shape[1]):
            found = 0
            for word in range(items.first_word[at], items.first_word[at + 1]):
                mask[word] = above[word] & having[word]
                found += ones(mask[word])
            size += found
            most = max(most, found)
        if tree.attribute[below] == LEAF:
            errors += _expected(rules, size, size - most)
            if errors > limit:
                break
    return errors


@compiled
def _retrace(tree: Tree, items: Items, node: int) -> None:
    """Set the mask of a node from all items and the path that leads to it."""
    mask = tree.masks[tree.depth[node]]
    mask[:] = items.everything
    while tree.parent[node] >= 0:
        having = items.bits[items.start[tree.attribute[tree.parent[node]]] + tree.value[node]]
        for word in range(len(mask)):
            mask[word] &= having[word]
        node = tree.parent[node]


@compiled
def _raise(tree: Tree, items: Items, node: int, branch: int) -> None:
    """Put a branch in the place of its parent, and share the items of the parent out in it."""
    for kid in _branches(tree, items, branch):
        tree.parent[kid] = node
    tree.kids[node] = tree.kids[branch]
    tree.attribute[node] = tree.attribute[branch]
    tree.attribute[node + 1 : branch + 1] = GONE
    tree.attribute[tree.end[branch] : tree.end[node]] = GONE
    _retrace(tree, items, node)
    for below in range(branch + 1, tree.end[branch]):
        if tree.attribute[below] != GONE:
            tree.depth[below] -= 1
            enter(tree, items, below)
