import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._bouckaert import DROPPED, REPEATED, TESTS
from bakeoff.lab.papers.bouckaert_fig2 import GRID, SPREAD, record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 60)
        return record.compute(Effort())


def cell(found, row, column):
    (only,) = (each for each in found.cells if (each.row, each.column) == (row, column))
    return only


def test_one_run_does_not_change_with_more(found):
    spread = cell(found, "k-fold cv", SPREAD)
    assert (spread.computed, spread.status) == (0, "built")


def test_resampling_gains_with_splits(found):
    df = {series.label: series.y for series in found.figure.panels[0].series}
    assert df["Resampling"][-1] > df["Resampling"][1]
    assert df["Cor-resampling"][-1] > df["Cor-resampling"][1] + 20


@pytest.mark.parametrize("test", DROPPED)
def test_dropped_tests_cannot_be_mended(found, test):
    """Far below the 99 of 100 runs, whatever print calls very low."""
    assert cell(found, test, "level 5 %: largest df").computed <= 7
    assert cell(found, test, "level 5 %: largest df").published == (
        (0.0, 7.0) if test == "folds" else (0.0, 3.5)
    )


def test_a_few_is_not_nearly_all(found):
    zeros = cell(found, "runs", "level 5 %: curve points at which no df holds the level")
    assert zeros.published == (2.0, 5.0)
    assert zeros.status == ("holds" if 2 <= zeros.computed <= 5 else "differs")


def test_each_claim_about_a_test_counts_once(found):
    columns = {test: [each.column for each in found.cells if each.row == test] for test in REPEATED}
    assert columns["Use all data"][-1] == "level 5 %: false alarms with 99 df, %"
    assert all(columns[test] == columns["Use all data"][:3] for test in REPEATED if test != "Use all data")


def test_curves_run_over_all_numbers_of_runs(found):
    panels = found.figure.panels
    assert len(panels) == 6
    assert all(list(series.x) == GRID for panel in panels for series in panel.series)
    assert [series.label for series in panels[3].series] == list(TESTS)
    # at calibrated degrees of freedom there are no more false alarms than the level
    assert all(y <= 5 + 1e-9 for series in panels[3].series for y in series.y if y == y)
