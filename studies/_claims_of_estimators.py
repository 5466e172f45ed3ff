"""How far estimates of the error of a learner lie from the truth, on average."""

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


def errors(name: str, draws: int) -> dict[str, Floats]:
    """Estimate minus true error, for each estimator and draw."""
    rng = generator(2026, "claims", name)
    found: dict[str, list[float]] = {key: [] for key in ESTIMATORS.keys()}  # noqa: SIM118 - a registry
    for _ in range(draws):
        X, y = population(ITEMS, rng)
        tested = population(FRESH, rng)
        fresh = population(ITEMS, rng)
        truth = float(np.mean(LEARNERS[name].fit(X, y).predict(tested[0]) != tested[1]))
        for key, differences in found.items():
            value = estimate(LEARNERS[name], X, y, estimator=key, **asked(key, fresh)).value
            differences.append(value - truth)
    return {key: np.array(differences) for key, differences in found.items()}


def measure(draws: int) -> dict[str, dict[str, tuple[float, float]]]:
    """For every estimator and learner: the mean of estimate minus truth, and its standard error."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name in LEARNERS:
        for key, differences in errors(name, draws).items():
            mean, spread = differences.mean(), differences.std(ddof=1) / np.sqrt(draws)
            found.setdefault(key, {})[name] = (round(float(mean), 5), round(float(spread), 5))
    return found
