import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig9 import record

FOUND = record.compute(Effort())
CELLS = {(cell.row, cell.column): cell for cell in FOUND.cells}
PRIOR = "Be(1, 3.67)"


def test_moments_and_tails_of_the_prior():
    """E-M13; for u = 1 the median is 1 - 2^(-1/v) and the tails are (1 - x)^v."""
    assert CELLS[PRIOR, "mean, %"].status == "exact"
    for name in ("standard deviation, %", "median, %"):
        assert CELLS[PRIOR, name].status == "differs"
        assert CELLS[PRIOR, name].computed == pytest.approx(17.2, abs=0.05)
        assert "E-M13" in CELLS[PRIOR, name].reason
    assert CELLS[PRIOR, "median, %"].computed == pytest.approx(100 * (1 - 2 ** (-1 / 3.67)))
    assert CELLS[PRIOR, "probability above 50 %, in %"].computed == pytest.approx(100 * 0.5**3.67)
    assert CELLS[PRIOR, "probability above 25 %, in %"].computed == pytest.approx(100 * 0.75**3.67)
    assert (
        CELLS[PRIOR, "probability above 50 %, in %"].status
        == CELLS[PRIOR, "probability above 25 %, in %"].status
        == "holds"
    )


def test_its_intervals_are_lower_than_those_of_jeffreys_for_larger_errors_alone():
    against = "95 % intervals, against the {} prior".format
    assert CELLS[against("uniform"), "intervals whose middle is not lower"].status == "holds"
    assert CELLS[against("uniform"), "intervals that are not narrower"].status == "holds"
    assert CELLS[against("Jeffreys"), "intervals whose middle is not lower"].computed == 275
    assert CELLS[against("Jeffreys"), "intervals that are not narrower"].computed == 140


def test_the_fit_lacks_its_data():
    assert {c.status for c in FOUND.cells if c.row == "35 data sets"} == {"cannot"}
