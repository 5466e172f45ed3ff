"""Nearest neighbours by the number of attributes that differ."""

import numpy as np

from bakeoff.lab.learners._arrays import Whole, Words
from bakeoff.lab.learners._compiled import compiled, ones


@compiled
def votes_of(trained: Whole, y: Whole, asked: Whole, k: int, votes: Whole) -> None:
    """Set ``votes[i, c]`` to the neighbours of class c: the k nearest and all as near as the k-th."""
    attributes = trained.shape[1]
    by_distance = np.empty((attributes + 1, votes.shape[1]), dtype=np.int64)
    for item in range(len(asked)):
        by_distance[:] = 0
        for other in range(len(y)):
            distance = 0
            for at in range(attributes):
                distance += trained[other, at] != asked[item, at]
            by_distance[distance, y[other]] += 1
        votes[item] = 0
        found = 0
        for distance in range(attributes + 1):
            for at in range(votes.shape[1]):
                votes[item, at] += by_distance[distance, at]
                found += by_distance[distance, at]
            if found >= k:
                break


@compiled
def most_votes(votes: Whole) -> int:
    """The class of the most votes, the first of several."""
    chosen = 0
    for at in range(len(votes)):
        if votes[at] > votes[chosen]:
            chosen = at
    return chosen


@compiled
def rings(bits: Words, everything: Words, cells: Whole, item: int, slices: Words, ring: Words) -> None:
    """Set ``ring[item, d]`` to the items at distance d, as bits.

    The distances to 64 items are counted at once: ``slices[b]`` holds bit b of the distance of each item,
    and ``slices[-1]`` what is carried.
    """
    words, carried, places = len(everything), len(slices) - 1, 0
    for asked in range(cells.shape[1]):
        for word in range(words):
            slices[carried, word] = everything[word] & ~bits[cells[item, asked], word]
        for place in range(places):
            for word in range(words):
                both = slices[place, word] & slices[carried, word]
                slices[place, word] ^= slices[carried, word]
                slices[carried, word] = both
        if asked + 1 == 1 << places:  # the sum needs one more bit
            for word in range(words):
                slices[places, word] = slices[carried, word]
            places += 1
    for distance in range(ring.shape[1]):
        for word in range(words):
            ring[item, distance, word] = everything[word]
        for place in range(places):
            flip = np.uint64(0) if (distance >> place) & 1 else ~np.uint64(0)
            for word in range(words):
                ring[item, distance, word] &= slices[place, word] ^ flip


@compiled
def vote(ring: Words, item: int, tested: Words, fold: int, first_word: Whole, k: int, votes: Whole) -> None:
    """Set the votes of an item's nearest neighbours among the items that are not tested in a fold."""
    for group in range(len(votes)):
        votes[group] = 0
    found = 0
    for distance in range(ring.shape[1]):
        for group in range(len(votes)):
            near = 0
            for word in range(first_word[group], first_word[group + 1]):
                near += ones(ring[item, distance, word] & ~tested[fold, word])
            votes[group] += near
            found += near
        if found >= k:
            break
