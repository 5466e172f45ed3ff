import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._bouckaert import TESTS
from bakeoff.lab.papers.bouckaert_table2 import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 30)
        return record.compute(Effort())


def test_a_row_for_each_test_and_a_column_for_each_probability(found):
    columns = ["0.05", "0.1", "0.2", "0.3", "0.4", "0.5"]
    assert [(cell.row, cell.column) for cell in found.cells] == [(t, c) for c in columns for t in TESTS]


def test_rare_classes_are_never_told_apart(found):
    """With one item in twenty of a class both learners always say the other class."""
    assert {cell.computed for cell in found.cells if cell.column == "0.05"} == {0.0}


def test_only_columns_where_learners_differ_have_that_reason(found):
    assert all(bool(cell.reason) == (float(cell.column) < 0.5) for cell in found.cells)
