"""Bayesian networks over a class and ten binary attributes, kept as data."""

import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Cells, Population
from bakeoff.lab.populations._parts import BOUCKAERT_2003, all_items

ATTRIBUTES = 10
FILE = "networks.json"


def joint_cells(network: dict[str, Any]) -> Cells:
    """The joint distribution of attributes and class, by multiplying the probabilities of all nodes.

    ``network["nodes"][i]`` has the ``parents`` of node i, all of them before it, and ``chances`` of being
    1 for each combination of their values, the last parent changing fastest. The node
    ``network["class"]`` is the class; all others are the attributes, in their order.
    """
    nodes, label = network["nodes"], network["class"]
    states = all_items((2,) * len(nodes))
    chance = np.ones(len(states))
    for node, each in enumerate(nodes):
        row = np.zeros(len(states), dtype=np.int64)
        for parent in each["parents"]:
            row = 2 * row + states[:, parent]
        one: Floats = np.asarray(each["chances"], dtype=np.float64)[row]
        chance *= np.where(states[:, node] == 1, one, 1 - one)
    # The place of an item in the list of all items: its attributes read as a binary number.
    attributes = np.delete(states, label, axis=1)
    place = attributes @ (1 << np.arange(attributes.shape[1])[::-1])
    chances = np.zeros((len(states) // 2, 2))
    chances[place, states[:, label]] = chance
    return Cells(items=all_items((2,) * attributes.shape[1]), chances=chances)


@cache
def stored_networks() -> dict[str, dict[str, Any]]:
    """The networks of the package, by key, with the search that found them."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    networks: dict[str, dict[str, Any]] = json.loads(text)["networks"]
    return networks


def network_population(key: str, *, stands_for: str, make: Any) -> Population:
    """The population of a stored network."""

    @cache
    def cells() -> Cells:
        return joint_cells(stored_networks()[key])

    return Population(
        key=key,
        title=f"a random Bayesian network over ten binary attributes, in place of {stands_for}",
        sample=lambda n, rng: cells().draw(n, rng),
        values=(2,) * ATTRIBUTES,
        classes=2,
        make=make,
        cells=cells,
        stands_for=(
            f"{stands_for}, whose network is not published: found by searching random networks for the "
            f"accuracies of naive Bayes and C4.5 that are"
        ),
        references=(BOUCKAERT_2003,),
    )
