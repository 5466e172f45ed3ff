"""How much an experiment costs beyond its trainings, and what a second worker brings.

``python -m benchmarks.experiments`` prints the overhead for fits of several lengths, with its spread.
"""

import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.timing import InTurn, in_turn

REPETITIONS = 11
Problem = tuple[tuple[Any, Any], tuple[Any, Any]]


def overhead() -> float:
    """10x10 folds of two learners as a multiple of a plain loop over the same splits, one thread each."""
    return _against_a_loop(*PROBLEMS["logistic regression, naive Bayes; 569 x 30"]()).ratio


def _against_a_loop(data: tuple[Any, Any], learners: tuple[Any, Any]) -> InTurn:
    """Both ways in turn. All is imported before: a first call of either is not counted."""
    import numpy as np
    from sklearn.base import clone
    from threadpoolctl import threadpool_limits

    from bakeoff import RepeatedKFold, compare_learners

    X, y = data
    splits = RepeatedKFold(runs=10, folds=10).split(X, y, rng=0)

    def plain() -> None:
        with warnings.catch_warnings(), threadpool_limits(limits=1):
            warnings.simplefilter("ignore")
            for learner in learners:
                for train, test in splits:
                    np.mean(clone(learner).fit(X[train], y[train]).predict(X[test]) == y[test])

    return in_turn(REPETITIONS, plain, lambda: compare_learners(*learners, X, y, rng=0))


# Random states are set, as in a loop that can be repeated: to seed a learner costs scikit-learn 0.1 to 0.3 ms.
def _trees() -> Problem:
    from sklearn.datasets import make_classification
    from sklearn.tree import DecisionTreeClassifier

    grown = DecisionTreeClassifier(random_state=0), DecisionTreeClassifier(max_depth=3, random_state=0)
    return make_classification(n_samples=1000, n_features=20, random_state=0), grown


def _models(data: tuple[Any, Any]) -> Problem:
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    return data, (LogisticRegression(random_state=0), GaussianNB())


def _medical() -> Problem:
    from sklearn.datasets import load_breast_cancer

    return _models(load_breast_cancer(return_X_y=True))


def _drawn() -> Problem:
    return _models(_trees()[0])


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "trees; 1000 x 20": _trees,
    "logistic regression, naive Bayes; 569 x 30": _medical,
    "logistic regression, naive Bayes; 1000 x 20": _drawn,
}


def main() -> None:
    """Print the overhead of each problem."""
    print(
        f"{'learners; items x attributes':<46}{'ms each fit':>12}{'ratio':>7}{'quartiles':>14}{'us more':>9}"
    )
    for name, problem in PROBLEMS.items():
        found = _against_a_loop(*problem())
        fits = 200
        more = median(ours - plain for ours, plain in zip(found.ours, found.plain, strict=True)) / fits
        low, high = found.spread
        each = 1e3 * median(found.plain) / fits
        row = f"{name:<46}{each:12.1f}{found.ratio:7.3f}{f'{low:.3f}-{high:.3f}':>14}{1e6 * more:9.0f}"
        print(row, flush=True)


def two_workers() -> float:
    """One worker's time as a multiple of two workers' where a training takes more than 20 ms."""
    from sklearn.datasets import make_classification
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.tree import DecisionTreeClassifier

    from bakeoff import RepeatedKFold, compare_learners

    X, y = make_classification(n_samples=1500, n_features=40, random_state=0)
    design = RepeatedKFold(runs=5, folds=10)

    def with_jobs(jobs: int) -> float:
        start = time.perf_counter()
        compare_learners(
            DecisionTreeClassifier(),
            RandomForestClassifier(n_estimators=20),
            X,
            y,
            design=design,
            method="corrected-resampled-t",
            jobs=jobs,
        )
        return time.perf_counter() - start

    with_jobs(2)  # the workers start once and stay
    pairs = [(with_jobs(1), with_jobs(2)) for _ in range(3)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


if __name__ == "__main__":
    main()
