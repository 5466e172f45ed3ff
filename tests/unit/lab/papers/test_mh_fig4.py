import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig4 import record

CELLS = {cell.column: cell for cell in record.compute(Effort()).cells}


def test_the_largest_error_comes_out_and_is_elsewhere():
    """E-M4."""
    assert CELLS["largest error"].status == "exact"
    assert CELLS["largest error times M"].computed == pytest.approx(0.2589, abs=5e-5)
    assert CELLS["largest error times M"].status == "holds"
    assert (CELLS["there: M"].computed, CELLS["there: m"].computed) == (10, 2)
    assert CELLS["there: m"].status == CELLS["error at (10, 3)"].status == "differs"
    assert CELLS["error at (10, 3)"].kind == "repeat"
    assert CELLS["error at (10, 3)"].computed == pytest.approx(0.0091, abs=5e-5)
