import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_replications import NUMBERS, record


@pytest.fixture(scope="module")
def found():
    return record.compute(Effort(quick=True))


def test_each_claim_counts_once_and_holds(found):
    """The second is at the edge of its range by chance alone; the rng is fixed."""
    claims = [cell for cell in found.cells if cell.published is not None]
    assert [(cell.column, cell.kind) for cell in claims] == [("mean", "claim")] * 2
    assert [cell.status for cell in claims] == ["holds", "unsure"]


def test_a_claim_is_of_the_mean_over_error_rates(found):
    by_rate = [c for c in found.cells if c.row == "resampled t, 100 minus 5"]
    *rates, mean = by_rate
    assert mean.computed == pytest.approx(sum(c.computed for c in rates) / 4)
    assert mean.error == pytest.approx(sum(c.error**2 for c in rates) ** 0.5 / 4)


@pytest.mark.parametrize("rate", ["error 0.1", "error 0.4"])
def test_false_alarms_grow_with_splits(found, rate):
    rates = {cell.row: cell.computed for cell in found.cells if cell.column == rate}
    assert rates["resampled t, 100"] > rates["resampled t, 30"] > rates["resampled t, 5"]


def test_a_panel_for_each_error_rate(found):
    assert len(found.figure.panels) == 4
    assert all(tuple(each.x) == NUMBERS for panel in found.figure.panels for each in panel.series)
