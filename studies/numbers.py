"""Measure how often tests of predicted numbers raise a false alarm, and how often their intervals cover.

    python -m studies.numbers [--draws 1000] [--trained 150]

Writes docs/numbers.md.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import special
from sklearn.base import BaseEstimator, RegressorMixin
from studies import own_numbers
from studies._equal_metrics import error_of

from bakeoff import RepeatedKFold, compare_learners
from bakeoff.core.arrays import Floats
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Result
from bakeoff.core.rng import generator
from bakeoff.judge.pitfalls.losses import SHOW_TAILS, SQUARES, is_heavy
from bakeoff.lab.responses import versions
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

FILE = Path(__file__).parents[1] / "docs" / "numbers.md"
KEYS = ("absolute-error", "squared-error", "rmse", "r2", "median-absolute-error", "pinball:0.9")
TESTS = ("paired-mean", "skewed-t")
SIZES = (20, 50, 100, 500)
WORSE = 1.3  # times the errors of A, where B is worse
SPREAD = 2.0  # standard deviation of the truth, in those of the errors
# Errors with a variance of 1, as functions of a standard normal number.
LAWS: dict[str, Callable[[Floats], Floats]] = {
    "normal": lambda z: z,
    "heavy": lambda z: special.stdtrit(3, special.ndtr(z)) / np.sqrt(3),
    "skewed": lambda z: -special.log_ndtr(-z) - 1,
}


class World(NamedTuple):
    """The laws of both models' errors, and how these go together."""

    a: str
    b: str
    together: float

    @property
    def family(self) -> str:
        """What its errors are like."""
        if self.a == self.b:
            return f"both {self.a}"
        return "heavy on one side" if self.b == "heavy" else "normal, skewed"

    def errors(self, shape: tuple[int, ...], rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Errors of both models for the same items."""
        first, own = rng.normal(size=shape), rng.normal(size=shape)
        second = self.together * first + np.sqrt(1 - self.together**2) * own
        return LAWS[self.a](first), LAWS[self.b](second)


WORLDS = [
    World(a, b, together)
    for a, b in (("normal", "normal"), ("heavy", "heavy"), ("skewed", "skewed"), ("normal", "skewed"))
    for together in (0.0, 0.7)
]
WORLDS += [World("normal", "heavy", 0.7), World("skewed", "heavy", 0.7)]


FAMILIES = tuple(dict.fromkeys(each.family for each in WORLDS))


@cache
def whole(key: str, law: str) -> float:
    """The metric of a model with errors of this law, by a fine grid of its quantiles."""
    if key in ("squared-error", "rmse"):
        return 1.0
    if key == "r2":
        return 1 - 1 / SPREAD**2
    at = LAWS[law](special.ndtri((np.arange(2_000_000) + 0.5) / 2_000_000))
    return float(METRICS[key].compute(at, np.zeros(at.size)).mean())


def scale(key: str, world: World) -> float:
    """What the errors of B are multiplied by to make both metrics equal."""
    return whole(key, world.a) / whole(key, world.b)


def drawn(
    key: str, world: World, n: int, draws: int, worse: float
) -> Iterator[tuple[PairedScores, float, dict[str, Result]]]:
    """Scores, the true difference and what tests say about it, for each drawn test set."""
    rng, metric = generator(0, "numbers", key, str(world), n, int(100 * worse)), METRICS[key]
    factor = worse * scale(key, world)
    value = whole(key, world.a)
    grown = 1 - worse**2 / SPREAD**2 if key == "r2" else value * worse ** (2 if key == "squared-error" else 1)
    true = metric.sign * (value - grown)
    for _ in range(draws):
        a, b = world.errors((n,), rng)
        y = SPREAD * rng.normal(size=n)
        sides = [metric.sign * metric.compute(y, y - each) for each in (a, factor * b)]
        scores = PairedScores(a=sides[0], b=sides[1])
        results = {t: METHODS[t].compute(scores, level=0.95, alternative="two-sided") for t in TESTS}
        yield scores, true, results


def shares(key: str, n: int, draws: int) -> list[tuple[World, dict[str, float], dict[str, float]]]:
    """In each world the false alarms, and the coverage where B is worse, in per cent."""
    found = []
    for world in WORLDS:
        equal = [each for *_, each in drawn(key, world, n, draws, 1.0)]
        apart = [each[1:] for each in drawn(key, world, n, draws // 2, WORSE)]
        alarms = {t: 100 * float(np.mean([each[t].p_value <= 0.05 for each in equal])) for t in TESTS}
        held = {
            t: 100 * float(np.mean([s[t].interval.low <= true <= s[t].interval.high for true, s in apart]))
            for t in TESTS
        }
        found.append((world, alarms, held))
    return found


def warned(key: str, n: int, draws: int) -> tuple[float, float]:
    """How many false alarms have the caveat where one side has heavy tails, and where both are normal."""
    shares = []
    for family in ("heavy on one side", "both normal"):
        said = [
            is_heavy(scores.a if found[TESTS[1]].estimate > 0 else scores.b)
            for world in WORLDS
            if world.family == family
            for scores, _, found in drawn(key, world, n, draws, 1.0)
            if found[TESTS[1]].p_value <= 0.05
        ]
        shares.append(100 * float(np.mean(said)) if said else float("nan"))
    return shares[0], shares[1]


class OneColumn(RegressorMixin, BaseEstimator):
    """Least squares on one attribute."""

    def __init__(self, column: int = 0) -> None:
        self.column = column

    def fit(self, X: Floats, y: Floats) -> "OneColumn":
        """Find the line."""
        self.slope_, self.at_ = np.polyfit(X[:, self.column], y, 1)
        return self

    def predict(self, X: Floats) -> Floats:
        """Follow the line."""
        return np.asarray(self.at_ + self.slope_ * X[:, self.column])


def trained(law: str, draws: int, n: int = 100) -> dict[str, float]:
    """False alarms for two learners of which each sees one of two attributes that matter alike."""
    rng, alarms = generator(0, "trained", law), dict.fromkeys(KEYS, 0)
    design = RepeatedKFold(runs=2, folds=10)
    for _ in range(draws):
        X = rng.normal(size=(n, 2))
        y = X.sum(axis=1) + LAWS[law](rng.normal(size=n))
        with tempfile.TemporaryDirectory() as folder:
            for key in KEYS:
                asked = {"metric": key, "design": design, "store": Path(folder, "s")}
                verdict = compare_learners(OneColumn(0), OneColumn(1), X, y, **asked)
                alarms[key] += verdict.result.p_value <= 0.05
    return {key: 100 * count / draws for key, count in alarms.items()}


def rows(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """One table in markdown."""
    return "\n".join(f"| {' | '.join(each)} |" for each in (head, ("---",) * len(head), *lines))


PAGE = """# False alarms and coverage of metrics of numbers

Made by `python -m studies.numbers --draws {draws} --trained {trained}` on {date} with {versions}. Errors of A
and B are normal, heavy-tailed (Student's t with 3 degrees of freedom) or skewed (exponential), independent
or with a correlation of 0.7. In the last two columns A and B have errors of different shapes, scaled so that
the metric is the same. Shares are in per cent; the first is that of `skewed-t`, the default for all metrics
of numbers, and the second, in brackets, that of `paired-mean`, the plain t test of the same values.

A metric that is no mean over items (rmse, r2, median) is judged by the influence of each item on it. The
p-value and the interval are of the same test.

## Both models equally good: false alarms at 5 %

The Monte-Carlo error is {error:.1f} points.

{alarms}

Squares of errors that follow Student's t with 3 degrees of freedom have an infinite variance. Where only one
of the models has such errors, a few large ones decide, which most test sets lack, and no test of the mean of
squares holds its level (last column of squared-error, rmse and r2). The large errors are then missing, and
the differences look harmless. The caveat `heavy-tailed-errors` therefore looks at the shape of the better
model's errors. It is always raised with fewer than 50 items, and where r2 decides. Compare such models by
absolute-error or median-absolute-error. Share of false alarms that come with the caveat, in per cent; in
brackets where both models have normal errors:

{warned}

## B is {worse:g} times worse: coverage of 95 % intervals

The Monte-Carlo error is {apart_error:.1f} points.

{covered}

## Each model by itself

<!-- {own_key}: made by {own_command} -->
{own}
<!-- end of {own_key} -->

## Two learners under 2 x 10 folds: false alarms at 5 %

Each learner sees one of two attributes that matter alike (100 items, {trained} data sets for each line;
Monte-Carlo error {trained_error:.1f} points). The default is `items-folds-t`. Folds are taken together for
rmse, r2 and the median.

{learners}
"""


def page(draws: int, trained_draws: int) -> str:
    """The page."""
    alarms, covered = [], []
    for key in KEYS:
        for n in SIZES:
            found = shares(key, n, draws)
            alarms.append((key, str(n), *told(found, 1)))
            covered.append((key, str(n), *told(found, 2)))
            sys.stderr.write(f"{alarms[-1]} {covered[-1]}\n")
    head = ("metric", "items", *FAMILIES)
    said = [
        (key, *("{:.0f} ({:.0f})".format(*warned(key, n, draws)) for n in SIZES if n >= SHOW_TAILS))
        for key in SQUARES
    ]
    learners = [(law, *(f"{share:.1f}" for share in trained(law, trained_draws).values())) for law in LAWS]
    return PAGE.format(
        draws=draws,
        trained=trained_draws,
        date=datetime.now(UTC).date(),
        versions=versions().words,
        error=error_of(0.05, 2 * draws),
        apart_error=error_of(0.05, 2 * (draws // 2)),
        worse=WORSE,
        alarms=rows(head, alarms),
        warned=rows(("metric", *(f"{n} items" for n in SIZES if n >= SHOW_TAILS)), said),
        covered=rows(head, covered),
        own_key=own_numbers.KEY,
        own_command=own_numbers.COMMAND,
        own=own_numbers.section(10 * draws),
        trained_error=error_of(0.05, trained_draws),
        learners=rows(("errors", *KEYS), learners),
    )


def told(found: Sequence[tuple[World, dict[str, float], dict[str, float]]], at: int) -> list[str]:
    """The share of both tests in each family of worlds, that of the plain t test in brackets."""
    cells = []
    for family in FAMILIES:
        here: list[Any] = [each[at] for each in found if each[0].family == family]
        plain, ours = (np.mean([each[test] for each in here]) for test in TESTS)
        cells.append(f"{ours:.1f} ({plain:.1f})")
    return cells


def main(words: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--trained", type=int, default=150)
    asked = parser.parse_args(words)
    FILE.write_text(page(asked.draws, asked.trained))
    sys.stderr.write(f"wrote {FILE}\n")


if __name__ == "__main__":
    main()
