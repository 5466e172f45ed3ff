"""Joint counts of truth, A and B with many classes, where most cells are empty."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Ints


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class SparseTable:
    """The cells of a joint table [truth, A, B] that hold items, by their places in the flattened table."""

    cells: Ints
    counts: Ints
    classes: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the full table."""
        return self.classes, self.classes, self.classes

    def sum(self, axis: int | tuple[int, ...] | None = None) -> Ints:
        """The sums over some axes, or over all, as those of an array.

        >>> table = SparseTable(cells=np.array([0, 5, 7]), counts=np.array([4, 2, 3]), classes=2)
        >>> table.sum(axis=2).tolist(), table.sum(axis=(1, 2)).tolist(), int(table.sum())
        ([[4, 0], [2, 3]], [4, 5], 9)
        """
        if axis is None:
            return np.asarray(self.counts.sum())
        gone = {axis} if isinstance(axis, int) else set(axis)
        places = np.unravel_index(self.cells, self.shape)
        kept = [place for at, place in enumerate(places) if at not in gone]
        shape = (self.classes,) * len(kept)
        found = np.bincount(
            np.ravel_multi_index(kept, shape), weights=self.counts, minlength=int(np.prod(shape))
        )
        return found.astype(np.int64).reshape(shape)


def held(table: Ints | SparseTable) -> tuple[Ints, Ints]:
    """The cells of a joint table that hold items, and how many.

    >>> cells, counts = held(np.array([[[4, 0], [0, 0]], [[0, 2], [0, 3]]]))
    >>> cells.tolist(), counts.tolist()
    ([0, 5, 7], [4, 2, 3])
    """
    if isinstance(table, SparseTable):
        return table.cells, table.counts
    cells = np.flatnonzero(table)
    return cells, table.ravel()[cells]


def differing(table: Ints | SparseTable) -> int:
    """How many items A and B label differently."""
    cells, counts = held(table)
    _, a, b = np.unravel_index(cells, table.shape)
    return int(counts[a != b].sum())
