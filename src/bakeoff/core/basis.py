"""What a verdict rests on: how many of what."""

from dataclasses import dataclass
from typing import Literal

Counted = Literal[
    "items", "folds", "splits", "samples", "data sets", "runs of folds", "training sets of items"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Basis:
    """How many items, folds, samples or data sets a verdict rests on.

    Attributes
    ----------
    of
        What was counted.
    counts
        One number where A and B share it; two where each has its own, or of runs and folds, and of training
        sets and items.
    clusters
        In how many clusters the items are; 0 where each is by itself.
    each
        Whether A and B have as many of their own.
    """

    of: Counted
    counts: tuple[int, ...]
    clusters: int = 0
    each: bool = False
