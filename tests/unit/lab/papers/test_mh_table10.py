from functools import cache

import numpy as np
import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._readings import RISES, about
from bakeoff.lab.papers.mh_table10 import crossing, record


@cache
def cells():
    return record.compute(Effort(quick=True)).cells


def test_all_cells_but_those_of_the_lowest_inherent_error_come_out():
    """30 cells at three standard errors of one set: a false alarm in 8 % of all rng, and none for this."""
    others = [cell for cell in cells() if cell.kind == "number" and cell.column != "0.1%"]
    assert len(others) == 30
    assert {cell.status for cell in others} == {"within"}


def test_with_little_overlap_three_neighbours_are_not_the_worse_ones():
    """E-M17: print has 3.0, 3.1 and 3.2; the means over 250 sets are known to 0.07."""
    low = {cell.row: cell for cell in cells() if cell.column == "0.1%"}
    assert len(low) == 5
    for row in ("N = 30", "N = 50", "N = 100"):
        assert low[row].status == "differs"
        assert "E-M17" in low[row].reason
        assert low[row].computed < -0.8


def test_the_error_is_that_of_one_set_of_20():
    """A t with 19 degrees of freedom deviates by 1.06; where the mean is far from 0, by more."""
    assert all(0.6 < cell.error < 2.6 for cell in cells() if cell.kind == "number")


def test_the_claims_that_there_is_no_difference_are_counted_and_differ():
    """Section B.1: the mean t changes sign below 10 items, and is below 0 at 0.1 % too."""
    size, low = (cell for cell in cells() if cell.kind == "claim")
    assert (size.words, size.published, size.status) == ("about 12", about(12), "differs")
    assert 8 < size.computed < 10
    assert 0 < size.error < 0.2
    assert (low.published, low.status) == (RISES, "differs")
    at_low = [cell.computed for cell in cells() if cell.kind == "number" and cell.column == "0.1%"]
    assert low.computed == pytest.approx(np.mean(at_low))
    assert 0 < low.error < 0.1


def test_where_a_falling_line_crosses_zero():
    """Halfway between 2 and 4; the error is that of the height over the slope."""
    at, error = crossing(np.array([1.0, 2.0, 4.0]), np.array([3.0, 1.0, -1.0]), np.array([0.1, 0.2, 0.2]))
    assert (at, error) == (pytest.approx(3.0), pytest.approx(np.sqrt(0.1**2 + 0.1**2)))
