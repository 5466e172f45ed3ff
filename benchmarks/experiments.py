"""How much an experiment costs beyond its trainings, and what a second worker brings."""

import time
import warnings

from benchmarks.timing import best_of


def overhead() -> float:
    """10x10 folds of two learners as a multiple of a plain loop over the same splits, one thread each."""
    import numpy as np
    from sklearn.base import clone
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from threadpoolctl import threadpool_limits

    from bakeoff import RepeatedKFold, compare_learners

    X, y = load_breast_cancer(return_X_y=True)
    learners = (LogisticRegression(), GaussianNB())
    splits = RepeatedKFold(runs=10, folds=10).split(X, y, rng=0)

    def plain() -> None:
        with warnings.catch_warnings(), threadpool_limits(limits=1):
            warnings.simplefilter("ignore")
            for learner in learners:
                for train, test in splits:
                    np.mean(clone(learner).fit(X[train], y[train]).predict(X[test]) == y[test])

    def ours() -> None:
        compare_learners(*learners, X, y, method="corrected-resampled-t", rng=0)

    plain()
    ours()
    loop, run = best_of(5, plain, ours)
    return run / loop


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
