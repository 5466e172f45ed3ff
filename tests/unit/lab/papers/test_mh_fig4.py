import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig4 import record

CELLS = {cell.column: cell for cell in record.compute(Effort()).cells}


def test_the_largest_error_comes_out_and_is_elsewhere():
    """E-M4."""
    assert CELLS["largest error"].status == "exact"
    assert CELLS["largest error times M"].computed == pytest.approx(0.2589, abs=5e-5)
    assert CELLS["largest error times M"].status == "holds"
    assert (CELLS["M at the largest error"].computed, CELLS["m at the largest error"].computed) == (10, 2)
    assert CELLS["m at the largest error"].status == CELLS["error at M = 10, m = 3"].status == "differs"
    assert CELLS["error at M = 10, m = 3"].kind == "repeat"
    assert CELLS["error at M = 10, m = 3"].computed == pytest.approx(0.0091, abs=5e-5)
