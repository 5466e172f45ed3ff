from functools import cache

import numpy as np
import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.joint import joint
from bakeoff.lab.papers.mh_table15 import record


@cache
def found():
    return record.compute(Effort(quick=True))


@cache
def cells():
    return {(cell.row, cell.column): cell for cell in found().cells}


def test_all_80_biases_come_out_within_monte_carlo_error():
    """80 cells, two and two from the same samples: a false alarm in 10 to 20 % of all rng, none for this."""
    assert len(cells()) == 80
    assert {cell.status for cell in found().cells} == {"within"}


def test_three_neighbours_are_biased_the_more_where_samples_are_small():
    """Print has 18.7 and 3.4; the means of 160 samples are known to about 1."""
    three, one = cells()["3-NN, N = 10", "0.1%"], cells()["1-NN, N = 10", "0.1%"]
    assert three.computed - one.computed > 10
    assert three.computed > 5 * cells()["3-NN, N = 20", "0.1%"].computed


def test_the_error_is_that_of_a_mean_of_20():
    """At 50 % a sample of 100 has a deviation of about 5 points, so 20 have about 1.1."""
    assert 0.8 < cells()["1-NN, N = 100", "50%"].error < 1.6


def test_print_is_above_on_average_though_no_cell_differs():
    """Each cell is within three standard errors, and the mean of a row is below print by more than chance."""
    found_jointly = joint(found().cells)
    lines = [[c for c in found().cells if c.row == row] for row in {c.row for c in found().cells}]
    lines += [[c for c in found().cells if c.column == name] for name in {c.column for c in found().cells}]
    z = [[(c.computed - c.published) / c.error for c in line] for line in lines]
    farthest = max((line for line in z if len(line) >= 3), key=lambda line: abs(sum(line)) / len(line) ** 0.5)
    assert found_jointly.mean_z == pytest.approx(np.mean(farthest))
    assert found_jointly.mean_z < -0.2
    assert found_jointly.cells == 80
    assert "the p-values of the joint statistics are too small" in found().notes[1]
