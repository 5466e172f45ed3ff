"""The table of a tree's nodes: what its columns hold."""

LEAF, GONE = -1, -2  # in place of the attribute that a node splits on

# The columns of the table of nodes.
ATTRIBUTE = 0  # the attribute that a node splits on, or LEAF, or GONE: no longer part of the tree
PARENT = 1
VALUE = 2  # the value of the parent's attribute that leads here
DEPTH = 3
END = 4  # one beyond the last node of the subtree
SIZE = 5  # items of the node
LABEL = 6  # their most frequent class; -1 while there are none
WRONG = 7  # items of other classes
