"""How far estimates of the error of a learner lie from the truth, on average.

The truth is the error of the learner trained on all items. `training-sets` estimates another one, the mean
over training sets of one size; it is compared with both.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff import estimate
from bakeoff.core.rng import generator
from bakeoff.estimators import ESTIMATORS

ITEMS, FRESH, ATTRIBUTES, SHIFT = 60, 5000, 4, 0.6
SETS, SMALL_SETS = "training-sets", 4000  # the estimator, and how many of its sets the truth is taken over
LEARNERS = {
    "naive Bayes": GaussianNB(),
    "1 nearest neighbour": KNeighborsClassifier(n_neighbors=1),
    "decision tree": DecisionTreeClassifier(random_state=0),
}
Floats = npt.NDArray[np.float64]


def population(n: int, rng: np.random.Generator) -> tuple[Floats, Any]:
    """Two normal classes that overlap."""
    y = rng.integers(0, 2, n)
    return rng.normal(SHIFT * y[:, None], 1.0, (n, ATTRIBUTES)), y


def asked(key: str, fresh: tuple[Floats, Any]) -> dict[str, Any]:
    """What an estimator needs beyond the data."""
    if key == "independent-test":
        return {"test": fresh}
    return {"population": population} if key == "true-error" else {}


def of_small_sets(name: str) -> tuple[float, float]:
    """The mean true error over training sets of the size that `training-sets` has here, with its error."""
    rng = generator(2026, "claims", name, "small sets")
    design = ESTIMATORS[SETS].designs()[SETS]
    size = int(design.split(ITEMS).n_train[0, 0])
    found = []
    for _ in range(SMALL_SETS):
        (X, y), tested = population(size, rng), population(FRESH // 10, rng)
        found.append(np.mean(LEARNERS[name].fit(X, y).predict(tested[0]) != tested[1]))
    return float(np.mean(found)), float(np.std(found, ddof=1) / np.sqrt(SMALL_SETS))


def values(name: str, draws: int) -> tuple[dict[str, Floats], Floats]:
    """What each estimator says, and the true error of training on all items, for each draw."""
    rng = generator(2026, "claims", name)
    found: dict[str, list[float]] = {key: [] for key in ESTIMATORS.keys()}  # noqa: SIM118 - a registry
    truths = []
    for _ in range(draws):
        X, y = population(ITEMS, rng)
        tested = population(FRESH, rng)
        fresh = population(ITEMS, rng)
        truths.append(float(np.mean(LEARNERS[name].fit(X, y).predict(tested[0]) != tested[1])))
        for key, said in found.items():
            said.append(estimate(LEARNERS[name], X, y, estimator=key, **asked(key, fresh)).value)
    return {key: np.array(said) for key, said in found.items()}, np.array(truths)


def bias(differences: Floats, error: float = 0.0) -> tuple[float, float]:
    """The mean of estimate minus truth, and its standard error, with that of the truth itself."""
    spread = np.hypot(differences.std(ddof=1) / np.sqrt(differences.size), error)
    return round(float(differences.mean()), 5), round(float(spread), 5)


def measure(draws: int) -> dict[str, dict[str, tuple[float, float]]]:
    """For every estimator and learner: the mean of estimate minus truth, and its standard error."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name in LEARNERS:
        said, truths = values(name, draws)
        own, error = of_small_sets(name)
        for key, value in said.items():
            row = found.setdefault(key, {})
            row[name] = bias(value - own, error) if key == SETS else bias(value - truths)
            if key == SETS:
                row[f"{name}, all items"] = bias(value - truths)
    return found
