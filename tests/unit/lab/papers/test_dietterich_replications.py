import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_replications import NUMBERS, record


@pytest.fixture(scope="module")
def found():
    return record.compute(Effort(quick=True))


def test_claims_hold_at_every_error_rate(found):
    """Eight claims within 3 standard errors: a false alarm one time in 46, and the rng is fixed."""
    claims = [cell for cell in found.cells if cell.published is not None]
    assert len(claims) == 8
    assert {cell.status for cell in claims} == {"within"}


@pytest.mark.parametrize("rate", ["error 0.1", "error 0.4"])
def test_false_alarms_grow_with_splits(found, rate):
    rates = {cell.row: cell.computed for cell in found.cells if cell.column == rate}
    assert rates["resampled t, 100"] > rates["resampled t, 30"] > rates["resampled t, 5"]


def test_a_panel_for_each_error_rate(found):
    assert len(found.figure.panels) == 4
    assert all(tuple(each.x) == NUMBERS for panel in found.figure.panels for each in panel.series)
