import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers import bouckaert_table5
from bakeoff.lab.papers.bouckaert_table6 import record


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(Effort, "draws", lambda self, full, quick: 20)


def test_the_middle_column_is_the_last_of_table_5():
    five = {
        cell.row: cell for cell in bouckaert_table5.record.compute(Effort()).cells if cell.column == "min"
    }
    six = {cell.row: cell for cell in record.compute(Effort()).cells if cell.column == "0.05"}
    assert len(six) == 9
    for row, cell in six.items():
        assert (cell.published, cell.computed) == (five[row].published, five[row].computed)


def test_four_levels():
    columns = dict.fromkeys(cell.column for cell in record.compute(Effort()).cells)
    assert list(columns) == ["0.01", "0.025", "0.05", "0.1"]
