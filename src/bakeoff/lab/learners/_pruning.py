"""Collapse and prune decision trees by their pessimistically estimated errors (Quinlan's C4.5)."""

import math
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._bits import count_group
from bakeoff.lab.learners._compiled import compiled, ones
from bakeoff.lab.learners._gains import NEARLY, SMALL
from bakeoff.lab.learners._records import Items, Rules, Tree
from bakeoff.lab.learners._table import ATTRIBUTE, DEPTH, END, GONE, LABEL, LEAF, PARENT, SIZE, VALUE, WRONG
from bakeoff.lab.learners._tree import cell_of, grow, keep_those, weigh

SLACK = 0.1  # a simpler tree may have this many more estimated errors and still be preferred


@compiled
def fit_tree(tree: Tree, items: Items, rules: Rules) -> int:
    """Grow, collapse and prune a tree, and give the number of nodes that were made."""
    made = grow(tree, items, rules)
    nodes = tree.nodes
    _collapse(nodes, tree.kids, tree.estimate, items.start, made)
    if rules.pruned:
        _prune(tree, items, rules, made)
    for node in range(1, made):
        if nodes[node, ATTRIBUTE] != GONE and nodes[node, LABEL] < 0:
            nodes[node, LABEL] = nodes[nodes[node, PARENT], LABEL]
    return made


def leaf_table(n: int, confidence: float, z: float) -> Any:
    """What :func:`_expected` needs for leaves of N = 0 to n items: a row for each N.

    The errors to expect where there are none in training, N (1 - confidence^(1/N)); 1/N; N / (N + z^2).
    """
    sizes = np.arange(1, n + 1, dtype=np.float64)
    columns = (sizes * (1 - confidence ** (1 / sizes)), 1 / sizes, sizes / (sizes + z * z))
    return np.concatenate([np.zeros((1, 3)), np.stack(columns, axis=1)])


@compiled
def _expected(size: int, wrong: int, z: float, leaves: Floats) -> float:
    """Errors to expect of a leaf: its items times the upper limit of its error rate.

    The limit is Wilson's for wrong + 1/2 errors, multiplied out; exact where there are none.
    """
    if wrong == 0:
        return leaves[size, 0]  # type: ignore[no-any-return]
    if wrong + 0.5 >= size:
        return size
    errors = wrong + 0.5
    spread = z * math.sqrt(errors - errors * errors * leaves[size, 1] + 0.25 * z * z)
    return (errors + 0.5 * z * z + spread) * leaves[size, 2]  # type: ignore[no-any-return]


@compiled
def _cut(nodes: Whole, node: int) -> None:
    """Make a leaf of a node."""
    nodes[node, ATTRIBUTE] = LEAF
    for below in range(node + 1, nodes[node, END]):
        nodes[below, ATTRIBUTE] = GONE


@compiled
def _collapse(nodes: Whole, kids: Whole, estimate: Floats, start: Whole, made: int) -> None:
    """Make a leaf of each node whose subtree makes no fewer errors on the training items."""
    for node in range(made - 1, -1, -1):
        asked = nodes[node, ATTRIBUTE]
        nodes[node, END] = node + 1
        estimate[node] = nodes[node, WRONG]
        if asked < 0:
            continue
        errors = 0.0
        for value in range(start[asked + 1] - start[asked]):
            errors += estimate[kids[node, value]]
            nodes[node, END] = nodes[kids[node, value], END]
        if errors >= nodes[node, WRONG] - NEARLY:
            _cut(nodes, node)
        else:
            estimate[node] = errors


@compiled
def _prune(tree: Tree, items: Items, rules: Rules, made: int) -> None:
    """Replace subtrees by leaves or by their largest branch, children before parents."""
    nodes, kids, estimate, masks, z, leaves = (
        tree.nodes,
        tree.kids,
        tree.estimate,
        tree.masks,
        rules.z,
        rules.leaves,
    )
    bits, start, first_word, everything = items.bits, items.start, items.first_word, items.everything
    counts, waiting, raising = tree.counts, tree.waiting, rules.raising
    node = made
    while node > 0:
        node -= 1
        if nodes[node, ATTRIBUTE] == GONE:
            continue
        as_leaf = _expected(nodes[node, SIZE], nodes[node, WRONG], z, leaves)
        estimate[node] = as_leaf
        if nodes[node, ATTRIBUTE] == LEAF:
            continue
        as_tree, largest = _add_up(nodes, kids, node, start, estimate)
        margin = as_tree + SLACK + SMALL
        as_branch = as_leaf if raising else np.inf
        # a leaf in the place of the subtree has the subtree's items, whether it was a branch or not
        if raising and nodes[largest, ATTRIBUTE] != LEAF:
            limit = as_leaf - SLACK - SMALL if as_leaf < margin else margin
            room = limit + SMALL - estimate[largest]
            as_branch = np.inf
            if room >= 0.0:
                _retrace(nodes, node, start, bits, everything, masks)
                as_branch = _if_raised(
                    nodes, largest, start, bits, first_word, masks, z, leaves, estimate, room
                )
        if as_leaf < margin and as_leaf < as_branch + SLACK + SMALL:
            _cut(nodes, node)
        elif as_branch < margin:
            _raise(nodes, kids, node, largest, start)
            _share_out(nodes, counts, node, start, bits, first_word, masks, waiting)
            node = nodes[node, END]  # the branch has more items now: all of it is judged again
        else:
            estimate[node] = as_tree


