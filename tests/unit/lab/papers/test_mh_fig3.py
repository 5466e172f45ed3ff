import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig3 import record

FOUND = record.compute(Effort())
CELLS = {(cell.row, cell.column): cell for cell in FOUND.cells}
PRINTED, RIGHT = "A.3: upper limit as printed", "A.3: upper limit put right"
DIFFERENT = {  # computed, and the misprint
    (RIGHT, "pairs (m, M) beyond the bound"): (1, "E-M7"),
    ("A.3: lower limit", "largest error"): (0.00316, "E-M8"),
    (PRINTED, "largest error"): (2.405, "E-M6"),
    (PRINTED, "M at the largest error"): (200, "E-M6"),
    (PRINTED, "m at the largest error"): (0, "E-M6"),
    (PRINTED, "pairs (m, M) beyond the bound"): (1070, "E-M5"),
}


@pytest.mark.parametrize("place", DIFFERENT)
def test_what_differs_is_a_known_misprint(place):
    cell, (computed, code) = CELLS[place], DIFFERENT[place]
    assert cell.status == "differs"
    assert cell.computed == pytest.approx(computed, rel=2e-3)
    assert code in cell.reason


def test_all_else_comes_out():
    left = {cell.status for place, cell in CELLS.items() if place not in DIFFERENT}
    assert left == {"exact", "holds", "unprinted"}
    assert len(CELLS) == 21


def test_what_is_put_right_is_not_counted_again():
    assert {cell.kind for place, cell in CELLS.items() if place[0] == RIGHT} == {"reading"}


@pytest.mark.parametrize(
    ("part", "largest"), [("no errors", 2.405), ("1 to 5 errors", 0.0309), ("more errors", 0.109)]
)
def test_the_parts_of_the_upper_limit(part, largest):
    """E-M6, E-M7 and E-M5."""
    assert CELLS[f"{PRINTED}, {part}", "largest error"].computed == pytest.approx(largest, rel=2e-3)


def test_limits_lie_on_their_distributions():
    *below, limits = FOUND.figure.panels[1].series
    assert list(limits.y) == [0.025, 0.975] * 3
    assert limits.x[-1] == pytest.approx(40.82257625, abs=1e-7)  # R: 100 * qbeta(0.975, 4.5, 16.5)
    assert [len(series.x) for series in below] == [250] * 3
