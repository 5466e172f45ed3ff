import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._bouckaert import DROPPED, REPEATED, TESTS
from bakeoff.lab.papers.bouckaert_fig2 import GRID, record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 60)
        return record.compute(Effort())


def cell(found, row, column):
    (only,) = (each for each in found.cells if (each.row, each.column) == (row, column))
    return only


def test_one_run_does_not_change_with_more(found):
    assert cell(found, "k-fold cv", "5 %: rise from 10 to 100 runs").computed == 0


def test_resampling_gains_with_splits(found):
    assert cell(found, "Resampling", "5 %: rise from 10 to 100 runs").computed > 0
    assert cell(found, "Cor-resampling", "5 %: rise from 10 to 100 runs").computed > 20


@pytest.mark.parametrize("test", DROPPED)
def test_dropped_tests_cannot_be_mended(found, test):
    assert cell(found, test, "5 %: most").status == "exact"


def test_claims_about_the_same_tests_are_alike(found):
    columns = {test: [each.column for each in found.cells if each.row == test] for test in REPEATED}
    assert columns["Use all data"][-1] == "5 %: false alarms with 99 df, %"
    assert all(columns[test] == columns["Use all data"][:6] for test in REPEATED if test != "Use all data")


def test_curves_run_over_all_numbers_of_runs(found):
    panels = found.figure.panels
    assert len(panels) == 6
    assert all(list(series.x) == GRID for panel in panels for series in panel.series)
    assert [series.label for series in panels[3].series] == list(TESTS)
    # at calibrated degrees of freedom there are no more false alarms than the level
    assert all(y <= 5 + 1e-9 for series in panels[3].series for y in series.y if y == y)
