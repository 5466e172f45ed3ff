"""The expected true error of learners over random training sets, measured or known."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.rng import generator, root_entropy
from bakeoff.lab.population import WHOLE, Attributes, Data, FitPredict, Population

TEST_ITEMS = 2000


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A learner, as a function of training attributes, training labels and attributes to label.

    ``view`` names what it is shown, and ``error_rate`` is the probability of a wrong class in place
    of the right one and the right one in place of a wrong one (two classes): Dietterich's way to damage
    a learner.
    """

    fit_predict: FitPredict
    view: str = WHOLE
    error_rate: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A mean over random training sets, with its standard error."""

    mean: float
    standard_error: float


def true_errors(
    population: Population,
    learners: Mapping[str, Trained],
    *,
    n: int,
    draws: int,
    rng: "int | np.random.Generator | None" = 0,
) -> dict[str, Floats]:
    """The true error of each learner after each of ``draws`` training sets of n items, the same for all.

    Exact where the population is finite (its cells); otherwise on the items that go with a training set
    (the rest of a pool), or on new items.
    """
    at_least(1, n=n, draws=draws)
    root = root_entropy(rng)
    found: dict[str, list[float]] = {name: [] for name in learners}
    for index in range(draws):
        training, test, weights = _training_and_test(population, n, root, index)
        for name, learner in learners.items():
            shown = population.view(learner.view)
            said = np.asarray(learner.fit_predict(shown(training[0]), training[1], shown(test)))
            error = float(1 - weights[said[:, None] == np.arange(population.classes)].sum())
            found[name].append(error + learner.error_rate * (1 - 2 * error))
    return {name: np.array(errors) for name, errors in found.items()}


def expected(errors: Floats) -> Measured:
    """The mean of independent draws and its standard error.

    >>> expected(np.array([0.0, 0.25, 0.25, 0.5]))
    Measured(mean=0.25, standard_error=0.10206207261596575)
    """
    if len(errors) < 2:
        raise InputError(f"there are {len(errors)} draws; expected 2 or more, for a standard error")
    spread = float(np.std(errors, ddof=1))
    return Measured(mean=float(np.mean(errors)), standard_error=spread / float(np.sqrt(len(errors))))


def _training_and_test(
    population: Population, n: int, root: int, index: int
) -> tuple[Data, Attributes, Floats]:
    """A training set, the items to test on, and the probability of each of them with each class."""
    rng = generator(root, "population", population.name, index)
    if population.with_test is not None:
        training, (items, labels) = population.with_test(n, rng)
    else:
        training = population.draw(n, rng)
        if population.cells is not None:
            cells = population.cells()
            return training, cells.items, cells.chances
        items, labels = population.draw(TEST_ITEMS, generator(root, "test", population.name, index))
    weights = np.eye(population.classes)[labels] / len(labels)
    return training, items, weights
