"""Nearest neighbours by the number of attributes that differ."""

from typing import Any

import numpy as np

from bakeoff.learners._compiled import compiled


@compiled
def votes_of(trained: Any, y: Any, asked: Any, k: int, votes: Any) -> None:
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
def most_votes(votes: Any) -> int:
    """The class of the most votes, the first of several."""
    chosen = 0
    for at in range(len(votes)):
        if votes[at] > votes[chosen]:
            chosen = at
    return chosen
