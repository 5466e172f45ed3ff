"""Deal items into stratified folds, from a number that stands for the data, the rng and the run."""

from typing import Any

import numpy as np

from bakeoff.lab.learners._arrays import Whole
from bakeoff.lab.learners._compiled import compiled

STEP = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio, made odd


@compiled
def mix(word: np.uint64) -> Any:
    """Scatter the bits of a 64-bit number (the finalizer of splitmix64; Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def stream(seed: np.uint64, run: int) -> Any:
    """The key of the random numbers of one run: number i of them is ``mix(key + i * STEP)``."""
    return mix(seed ^ mix(np.uint64(run + 1) * STEP))


@compiled
def deal(key: np.uint64, ends: Whole, order: Whole) -> None:
    """Shuffle the items within each class; the item at position p is then tested in fold p mod k.

    Items are numbered class by class, and class c ends before ``ends[c]``. That is what a shuffle of all
    items followed by grouping them by class comes to (EST-3). One random number makes two draws, each by
    taking 32 bits times the number of choices and dropping 32, which favours no choice by more than
    n / 2^32.
    """
    begin, word, half = 0, np.uint64(0), False
    for at in range(len(order)):
        order[at] = at
    for end in ends:
        for last in range(end - 1, begin, -1):
            if half:
                word >>= np.uint64(32)
            else:
                key += STEP
                word = mix(key)
            half = not half
            choices = np.uint64(last - begin + 1)
            other = begin + np.int64(((word & np.uint64(0xFFFFFFFF)) * choices) >> np.uint64(32))
            order[last], order[other] = order[other], order[last]
        begin = end
