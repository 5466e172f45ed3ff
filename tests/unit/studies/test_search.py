import numpy as np
import pytest
from studies._search import Target, limits, nearest, random_network, rarest_value, sieve

from bakeoff.lab.population import Cells
from bakeoff.lab.populations._networks import joint_cells


def test_networks_point_from_earlier_to_later_nodes():
    for seed in range(20):
        network = random_network(seed)
        assert 0 <= network["class"] <= 10
        for node, each in enumerate(network["nodes"]):
            assert len(each["parents"]) <= 3
            assert all(parent < node for parent in each["parents"])
            assert len(each["chances"]) == 2 ** len(each["parents"])
            assert all(0 <= chance <= 1 for chance in each["chances"])


@pytest.mark.slow
def test_naive_bayes_in_the_limit_is_that_of_a_huge_sample():
    from sklearn.naive_bayes import BernoulliNB

    cells = joint_cells(random_network(41))
    X, y = cells.draw(400_000, np.random.default_rng(0))
    said = BernoulliNB().fit(X, y).predict(cells.items)
    assert limits(cells)[0] == pytest.approx(100 * (1 - cells.error_of(said)), abs=0.1)


def test_naive_bayes_cannot_see_parity():
    items = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.int64)
    parity = Cells(items=items, chances=np.eye(2)[[0, 1, 1, 0]] / 4)
    assert limits(parity) == (50.0, 100.0)


def test_one_class_alone_leaves_nothing_to_learn():
    assert limits(Cells(items=np.zeros((1, 1), dtype=np.int64), chances=np.array([[1.0, 0.0]]))) == (100, 100)


def test_the_gap_counts_double():
    target = Target(naive_bayes=80.0, c45=90.0)
    assert target.distance(80, 90) == 0
    assert target.distance(81, 91) == 1
    assert target.distance(79, 91) == 4


def test_nearest_comes_first_and_ties_go_to_the_smaller_seed():
    target = Target(naive_bayes=80.0, c45=90.0)
    assert nearest(target, {5: (81, 91), 3: (81, 91), 9: (80, 90)}) == [9, 3, 5]


@pytest.mark.slow
def test_the_sieve_keeps_networks_with_room_for_the_target():
    target = Target(naive_bayes=87.84, c45=90.61)
    (kept,) = sieve({"": target}, range(120)).values()
    assert len(kept) > 1
    assert sieve({"": target}, range(120), most=1) == {"": kept[:1]}
    for seed in range(120):
        cells = joint_cells(random_network(seed))
        naive_bayes, best = limits(cells)
        room = abs(naive_bayes - 87.84) <= 3 and 90.11 <= best <= 96.61
        assert (seed in kept) == (room and rarest_value(cells) >= 0.05)


def test_the_rarest_value_is_that_of_an_attribute_or_the_class():
    items = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.int64)
    chances = np.array([[0.1, 0.1], [0.2, 0.2], [0.1, 0.1], [0.1, 0.1]])
    assert rarest_value(Cells(items=items, chances=chances)) == pytest.approx(0.4)
    assert rarest_value(Cells(items=items, chances=np.eye(2)[[0, 0, 0, 1]] / 4)) == pytest.approx(0.25)
    lopsided = np.array([[0.0, 0.0], [0.0, 0.0], [0.5, 0.4], [0.05, 0.05]])
    assert rarest_value(Cells(items=items, chances=lopsided)) == pytest.approx(0.0)
