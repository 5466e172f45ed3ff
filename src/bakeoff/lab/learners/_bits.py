"""Items as bits of 64-bit words, the items of each class in separate words.

Counting the items of a class that a node of a tree holds and that have a certain value is then one
``and`` and one population count for 64 of them, and no mask is needed to distinguish the classes.
"""

import numpy as np

from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._compiled import compiled, ones


@compiled
def seats(y: Whole, n_classes: int, first_word: Whole, seat: Whole) -> int:
    """Give each item a seat, a bit number, class by class, and give the number of words.

    ``first_word[c]`` is set to the first word of class c and ``first_word[n_classes]`` to the number of
    words; ``seat[i]`` to the bit of item i. Items of a class keep their order.
    """
    sizes = np.zeros(n_classes, dtype=np.int64)
    for item in range(len(y)):
        sizes[y[item]] += 1
    words = 0
    for at in range(n_classes):
        first_word[at] = words
        words += (sizes[at] + 63) >> 6
        sizes[at] = first_word[at] << 6
    first_word[n_classes] = words
    for item in range(len(y)):
        seat[item] = sizes[y[item]]
        sizes[y[item]] += 1
    return words


@compiled
def set_bit(words: Words, row: int, seat: int) -> None:
    """Set one bit of a row."""
    words[row, seat >> 6] |= np.uint64(1) << np.uint64(seat & 63)


@compiled
def count_group(masks: Words, row: int, first_word: Whole, group: int) -> int:
    """How many items of one class are in a mask."""
    held = 0
    for word in range(first_word[group], first_word[group + 1]):
        held += ones(masks[row, word])
    return held


@compiled
def pack(cells: Whole, seat: Whole, bits: Words) -> None:
    """Set ``bits[cell]`` to the items that have the attribute value of that number."""
    bits[:] = 0
    for item in range(cells.shape[0]):
        for at in range(cells.shape[1]):
            set_bit(bits, cells[item, at], seat[item])


@compiled
def turn_over(bits: Words, start: Whole, planes: Words) -> None:
    """Set ``planes[word, column]`` to the bits of all values but the first of each attribute."""
    for asked in range(len(start) - 1):
        for cell in range(start[asked] + 1, start[asked + 1]):
            for word in range(planes.shape[0]):
                planes[word, cell - asked - 1] = bits[cell, word]