@compiled
def _add_up(nodes: Whole, kids: Whole, node: int, start: Whole, estimate: Floats) -> tuple[float, int]:
    """The estimated errors of the branches together, and the largest branch: the last of several."""
    asked = nodes[node, ATTRIBUTE]
    errors, largest = 0.0, kids[node, 0]
    for value in range(start[asked + 1] - start[asked]):
        kid = kids[node, value]
        errors += estimate[kid]
        if nodes[kid, SIZE] >= nodes[largest, SIZE]:
            largest = kid
    return errors, largest


@compiled
def _retrace(nodes: Whole, node: int, start: Whole, bits: Words, everything: Words, masks: Words) -> None:
    """Set the mask of a node from all items and the path that leads to it."""
    row = nodes[node, DEPTH]
    for word in range(len(everything)):
        masks[row, word] = everything[word]
    while nodes[node, PARENT] >= 0:
        cell = cell_of(nodes, node, start)
        for word in range(len(everything)):
            masks[row, word] &= bits[cell, word]
        node = nodes[node, PARENT]


@compiled
def _if_raised(
    nodes: Whole,
    branch: int,
    start: Whole,
    bits: Words,
    first_word: Whole,
    masks: Words,
    z: float,
    leaves: Floats,
    estimate: Floats,
    room: float,
) -> float:
    """Estimated errors of a branch if it got all items of its parent; infinite if that is too many.

    No leaf expects fewer errors with more items: the estimate of the branch can only grow, leaf by leaf,
    and it is too much when it has grown by more than there is room for.
    """
    errors = 0.0
    for below in range(branch + 1, nodes[branch, END]):
        if nodes[below, ATTRIBUTE] == GONE:
            continue
        cell = start[nodes[nodes[below, PARENT], ATTRIBUTE]] + nodes[below, VALUE]
        above = nodes[below, DEPTH] - 2
        if nodes[below, ATTRIBUTE] != LEAF:
            for word in range(masks.shape[1]):
                masks[above + 1, word] = masks[above, word] & bits[cell, word]
            continue
        size, most = 0, 0
        for group in range(len(first_word) - 1):
            held = 0
            for word in range(first_word[group], first_word[group + 1]):
                held += ones(masks[above, word] & bits[cell, word])
            size += held
            most = max(most, held)
        expected = _expected(size, size - most, z, leaves)
        errors += expected
        room -= expected - estimate[below]
        if room < 0.0:
            return np.inf
    return errors


@compiled
def _raise(nodes: Whole, kids: Whole, node: int, branch: int, start: Whole) -> None:
    """Replace a parent by one of its branches."""
    asked, end = nodes[branch, ATTRIBUTE], nodes[branch, END]
    for value in range(start[asked + 1] - start[asked]):
        kids[node, value] = kids[branch, value]
        nodes[kids[branch, value], PARENT] = node
    nodes[node, ATTRIBUTE] = asked
    for below in range(node + 1, nodes[node, END]):
        if below <= branch or below >= end:
            nodes[below, ATTRIBUTE] = GONE
        else:
            nodes[below, DEPTH] -= 1


@compiled
def _share_out(
    nodes: Whole,
    counts: Whole,
    node: int,
    start: Whole,
    bits: Words,
    first_word: Whole,
    masks: Words,
    waiting: Whole,
) -> None:
    """Distribute the items of a node, whose mask is set, over its subtree."""
    for below in range(node + 1, nodes[node, END]):
        if nodes[below, ATTRIBUTE] == GONE:
            continue
        keep_those(masks, nodes[below, DEPTH], bits, cell_of(nodes, below, start))
        for group in range(counts.shape[1]):
            waiting[0, 2 + group] = count_group(masks, nodes[below, DEPTH], first_word, group)
        weigh(nodes, counts, below, waiting, 0)
