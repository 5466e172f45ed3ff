import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.bouckaert_table5 import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 20)
        return record.compute(Effort())


def test_the_last_column_is_the_least_of_the_others(found):
    rows = dict.fromkeys(cell.row for cell in found.cells)
    assert len(rows) == 10
    for row in rows:
        *sets, least = (cell.computed for cell in found.cells if cell.row == row)
        assert len(sets) == 4
        assert least == min(sets)


def test_stand_ins_and_repeats_are_named(found):
    kinds = {cell.column: cell.kind for cell in found.cells}
    sets = dict.fromkeys(("Set 2", "Set 3", "Set 4"), "stand-in")
    assert kinds == {"Set 1": "number", **sets, "min": "repeat"}
    assert all(("stand-ins" in cell.reason) == (cell.kind == "stand-in") for cell in found.cells)


def test_repeated_runs_agree_more_often_than_single_ones(found):
    """On Set 1, 20 data sets: published 93 and 72 %, so that the order is wrong less than one time in 20;
    the rng is fixed."""
    on_first = {cell.row: cell.computed for cell in found.cells if cell.column == "Set 1"}
    assert on_first["Use all data"] > on_first["5x2 cv"]
