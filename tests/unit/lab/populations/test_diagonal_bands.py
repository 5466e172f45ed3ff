import numpy as np
import pytest

from bakeoff.lab.populations.diagonal_bands import diagonal_bands


def test_the_grid_has_22801_points_in_six_bands():
    cells = diagonal_bands().cells()
    assert len(cells.items) == 22801
    assert cells.bayes_error == pytest.approx(0)
    assert np.all((cells.items >= 0) & (cells.items <= 15))
    assert np.all(cells.class_shares > 0.05)


@pytest.mark.parametrize(
    ("place", "label"),
    [((0, 0), 0), ((2, 2.9), 0), ((2, 3), 1), ((7.5, 7.4), 2), ((15, 0), 3), ((15, 15), 5)],
)
def test_the_class_is_the_band_of_the_sum(place, label):
    cells = diagonal_bands().cells()
    (found,) = np.flatnonzero(np.all(np.isclose(cells.items, place), axis=1))
    assert np.argmax(cells.chances[found]) == label


def test_codes_tell_where_a_point_lies_in_steps_of_a_half():
    show = diagonal_bands().view("coded")
    seen = show(np.array([[0.4, 0.5], [15.0, 7.3]]))
    assert seen.shape == (2, 58)
    assert [int(row[:29].sum()) for row in seen] == [0, 29]
    assert [int(row[29:].sum()) for row in seen] == [1, 14]
