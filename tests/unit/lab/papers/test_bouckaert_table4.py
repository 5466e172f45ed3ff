import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._bouckaert import TESTS
from bakeoff.lab.papers.bouckaert_table4 import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 60)
        return record.compute(Effort())


def test_a_row_for_each_test_and_a_column_for_each_level(found):
    levels = ["1 %", "2.5 %", "5 %", "10 %"]
    assert [(cell.row, cell.column) for cell in found.cells] == [
        (t, level) for t in TESTS for level in levels
    ]


@pytest.mark.parametrize("test", TESTS)
def test_a_higher_level_never_rejects_less(found, test):
    rates = [cell.computed for cell in found.cells if cell.row == test]
    assert rates == sorted(rates)
