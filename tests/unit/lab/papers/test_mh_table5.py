from functools import cache

import numpy as np
import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_table5 import levels, record, stale


@cache
def cells():
    return record.compute(Effort(quick=True)).cells


def test_with_the_slip_every_number_in_print_comes_out():
    slip = [cell for cell in cells() if cell.row.startswith("with the slip")]
    assert len(slip) == 16 + 3 + 5 * 5
    assert {(cell.status, cell.kind) for cell in slip} == {("exact", "reading")}


def test_no_number_of_print_counts_twice():
    """16 counts, and five numbers for each of four other sizes; not what follows from the counts."""
    counted = [c for c in cells() if c.counted and c.row.startswith("as it should")]
    assert len(counted) == 16 + 4 * 5
    repeats = [c for c in cells() if c.kind == "repeat"]
    assert {c.row for c in repeats} == {"as it should be: N = 10"}
    assert len(repeats) == 3 + 5


def test_as_it_should_be_the_table_is_that_of_the_two_tests():
    """E-M10: the counts for N = 10."""
    counts = [c.computed for c in cells() if c.row.startswith("as it should be: normal level")]
    assert np.array_equal(
        np.reshape(counts, (4, 4)), [[61, 0, 0, 0], [10, 4, 0, 0], [0, 0, 12, 0], [0, 0, 10, 24]]
    )
    conspicuous = [c.computed for c in cells() if "should" in c.row and "conspicuous" in c.column]
    assert conspicuous == [0] * 10
    assert {c.reason[-7:] for c in cells() if c.status == "differs" and c.counted and "should" in c.row} == {
        "(E-M10)"
    }


@pytest.mark.parametrize(("size", "accuracy"), [(10, [91.7, 100, 91.7]), (50, [98.3, 97.9, 98.0])])
def test_decisions_of_the_two_tests(size, accuracy):
    found = [
        c.computed for c in cells() if c.row == f"as it should be: N = {size}" and "right at" in c.column
    ]
    assert found == pytest.approx(accuracy, abs=0.05)


def test_levels_do_not_depend_on_which_count_is_first():
    for level in levels(10):
        assert np.array_equal(level, level.T)
        assert level == pytest.approx(level[::-1, ::-1])
        assert np.all(np.diag(level) == 0)


def test_the_slip_keeps_the_bin_before():
    assert stale(np.array([[0, 1, 1], [3, 1, 2]])).tolist() == [[0, 0, 0], [3, 3, 2]]


def test_footnote_6_divides():
    found = {(c.row[-3:], c.column): c.status for c in cells() if c.row.startswith("footnote")}
    assert found == {
        ("95%", "divided"): "holds",
        ("90%", "divided"): "holds",
        ("95%", "as printed"): "differs",
        ("90%", "as printed"): "differs",
    }
