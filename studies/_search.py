"""Searching random Bayesian networks for one on which two learners have given accuracies.

Learners are given as functions, so that the search can be made with any. `studies/networks.py` runs it
and writes the networks that the package holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator
from bakeoff.lab.population import Cells
from bakeoff.lab.populations._networks import ATTRIBUTES, joint_cells

DECIMALS, RAREST = 3, 0.05


@dataclass(frozen=True, kw_only=True)
class Target:
    """Accuracies to look for, in per cent."""

    naive_bayes: float
    c45: float

    def distance(self, naive_bayes: float, c45: float) -> float:
        """How far two accuracies are away; the gap between them counts double."""
        gap = (c45 - naive_bayes) - (self.c45 - self.naive_bayes)
        return max(abs(naive_bayes - self.naive_bayes), abs(c45 - self.c45), 2 * abs(gap))


def random_network(seed: int) -> dict[str, Any]:
    """A network from a seed: up to three parents for each node, chances from a Beta(a, a), a random class.

    Examples
    --------
    >>> network = random_network(0)
    >>> len(network["nodes"]), network == random_network(0)
    (11, True)
    """
    rng = generator(seed, "bayesian-network")
    concentration = rng.choice([0.1, 0.2, 0.4, 1.0])
    nodes = []
    for node in range(ATTRIBUTES + 1):
        parents = np.sort(rng.choice(node, size=rng.integers(min(node, 3) + 1), replace=False))
        chances = rng.beta(concentration, concentration, size=2 ** len(parents))
        nodes.append({"parents": parents.tolist(), "chances": np.round(chances, DECIMALS).tolist()})
    return {"seed": seed, "class": int(rng.integers(ATTRIBUTES + 1)), "nodes": nodes}


def limits(cells: Cells) -> tuple[float, float]:
    """Accuracies with any number of items, in per cent: of naive Bayes, and of the best classifier."""
    shares = cells.class_shares
    if shares.min() <= 0:
        return 100.0, 100.0
    ones: Floats = cells.items.T.astype(np.float64) @ cells.chances / shares
    # A chance of 0 would make every item that it excludes equally impossible in both classes.
    ones = np.clip(ones, 1e-9, 1 - 1e-9)
    log_odds = np.log(shares) + cells.items @ np.log(ones) + (1 - cells.items) @ np.log(1 - ones)
    said = np.argmax(log_odds, axis=1)
    return 100 * (1 - cells.error_of(said)), 100 * (1 - cells.bayes_error)


def rarest_value(cells: Cells) -> float:
    """The smallest probability of any value of a binary attribute or class."""
    ones = cells.chances.sum(axis=1) @ cells.items
    return float(min(ones.min(), 1 - ones.max(), cells.class_shares.min()))


def sieve(
    targets: Mapping[str, Target], seeds: range, *, slack: float = 3.0, most: int = 150
) -> dict[str, list[int]]:
    """For each target the seeds of networks whose limits leave room for it, before learners are trained.

    Naive Bayes comes near its limit with 300 items, and C4.5 stays below the best classifier. Networks
    with an attribute or class that hardly ever changes are left out. The first ``most`` seeds are kept.
    """
    found: dict[str, list[int]] = {name: [] for name in targets}
    for seed in seeds:
        cells = joint_cells(random_network(seed))
        if rarest_value(cells) < RAREST:
            continue
        naive_bayes, best = limits(cells)
        for name, target in targets.items():
            near = abs(naive_bayes - target.naive_bayes) <= slack
            room = len(found[name]) < most
            if room and near and target.c45 - 0.5 <= best <= target.c45 + 2 * slack:
                found[name].append(seed)
    return found


def nearest(target: Target, measured: Mapping[int, tuple[float, float]]) -> list[int]:
    """Seeds by how near their measured accuracies (naive Bayes, C4.5) are to the target."""
    return sorted(measured, key=lambda seed: (target.distance(*measured[seed]), seed))
