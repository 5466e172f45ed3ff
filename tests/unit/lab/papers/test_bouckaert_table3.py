import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.bouckaert_table3 import record


@pytest.fixture(scope="module")
def accuracy():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 25)
        cells = record.compute(Effort()).cells
    return {(cell.row, cell.column): cell for cell in cells}


def test_where_labels_tell_nothing_half_is_right(accuracy):
    assert accuracy["NaiveBayes", "Set 1"].computed == pytest.approx(50, abs=1e-9)
    assert accuracy["C4.5", "Set 1"].computed == pytest.approx(50, abs=1e-9)


@pytest.mark.parametrize("name", ["Set 2", "Set 3", "Set 4"])
def test_the_tree_is_better_elsewhere(accuracy, name):
    gap = accuracy["C4.5", name].computed - accuracy["NaiveBayes", name].computed
    assert accuracy["Difference", name].computed == pytest.approx(gap)
    assert gap > 0


def test_gaps_grow_as_in_print(accuracy):
    gaps = [accuracy["Difference", f"Set {number}"].computed for number in (1, 2, 3, 4)]
    assert gaps == sorted(gaps)


def test_his_one_test_set_leaves_more_to_chance_than_training(accuracy):
    """An accuracy of 78 % on 10,000 items has a standard error of at most 0.42 points."""
    assert 0.1 < accuracy["C4.5", "Set 3"].error < 0.6
