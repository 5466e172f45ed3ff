import numpy as np
import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._dietterich_real import wrong
from bakeoff.lab.papers.dietterich_curves import PARTS, SIZES, TASK, record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 20)
        return record.compute(Effort())


def values(found, row):
    return [cell.computed for cell in found.cells if cell.row == row]


def test_sizes_are_those_that_the_tests_train_on():
    assert list(SIZES) == [150, 200, 270]


def test_errors_are_shares_of_wrong_answers(found):
    tree, neighbour = wrong(TASK, SIZES[200], 0.5, 20, 0)
    assert values(found, "C4.5, error in %")[1] == pytest.approx(100 * tree.mean())
    assert values(found, "1-NN at part 0.5, error in %")[1] == pytest.approx(100 * neighbour.mean())


def test_more_items_and_less_damage_help(found):
    """20 data sets of 300 items know an error within 0.7 points; steps between parts are of 6."""
    curves = np.array([values(found, f"1-NN at part {part:g}, error in %") for part in PARTS])
    assert np.all(np.diff(curves, axis=0) < 0)
    tree = values(found, "C4.5, error in %")
    assert tree[0] > tree[-1]


def test_what_was_searched_for_is_no_finding(found):
    parts = [cell for cell in found.cells if "asked for" in cell.row and cell.published is not None]
    kinds = {(cell.row.split()[-1], cell.kind) for cell in parts}
    searched = {("0", "construction"), ("0.5", "construction")}
    assert kinds == searched | {("0.25", "stand-in"), ("0.75", "stand-in")}


def test_the_claim_is_of_the_spread_over_sizes(found):
    *sizes, spread = (
        cell for cell in found.cells if cell.row == "part of the way reached where asked for 0.75"
    )
    values = [cell.computed for cell in sizes]
    assert (spread.column, spread.words) == ("largest minus smallest", "a fixed fraction of the way")
    assert spread.computed == pytest.approx(max(values) - min(values))
    assert spread.published == pytest.approx((0.0, 0.075))


def test_a_part_is_a_ratio_of_gaps(found):
    rows = {row: np.array(values(found, row)) for row in dict.fromkeys(cell.row for cell in found.cells)}
    gap = rows["C4.5, error in %"] - rows["1-NN at part 0.25, error in %"]
    whole = rows["C4.5, error in %"] - rows["1-NN at part 1, error in %"]
    assert rows["part of the way reached where asked for 0.25"][:3] == pytest.approx(gap / whole)


def test_a_curve_for_each_part(found):
    (panel,) = found.figure.panels
    assert [series.label for series in panel.series] == ["C4.5", *(f"1-NN, part {part:g}" for part in PARTS)]
    assert all(list(series.x) == list(SIZES) for series in panel.series)
