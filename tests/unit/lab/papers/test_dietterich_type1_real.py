import numpy as np
import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_type1_real import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 20)
        return record.compute(Effort())


def test_four_tests_on_three_tasks(found):
    rates = [cell for cell in found.cells if cell.published is None]
    assert len(rates) == 12
    assert all(0 <= cell.computed <= 100 for cell in rates)


def test_the_worst_task_is_claimed_about(found):
    for test in ("McNemar", "proportions", "10-fold t", "5x2cv t"):
        of_test = {cell.column: cell.computed for cell in found.cells if cell.row == test}
        assert of_test["highest"] == max(of_test[task] for task in ("EXP6", "letter", "Pima"))


def test_folds_hardly_correlate(found):
    """20 data sets of 45 pairs of folds: 4 standard errors are 0.13, and 0.04 was printed."""
    (cell,) = (each for each in found.cells if "correlation" in each.column)
    assert abs(cell.computed - cell.published) < 4 / np.sqrt(20 * 45)
