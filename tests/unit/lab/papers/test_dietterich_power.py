import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_power import PARTS, record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 12)
        return record.compute(Effort())


def power(found, row, task):
    return [
        cell.computed for cell in found.cells if cell.row == row and cell.column.startswith(f"{task}, part")
    ]


@pytest.mark.parametrize("task", ["EXP6", "letter", "Pima"])
def test_less_damage_makes_a_larger_difference(found, task):
    gaps = power(found, "difference, points", task)
    assert len(gaps) == len(PARTS)
    assert gaps[-1] > gaps[2] > gaps[0]


@pytest.mark.parametrize("task", ["EXP6", "letter"])
def test_undamaged_learners_are_told_apart_more_often(found, task):
    """From a twentieth or so to nine tenths and more of 12 data sets: all but certain, and the rng fixed."""
    rates = power(found, "10-fold t", task)
    assert rates[-1] > rates[0]


def test_the_lead_is_the_mean_over_unequal_learners(found):
    first, second = (power(found, row, "Pima") for row in ("5x2cv t", "McNemar"))
    (cell,) = (c for c in found.cells if c.row == "5x2cv t minus McNemar" and c.column == "Pima, mean")
    assert cell.computed == pytest.approx(sum(a - b for a, b in zip(first[1:], second[1:], strict=True)) / 4)


def test_a_panel_for_each_task(found):
    assert [panel.title for panel in found.figure.panels] == [
        f"in place of {task}" for task in ("EXP6", "letter", "Pima")
    ]
    assert all(len(panel.series) == 4 for panel in found.figure.panels)
