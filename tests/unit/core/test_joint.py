"""A sparse joint table says what one in full does."""

import itertools

import numpy as np
import pytest

from bakeoff.core.joint import SparseTable, differing, held

TABLE = np.random.default_rng(0).integers(0, 3, (4, 4, 4)) * (
    np.random.default_rng(1).random((4, 4, 4)) < 0.3
)
SPARSE = SparseTable(cells=np.flatnonzero(TABLE), counts=TABLE[TABLE > 0], classes=4)
AXES = [None, 0, 1, 2, *itertools.combinations(range(3), 2)]


@pytest.mark.parametrize("axis", AXES)
def test_sums_are_those_of_the_table_in_full(axis):
    assert np.array_equal(SPARSE.sum(axis=axis), TABLE.sum(axis=axis))


def test_cells_and_items_that_differ():
    for table in (TABLE, SPARSE):
        cells, counts = held(table)
        assert (cells.tolist(), counts.tolist()) == (SPARSE.cells.tolist(), SPARSE.counts.tolist())
        assert differing(table) == sum(TABLE[:, a, b].sum() for a in range(4) for b in range(4) if a != b)
    assert SPARSE.shape == TABLE.shape
