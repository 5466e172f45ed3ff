import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._bouckaert import TESTS
from bakeoff.lab.papers.bouckaert_fig4 import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 20)
        return record.compute(Effort())


def test_calibrated_tests_hold_their_level_where_they_were_calibrated(found):
    rates = [cell.computed for cell in found.cells if cell.column == "Set 1: highest false-alarm rate"]
    assert len(rates) == len(TESTS)
    assert max(rates) <= 5 + 1e-9


def test_one_run_gains_nothing_by_more(found):
    gains = [cell for cell in found.cells if cell.row == "k-fold cv" and "gain" in cell.column]
    assert [cell.computed for cell in gains] == [0.0, 0.0, 0.0]
    assert {cell.status for cell in gains} == {"built"}


def test_power_grows_with_the_gap(found):
    """Two gaps differ by a factor of four: 20 data sets distinguish them all but never; the rng is fixed."""
    power = {cell.column: cell.computed for cell in found.cells if cell.row == "Use all data"}
    assert power["Set 4: power, 10 runs"] > power["Set 2: power, 10 runs"]


def test_a_panel_for_each_set(found):
    titles = [panel.title for panel in found.figure.panels]
    assert titles == ["false alarms on Set 1", "power on Set 2", "power on Set 3", "power on Set 4"]
