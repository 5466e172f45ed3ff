import pytest
from scipy.integrate import trapezoid

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig8 import record

FOUND = record.compute(Effort())


def test_the_fits_lack_their_data():
    printed = [cell for cell in FOUND.cells if cell.row == "118 problems"]
    assert len(printed) == 6
    assert {cell.status for cell in printed} == {"cannot"}
    assert "118 problems" in printed[0].reason


def test_what_follows_from_the_fits():
    mean, average, uniform = FOUND.cells[6:]
    assert mean.computed == pytest.approx(74 / 2.18)
    assert average.computed == pytest.approx(37.52, abs=0.01)
    assert uniform.computed == pytest.approx(50 * (1 - 1 / 30))
    assert uniform.status == "holds"


def test_the_density_is_one():
    (fit,) = FOUND.figure.panels[0].series
    assert trapezoid(fit.y, fit.x / 100) == pytest.approx(0.95, abs=0.01)  # from 1 to 99 %
