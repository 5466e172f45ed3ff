import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_type1_simulated import TESTS, record


@pytest.fixture(scope="module")
def found():
    return record.compute(Effort(quick=True))


def test_the_order_of_the_tests_comes_out(found):
    """Claims about tests near their level are met within error; the rng is fixed."""
    claims = [cell for cell in found.cells if cell.published is not None]
    assert len(claims) == 6
    assert {cell.status for cell in claims} == {"holds", "unsure"}
    assert {cell.row for cell in claims if cell.status == "holds"} >= {
        "resampled t",
        "proportions",
        "5x2cv t",
    }


def test_the_resampled_t_test_is_worst_at_every_error_rate(found):
    for rate in ("error 0.1", "error 0.2", "error 0.3", "error 0.4"):
        rates = {cell.row: cell.computed for cell in found.cells if cell.column == rate}
        assert set(rates) == set(TESTS)
        assert max(rates, key=rates.get) == "resampled t"


def test_bars_for_each_error_rate(found):
    (panel,) = found.figure.panels
    assert len(panel.series) == 4
    assert panel.level == pytest.approx(5)
