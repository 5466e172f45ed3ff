"""One model's ranking of items of two classes, from one sort of its scores.

Items with equal scores form a group. Counts of positives and negatives by group give the area under the ROC
curve, the curve itself, and the placement of each item, all in whole numbers: neither the order of the items
nor the scale of the scores changes a bit of the result.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Ranks:
    """Groups of equal scores from the lowest up.

    ``positives[g]`` and ``negatives[g]`` count the items in the g lowest groups, so that both begin with 0.
    ``group`` has the group of each item.
    """

    positives: Ints
    negatives: Ints
    group: Ints

    @classmethod
    def of(cls, positive: Bools, score: Floats) -> "Ranks":
        """Sort once.

        >>> ranks = Ranks.of(np.array([True, False, True, False]), np.array([0.9, 0.4, 0.4, 0.1]))
        >>> ranks.positives.tolist(), ranks.negatives.tolist(), ranks.group.tolist()
        ([0, 0, 1, 2], [0, 1, 2, 2], [2, 1, 1, 0])
        """
        order = np.argsort(score)
        ranked = score[order]
        apart = ranked[1:] != ranked[:-1]
        del ranked
        small: Any = np.int32 if score.size < 2**30 else np.int64
        group = np.empty(score.size, dtype=small)
        if apart.all():
            group[order] = np.arange(score.size, dtype=small)
            ends: Any = slice(None)
        else:
            group[order] = np.concatenate([[0], np.cumsum(apart, dtype=small)])
            ends = np.append(np.flatnonzero(apart), score.size - 1)
        above = np.cumsum(positive[order], dtype=small)[ends]
        size = np.arange(1, score.size + 1, dtype=small)[ends]
        zero = np.zeros(1, dtype=small)
        return cls(
            positives=np.concatenate([zero, above]),
            negatives=np.concatenate([zero, size - above]),
            group=group,
        )

    @property
    def groups(self) -> int:
        """Number of different scores."""
        return self.positives.size - 1

    @property
    def separates(self) -> bool:
        """Whether every positive scores higher than every negative.

        >>> classes = np.array([True, False, False])
        >>> [Ranks.of(classes, np.array([best, 0.4, 0.1])).separates for best in (0.9, 0.4)]
        [True, False]
        """
        last = np.searchsorted(self.negatives, self.negatives[-1])  # groups up to the highest negative
        return bool(self.positives[last] == 0)

    @property
    def levels(self) -> tuple[Ints, Ints]:
        """The placements of the positives and the negatives of each group.

        Twice the number of the other class that they are ranked right against, ties counted once.
        """
        above = 2 * self.positives[-1] - (self.positives[:-1] + self.positives[1:])
        return self.negatives[:-1] + self.negatives[1:], above

    @property
    def sizes(self) -> tuple[Ints, Ints]:
        """How many positives and negatives are in each group."""
        return np.diff(self.positives), np.diff(self.negatives)

    def placed(self, positive: Bools) -> Ints:
        """The placement of each item; ``positive`` are the classes that were sorted.

        >>> classes = np.array([True, False, True, False])
        >>> Ranks.of(classes, np.array([0.9, 0.4, 0.4, 0.1])).placed(classes).tolist()
        [4, 3, 3, 4]
        """
        above, below = self.levels
        return np.where(positive, above.take(self.group), below.take(self.group))

    def placed_in_order(self) -> tuple[Ints, Ints]:
        """The placements of the positives and the negatives, from the lowest to the highest."""
        (above, below), (positives, negatives) = self.levels, self.sizes
        return np.repeat(above, positives), np.repeat(below[::-1], negatives[::-1])

    def corners(self) -> tuple[Ints, Ints]:
        """False and true positives at each threshold from the highest down: the corners of the ROC curve."""
        return self.negatives[-1] - self.negatives[::-1], self.positives[-1] - self.positives[::-1]

    def moments(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Of the positives and of the negatives: number, sum and sum of squares of their placements.

        >>> Ranks.of(np.array([True, False, True, False]), np.array([0.9, 0.4, 0.4, 0.1])).moments()
        ((2, 7, 25), (2, 7, 25))
        """
        first, second = (
            (int(size.sum()), _dot(size, level), _dot(size, level, level))
            for size, level in zip(self.sizes, self.levels, strict=True)
        )
        return first, second

    def area(self) -> float:
        """The area under the ROC curve."""
        won = _dot(self.sizes[0], self.levels[0])
        return won / (2 * int(self.positives[-1]) * int(self.negatives[-1]))


PART = 16  # bits


def _dot(size: Ints, level: Ints, other: Ints | None = None) -> int:
    """The sum of products in whole numbers, in parts that do not overflow."""
    if other is None:
        return int(np.dot(size.astype(np.int64), level.astype(np.int64)))
    high, low = level >> PART, level & (2**PART - 1)
    return sum(
        int(np.dot(size * part.astype(np.int64), factor.astype(np.int64))) << shift
        for part, factor, shift in ((high, high, 2 * PART), (high, low, PART + 1), (low, low, 0))
    )
