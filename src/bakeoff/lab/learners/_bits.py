"""Items as bits of 64-bit words, the items of each class in words of their own.

Counting the items of a class that a node of a tree holds and that have a certain value is then one
``and`` and one population count for 64 of them, and no mask is needed to tell the classes apart.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bakeoff.lab.learners._compiled import compiled


def _ones(typing_context: Any, word: Any) -> Any:
    """How many bits of a word are set, as the processor counts them."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        counted: Any = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(64)])
        return builder.call(counted, arguments)

    return types.int64(types.uint64), generate


ones: Any = intrinsic(_ones)


@compiled
def seats(y: Any, n_classes: int, first_word: Any, seat: Any) -> int:
    """Give each item a seat, a bit number, class by class, and give the number of words.

    ``first_word[c]`` is set to the first word of class c and ``first_word[n_classes]`` to the number of
    words; ``seat[i]`` to the bit of item i. Items of a class sit in their order.
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
def set_bit(words: Any, row: int, seat: int) -> None:
    """Set one bit of a row."""
    words[row, seat >> 6] |= np.uint64(1) << np.uint64(seat & 63)


@compiled
def count_group(masks: Any, row: int, first_word: Any, group: int) -> int:
    """How many items of one class are in a mask."""
    held = 0
    for word in range(first_word[group], first_word[group + 1]):
        held += ones(masks[row, word])
    return held


@compiled
def pack(cells: Any, seat: Any, bits: Any) -> None:
    """Set ``bits[cell]`` to the items that have the attribute value of that number."""
    bits[:] = 0
    for item in range(cells.shape[0]):
        for at in range(cells.shape[1]):
            set_bit(bits, cells[item, at], seat[item])


@compiled
def turn_over(bits: Any, start: Any, planes: Any) -> None:
    """Set ``planes[word, column]`` to the bits of all values but the first of each attribute."""
    for asked in range(len(start) - 1):
        for cell in range(start[asked] + 1, start[asked + 1]):
            for word in range(planes.shape[0]):
                planes[word, cell - asked - 1] = bits[cell, word]
