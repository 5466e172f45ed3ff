import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.population import Cells
from bakeoff.lab.populations import POPULATIONS


def cells(chances, items=None):
    chances = np.array(chances)
    return Cells(items=np.arange(len(chances))[:, None] if items is None else items, chances=chances)


def test_the_least_error_takes_the_likelier_class_of_each_item():
    found = cells([[0.4, 0.1], [0.2, 0.3]])
    assert found.bayes_error == pytest.approx(0.3)
    assert found.class_shares == pytest.approx([0.6, 0.4])
    assert found.error_of([0, 1]) == pytest.approx(found.bayes_error)


def test_a_class_that_is_not_there_is_always_wrong():
    assert cells([[0.4, 0.1], [0.2, 0.3]]).error_of([2, -1]) == 1


def test_items_without_a_chance_are_never_drawn():
    X, y = cells([[0.0, 0.0], [0.0, 1.0], [0.0, 0.0]]).draw(1000, np.random.default_rng(0))
    assert set(X.ravel()) == {1}
    assert set(y) == {1}


@pytest.mark.parametrize("chances", [[[0.5, 0.4]], [[1.5, -0.5]], [[np.nan, 1.0]]])
def test_chances_that_are_none_are_refused(chances):
    with pytest.raises(InputError, match="sum to 1"):
        cells(chances)


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match=r"expected \(cells, attributes\)"):
        cells([[0.5, 0.5]], items=np.zeros((2, 1)))
    with pytest.raises(InputError, match="one class for each of the 2 cells"):
        cells([[0.4, 0.1], [0.2, 0.3]]).error_of([0])


def test_other_parameters_draw_other_data():
    usual = POPULATIONS["fair-attributes"]
    fewer = usual.vary(positive=0.4)
    assert fewer.name == "fair-attributes(positive=0.4)"
    assert fewer.key == usual.key
    assert not np.array_equal(usual.draw_many(1, 50, 0)[0], fewer.draw_many(1, 50, 0)[0])
    back = fewer.vary(positive=0.5)
    assert back.name == usual.name
    assert np.array_equal(usual.draw_many(1, 50, 0)[0], back.draw_many(1, 50, 0)[0])


def test_true_error_needs_a_finite_population():
    with pytest.raises(InputError, match="no finite list of items"):
        POPULATIONS["two-normals"].true_error(lambda X: X[:, 0] > 0)


def test_true_error_shows_the_view():
    population = POPULATIONS["exchangeable-blocks"]
    seen = []
    population.true_error(lambda X: seen.append(X.shape) or np.zeros(len(X)), view="first-block")
    assert seen == [(1024, 5)]
