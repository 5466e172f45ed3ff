"""The parts of a decision tree, what it is grown from, and by which rules."""

from typing import NamedTuple

from bakeoff.core.outcomes import Floats
from bakeoff.lab.learners._arrays import Whole, Words


class Tree(NamedTuple):
    """The nodes of a tree, and room to work in."""

    nodes: Whole  # (nodes, the columns above)
    kids: Whole  # (nodes, values)
    counts: Whole  # (nodes, classes)
    estimate: Floats  # estimated errors of the subtree of each node
    masks: Words  # (depths, words)
    waiting: Whole  # nodes to be made: parent, value, items by class
    found: Words  # (depths, classes, values but the first of each attribute): items on the current path
    gain: Floats  # of each attribute at the current node: information gained, and gain ratio
    left: Whole  # (depths, attributes): those that are not yet split on


class Rules(NamedTuple):
    """What decides how a tree is grown and pruned."""

    min_items: int
    pruned: bool
    raising: bool
    z: float  # the normal deviate that is exceeded with the probability called confidence
    leaves: Floats  # (items + 1, 3): what is needed to estimate the errors of leaves
    xlogx: Floats  # k log2 k


class Items(NamedTuple):
    """The items that a tree is grown from."""

    bits: Words  # (values, words): the items that have this value
    planes: Words  # (words, values but the first of each attribute): the same, transposed
    start: Whole  # the first of the values of each attribute; one more at the end
    first_word: Whole  # of each class; one more at the end
    everything: Words  # the items in use
    values: Whole  # how many values each attribute has in them
