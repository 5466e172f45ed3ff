"""How much faster the compiled learners are than loops over scikit-learn's, and Bouckaert's calibration.

300 items with 10 binary attributes in stratified 10-fold cross-validation. A fit is counted with its
predictions on the fold that was left out. All threads may be used by both.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.timing import best_of

SETS, RUNS, FOLDS = 10, 20, 10


def noise(sets: int = SETS) -> tuple[Any, Any]:
    """Attributes and classes that have nothing to do with each other."""
    import numpy as np

    draws = np.random.default_rng(0)
    return draws.integers(2, size=(sets, 300, 10)), draws.integers(2, size=(sets, 300))


def rule(wrong: float) -> tuple[Any, Any]:
    """A rule of four attributes, with a share of the classes wrong."""
    import numpy as np

    draws = np.random.default_rng(0)
    X = draws.integers(2, size=(SETS, 300, 10))
    followed = (X[..., 0] & X[..., 1]) | (X[..., 2] & X[..., 3])
    return X, followed ^ (draws.random((SETS, 300)) < wrong)


def network() -> tuple[Any, Any]:
    """Each attribute is, four times in five, that of the attribute before it, every third of the class."""
    import numpy as np

    draws = np.random.default_rng(0)
    y = draws.integers(2, size=(SETS, 300))
    columns, above = [], y
    for at in range(10):
        columns.append(np.where(draws.random(y.shape) < 0.8, above, draws.integers(2, size=y.shape)))
        above = y if at % 3 == 2 else columns[-1]
    return np.stack(columns, axis=-1), y


def tree() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2)


def bernoulli() -> Any:
    from sklearn.naive_bayes import BernoulliNB

    return BernoulliNB()


def neighbour() -> Any:
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(n_neighbors=1)


def times_as_fast(key: str, other: Callable[[], Any], world: Callable[[], tuple[Any, Any]] = noise) -> float:
    """How many fits the compiled learner does in the time of one of the other."""
    import numpy as np

    from bakeoff.lab import fold_assignment, fold_errors

    X, y = world()
    fold_of = fold_assignment(X[0], y[0], runs=2, folds=FOLDS)
    splits = [(np.flatnonzero(run != f), np.flatnonzero(run == f)) for run in fold_of for f in range(FOLDS)]
    items, classes = X[0].astype(np.float64), y[0]

    def ours() -> None:
        fold_errors(X, y, learner=key, runs=RUNS, folds=FOLDS)

    def theirs() -> None:
        for train, test in splits:
            np.mean(other().fit(items[train], classes[train]).predict(items[test]) == classes[test])

    ours()
    theirs()
    compiled, loop = best_of(9, ours, theirs)
    return (loop / len(splits)) / (compiled / (SETS * RUNS * FOLDS))


def calibration() -> float:
    """Seconds of 1000 data sets x 100 runs x 10 folds x 2 learners."""
    from bakeoff.lab import fold_errors

    X, y = noise(sets=1000)
    for key in ("naive-bayes", "c45"):
        fold_errors(X[:1], y[:1], learner=key, runs=1)
    start = time.perf_counter()
    for key in ("naive-bayes", "c45"):
        fold_errors(X, y, learner=key, runs=100, folds=10)
    return time.perf_counter() - start


def c45_on_structure() -> float:
    """The least of three kinds of structure."""
    worlds = (partial(rule, 0.1), partial(rule, 0.0), network)
    return min(times_as_fast("c45", tree, world) for world in worlds)


c45_on_noise = partial(times_as_fast, "c45", tree)
naive_bayes = partial(times_as_fast, "naive-bayes", bernoulli)
nearest_neighbour = partial(times_as_fast, "1-nn", neighbour)
