from functools import cache

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_table10 import record


@cache
def cells():
    return record.compute(Effort(quick=True)).cells


def test_all_cells_but_those_of_the_lowest_inherent_error_come_out():
    """30 cells at three standard errors of one set: a false alarm in 8 % of all rng, and none for this."""
    others = [cell for cell in cells() if cell.column != "0.1%"]
    assert len(others) == 30
    assert {cell.status for cell in others} == {"within"}


def test_with_little_overlap_three_neighbours_are_not_the_worse_ones():
    """E-M17: print has 3.0, 3.1 and 3.2; the means over 250 sets are known to 0.07."""
    low = {cell.row: cell for cell in cells() if cell.column == "0.1%"}
    for row in ("N = 30", "N = 50", "N = 100"):
        assert low[row].status == "differs"
        assert "E-M17" in low[row].reason
        assert low[row].computed < -0.8


def test_the_error_is_that_of_one_set_of_20():
    """A t with 19 degrees of freedom deviates by 1.06; where the mean is far from 0, by more."""
    assert all(0.6 < cell.error < 2.6 for cell in cells())
