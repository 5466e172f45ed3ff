"""Compare three or more learning algorithms on one data set."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import root_entropy
from bakeoff.experiment.compare_learners import experiment_on, settings
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.experiment import HALVINGS
from bakeoff.experiment.learner import Learner, make_learner
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.result import ExperimentResult
from bakeoff.experiment.store import set_up


def compare_all(
    learners: Mapping[str, Any] | Sequence[Any],
    X: Rows,
    y: npt.ArrayLike,
    *,
    baseline: str | None = None,
    adjustment: str = "holm",
    design: object = None,
    metric: str = "accuracy",
    method: str = "auto",
    rng: Rng = 0,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    groups: PerItem = None,
    positive: object = None,
    halvings: int = HALVINGS,
    cluster: str | None = None,
    observer: Observer | None = None,
    **common: Any,
) -> ExperimentResult:
    """Train several learners on the same splits, and compare all pairs or all with a baseline.

    Parameters
    ----------
    learners
        Estimators by name, or pairs (name, estimator).
    baseline
        The name of the learner that all others are compared with; None compares all pairs.
    adjustment
        How p-values count that there are several comparisons.
    X, y, design, metric, method, rng, jobs, store, groups, positive, halvings, cluster, observer, **common
        As in `compare_learners`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(), "none": DummyClassifier()}
    >>> found = compare_all(learners, X, y, baseline="none", method="corrected-resampled-t")
    >>> [each.verdict.decision for each in found.comparisons]
    ['a-better', 'a-better']
    """
    experiment = experiment_on(
        _named(learners),
        X,
        y,
        groups=groups,
        design=design,
        metric=metric,
        method=method,
        baseline=baseline,
        adjustment=adjustment,
        positive=positive,
        halvings=halvings,
        rng=root_entropy(rng),
        **settings(common),
    )
    with set_up(store, jobs=jobs, cluster=cluster, observer=observer) as setup:
        return result_of(conduct(experiment, setup))


def _named(learners: Mapping[str, Any] | Sequence[Any]) -> tuple[Learner, ...]:
    pairs = list(learners.items()) if isinstance(learners, Mapping) else list(learners)
    for pair in pairs:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)):
            raise InputError(
                f"learners has {type(pair).__name__}; expected a dict of estimators by name, or pairs (name, "
                f"estimator)"
            )
    return tuple(make_learner(pair, pair[0]) for pair in pairs)
