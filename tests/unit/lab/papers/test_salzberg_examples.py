import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.salzberg_examples import record

CELLS = {(cell.row, cell.column): cell for cell in record.compute(Effort()).cells}
STUDY = "14 algorithms on 11 data sets"
DIFFERENT = {  # E-S2 and E-S4: printed, and exact to the digits given
    ("A right on 35 of 50", "binomial p, one-sided"): (0.0032, 0.003300223983),
    ("A right on 35 of 50", "binomial p, two-sided"): (0.0064, 0.006600447967),
    ("A right on 30 of 50", "binomial p, one-sided"): (0.1012, 0.101319375532),
    ("leave-one-out on 50 items", "folds"): (49, 50),
}


@pytest.mark.parametrize("place", DIFFERENT)
def test_what_differs_does_so_for_the_reason_given(place):
    cell = CELLS[place]
    assert cell.status == "differs"
    assert (cell.published, cell.computed) == (DIFFERENT[place][0], pytest.approx(DIFFERENT[place][1]))
    assert "E-S" in cell.reason


def test_everything_else_comes_out():
    left = [cell for place, cell in CELLS.items() if place not in DIFFERENT]
    assert {cell.status for cell in left} == {"exact", "holds", "unprinted"}
    assert sum(cell.status == "exact" for cell in left) == 7


def test_the_level_that_print_calls_bonferronis_is_sidaks():
    """E-S1: 1 - (1 - .05)^(1/154), a little above .05 / 154."""
    level = "level of each, for 0.05 in all"
    assert CELLS[STUDY, f"{level} (Sidak)"].computed == pytest.approx(0.000333017877, rel=1e-8)
    assert CELLS[STUDY, f"{level} (Bonferroni)"].computed == pytest.approx(0.05 / 154)
    assert CELLS[STUDY, "times as strict (Sidak)"].computed == pytest.approx(150.142, abs=5e-4)


@pytest.mark.parametrize(("wins", "statistic", "p"), [(35, 7.22, 0.00720957), (30, 1.62, 0.20309179)])
def test_mcnemar_beside_the_binomial_test(wins, statistic, p):
    row = f"A right on {wins} of 50"
    assert CELLS[row, "McNemar's statistic"].computed == pytest.approx(statistic)
    assert CELLS[row, "McNemar's p"].computed == pytest.approx(p, abs=5e-9)
