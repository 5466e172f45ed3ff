import itertools

import numpy as np
import pytest
from studies._search import random_network

from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._networks import joint_cells, stored_networks

KEYS = ["network-small-gap", "network-medium-gap", "network-large-gap"]
# Bouckaert 2003, Table 3: accuracies of naive Bayes and C4.5.
IN_PRINT = {KEYS[0]: (87.84, 90.61), KEYS[1]: (71.92, 77.74), KEYS[2]: (81.96, 93.23)}


def chance_of(network, state):
    chance = 1.0
    for value, node in zip(state, network["nodes"], strict=True):
        row = int("".join(str(state[parent]) for parent in node["parents"]) or "0", 2)
        one = node["chances"][row]
        chance *= one if value else 1 - one
    return chance


def test_a_small_network_by_hand():
    nodes = [
        {"parents": [], "chances": [0.25]},
        {"parents": [0], "chances": [0.5, 1.0]},
        {"parents": [0, 1], "chances": [0.0, 0.5, 0.5, 1.0]},
    ]
    cells = joint_cells({"class": 1, "nodes": nodes})
    assert cells.items.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    # (first node, third node) and the class, the second node.
    assert cells.chances == pytest.approx(np.array([[0.375, 0.1875], [0, 0.1875], [0, 0], [0, 0.25]]))


@pytest.mark.parametrize("key", KEYS)
def test_every_chance_is_the_product_over_the_nodes(key):
    network = stored_networks()[key]
    cells = joint_cells(network)
    states = list(itertools.product((0, 1), repeat=11))
    for state in states[:: len(states) // 256]:
        attributes = [value for node, value in enumerate(state) if node != network["class"]]
        place = int("".join(map(str, attributes)), 2)
        assert cells.items[place].tolist() == attributes
        assert cells.chances[place, state[network["class"]]] == pytest.approx(chance_of(network, state))


@pytest.mark.parametrize("key", KEYS)
def test_stored_networks_come_from_their_seeds(key):
    stored = stored_networks()[key]
    assert {name: stored[name] for name in ("seed", "class", "nodes")} == random_network(stored["seed"])


@pytest.mark.parametrize("key", KEYS)
def test_stored_figures_are_those_of_the_network(key):
    stored, cells = stored_networks()[key], POPULATIONS[key].cells()
    assert stored["bayes_accuracy"] == pytest.approx(100 * (1 - cells.bayes_error), abs=1e-3)
    assert stored["class_share"] == pytest.approx(cells.class_shares[1], abs=1e-4)
    assert (stored["target"]["naive-bayes"], stored["target"]["c45"]) == IN_PRINT[key]


@pytest.mark.parametrize("key", KEYS)
def test_accuracies_are_near_those_in_print(key):
    measured = stored_networks()[key]["measured"]
    naive_bayes, c45 = IN_PRINT[key]
    gap, error = measured["difference"]
    assert gap == pytest.approx(c45 - naive_bayes, abs=0.5)
    assert error <= 0.1
    assert measured["naive-bayes"][0] == pytest.approx(naive_bayes, abs=1.0)
    assert measured["c45"][0] == pytest.approx(c45, abs=1.0)
