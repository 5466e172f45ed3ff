"""Coverage of intervals for the expected error over training sets of one size (question 5).

    python -m studies.expected_error [--draws 2000]

For each learner and population, 600 training sets of one size are drawn, and the mean of their exact true
errors is the truth. Then some of these training sets and new test items are drawn again and again, and it
is counted how often an interval contains the truth: that of the estimator ``training-sets``, and those that
use the spread over training sets alone, or over test items alone. The same is done for squared errors of
least squares with three attributes and errors of four distributions, where the rival is Student's interval
without a correction for skewness. Prints two tables (a minute).
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.estimators.training_sets import crossed_interval, crossed_variance
from bakeoff.lab.learners import make
from bakeoff.lab.populations import POPULATIONS

CASES = (
    ("network-small-gap", "naive-bayes"),
    ("network-medium-gap", "c45"),
    ("network-large-gap", "naive-bayes"),
)
SHAPES = ((30, 5, 100), (100, 10, 200), (30, 10, 500))  # items in a training set, training sets, test items
POOL = 600  # training sets
LEVEL, TAIL = 0.95, 0.025
ERRORS: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n) - 1,
    "Student's t, 5 df": lambda rng, n: rng.standard_t(5, size=n) / math.sqrt(5 / 3),
    "log-normal": lambda rng, n: (rng.lognormal(0, 0.75, size=n) - LOG_MEAN) / LOG_SPREAD,
}
LOG_MEAN = math.exp(0.75**2 / 2)
LOG_SPREAD = LOG_MEAN * math.sqrt(math.exp(0.75**2) - 1)
SQUARED_SHAPES = ((10, 10, 50), (20, 10, 100), (20, 5, 50), (30, 10, 300))
ATTRIBUTES, FITS = 3, 20_000
SQUARED_HEAD = "errors, items, sets, test items: truth; corrected for skewness, Student's (standard error)\n"
HEAD = (
    "population, learner, items, sets, test items: truth; crossed, sets alone, items alone (standard error)\n"
)


def main() -> None:
    """Print the coverage of each interval in each case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    draws = parser.parse_args().draws
    sys.stdout.write(HEAD)
    for (population, learner, size, sets, n), (truth, covered) in counted(draws).items():
        shown = ", ".join(f"{share:.3f} ({math.sqrt(share * (1 - share) / draws):.3f})" for share in covered)
        sys.stdout.write(f"{population}, {learner}, {size}, {sets}, {n}: {truth:.4f}; {shown}\n")
    sys.stdout.write(SQUARED_HEAD)
    for (name, shape), (truth, covered) in squared(draws).items():
        shown = ", ".join(f"{share:.3f} ({math.sqrt(share * (1 - share) / draws):.3f})" for share in covered)
        sys.stdout.write(f"{name}, {', '.join(map(str, shape))}: {truth:.4f}; {shown}\n")


def counted(draws: int) -> dict[tuple[str, str, int, int, int], tuple[float, Floats]]:
    """The truth and the coverage of each interval in each case of errors that are counted."""
    return {
        (population, learner, *shape): _coverage(population, learner, shape, draws, np.random.default_rng(at))
        for at, (population, learner) in enumerate(CASES)
        for shape in SHAPES
    }


def squared(draws: int) -> dict[tuple[str, tuple[int, int, int]], tuple[float, Floats]]:
    """The same of squared errors."""
    return {
        (name, shape): _squared_coverage(name, shape, draws, np.random.default_rng(1))
        for name in ERRORS
        for shape in SQUARED_SHAPES
    }


def _squared_coverage(
    name: str, shape: tuple[int, int, int], draws: int, rng: np.random.Generator
) -> tuple[float, Floats]:
    """The true expected squared error (errors have variance 1), and how often two intervals contain it."""
    size, sets, n = shape
    truth = 1 + float(np.mean([np.sum(_fitted(name, size, rng) ** 2) for _ in range(FITS)]))
    hits = np.zeros(2)
    for _ in range(draws):
        items = np.c_[np.ones(n), rng.normal(size=(n, ATTRIBUTES))]
        off = np.array([_fitted(name, size, rng) for _ in range(sets)])
        table = (ERRORS[name](rng, n) - off @ items.T) ** 2
        crossed = crossed_interval(table, LEVEL, counted=False)
        assert crossed is not None  # noqa: S101 - these errors vary
        variance, df = crossed_variance(table)
        reach = -special.stdtrit(df, TAIL) * math.sqrt(variance)
        hits += [crossed.low <= truth <= crossed.high, abs(table.mean() - truth) <= reach]
    return truth, hits / draws


def _fitted(name: str, size: int, rng: np.random.Generator) -> Floats:
    """The errors of the coefficients that least squares finds, whatever the true ones are."""
    items = np.c_[np.ones(size), rng.normal(size=(size, ATTRIBUTES))]
    found: Floats = np.linalg.lstsq(items, ERRORS[name](rng, size), rcond=None)[0]
    return found


def _coverage(
    population: str, learner: str, shape: tuple[int, int, int], draws: int, rng: np.random.Generator
) -> tuple[float, Floats]:
    size, sets, n = shape
    drawn = POPULATIONS[population]
    cells = drawn.cells()  # type: ignore[misc]
    said = np.array([make(learner).fit(*drawn.sample(size, rng)).predict(cells.items) for _ in range(POOL)])
    truth = float(np.mean([cells.error_of(each) for each in said]))
    chances, classes = cells.chances.ravel(), cells.chances.shape[1]
    hits = np.zeros(3)
    for _ in range(draws):
        chosen = said[rng.choice(POOL, sets, replace=False)]
        tested = rng.choice(chances.size, size=n, p=chances)
        table = (chosen[:, tested // classes] != tested % classes).astype(float)
        hits += [low <= truth <= high for low, high in _intervals(table)]
    return truth, hits / draws


def _intervals(table: Floats) -> Iterator[tuple[float, float]]:
    crossed = crossed_interval(table, LEVEL, counted=True)
    assert crossed is not None  # noqa: S101 - errors of 0 and 1 always have one
    yield crossed.low, crossed.high
    for values in (table.mean(axis=1), table.mean(axis=0)):
        reach = -special.stdtrit(len(values) - 1, TAIL) * values.std(ddof=1) / math.sqrt(len(values))
        yield float(values.mean() - reach), float(values.mean() + reach)


if __name__ == "__main__":
    main()
