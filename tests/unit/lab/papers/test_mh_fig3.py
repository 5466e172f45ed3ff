import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig3 import record

FOUND = record.compute(Effort())
CELLS = {(cell.row, cell.column): cell for cell in FOUND.cells}
DIFFERENT = {  # computed, and the misprint
    ("A.3: upper limit", "pairs beyond the bound"): (1, "E-M7"),
    ("A.3: lower limit", "largest error"): (0.00316, "E-M8"),
    ("A.3 as printed: no errors", "largest error"): (2.405, "E-M6"),
    ("A.3 as printed: 1 to 5 errors", "largest error"): (0.0309, "E-M7"),
    ("A.3 as printed: more errors", "largest error"): (0.109, "E-M5"),
}


@pytest.mark.parametrize("place", DIFFERENT)
def test_what_differs_is_a_known_misprint(place):
    cell, (computed, code) = CELLS[place], DIFFERENT[place]
    assert cell.status == "differs"
    assert cell.computed == pytest.approx(computed, rel=2e-3)
    assert code in cell.reason


def test_all_else_comes_out():
    assert {cell.status for place, cell in CELLS.items() if place not in DIFFERENT} == {"exact"}
    assert len(CELLS) == 17


def test_limits_lie_on_their_distributions():
    *below, limits = FOUND.figure.panels[1].series
    assert list(limits.y) == [0.025, 0.975] * 3
    assert limits.x[-1] == pytest.approx(40.82257625, abs=1e-7)  # R: 100 * qbeta(0.975, 4.5, 16.5)
    assert [len(series.x) for series in below] == [250] * 3
