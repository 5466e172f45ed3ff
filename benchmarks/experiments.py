"""How much an experiment costs beyond its trainings, and what a second worker brings.

``python -m benchmarks.experiments`` prints the overhead for fits of several lengths, with its spread. The
plain loop clones, takes rows, fits, predicts and scores on splits that were made before, with one thread and
without warnings. Both take turns in one process; the ratio is that of their median processor times.
"""

import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.timing import InTurn, in_turn

FITS = 200
Problem = tuple[tuple[Any, Any], tuple[Any, Any]]


def overhead() -> float:
    """10x10 folds of two learners as a multiple of a plain loop over the same splits, one thread each."""
    return _against_a_loop(*_medical()).ratio


def more_per_fit() -> float:
    """Microseconds that each of 200 fits costs more, verdict included; the learners do next to nothing."""
    return 1e6 * _against_a_loop(*_nothing(), repetitions=25).more / FITS


def _against_a_loop(data: tuple[Any, Any], learners: tuple[Any, Any], repetitions: int = 11) -> InTurn:
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

    return in_turn(repetitions, plain, lambda: compare_learners(*learners, X, y, rng=0))


def _simulated() -> tuple[Any, Any]:
    from sklearn.datasets import make_classification

    X, y = make_classification(n_samples=1000, n_features=20, random_state=0)
    return X, y


def _nothing() -> Problem:
    """Learners that only look at the sign of one attribute."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Sign(ClassifierMixin, BaseEstimator):
        def __init__(self, column: int = 0) -> None:
            self.column = column

        def fit(self, X: Any, y: Any) -> "Sign":
            self.classes_ = [0, 1]
            return self

        def predict(self, X: Any) -> Any:
            return (X[:, self.column] > 0).astype(int)

    return _simulated(), (Sign(3), Sign(7))


# Random states are set, as in any loop that can be repeated: scikit-learn needs 0.1 to 0.3 ms to seed a fit.
def _trees() -> Problem:
    from sklearn.tree import DecisionTreeClassifier

    small, large = (DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (3, None))
    return _simulated(), (small, large)


def _short_trees() -> Problem:
    from sklearn.tree import DecisionTreeClassifier

    two, three = (DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (2, 3))
    return _simulated(), (two, three)


def _medical() -> Problem:
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    return load_breast_cancer(return_X_y=True), (LogisticRegression(random_state=0), GaussianNB())


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "signs, 1000 x 20": _nothing,
    "trees of depth 2 and 3, 1000 x 20": _short_trees,
    "trees, 1000 x 20": _trees,
    "logistic regression and naive Bayes, 569 x 30": _medical,
}
ROW = "{:<46} {:>12} {:>7} {:>14} {:>12}"


def main() -> None:
    """Print the overhead of each problem."""
    print(ROW.format("learners, items x attributes", "ms each fit", "ratio", "quartiles", "us more each"))
    for name, problem in PROBLEMS.items():
        found = _against_a_loop(*problem())
        low, high = found.spread
        each, more = 1e3 * median(found.plain) / FITS, 1e6 * found.more / FITS
        print(
            ROW.format(name, f"{each:.2f}", f"{found.ratio:.3f}", f"{low:.3f}-{high:.3f}", f"{more:.0f}"),
            flush=True,
        )


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
