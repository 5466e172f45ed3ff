"""Rank learning algorithms on one data set: run all under a design, and judge them together."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.exceptions import InputError
from bakeoff.core.ranking import Ranking
from bakeoff.experiment.as_needed import conduct_as_needed
from bakeoff.experiment.compare_learners import experiment_on, named_learners
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.panels import score
from bakeoff.experiment.run import set_up
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.together import DRAWS, ranking_on
from bakeoff.judge.ranking import Asked


def rank_learners(
    learners: Mapping[str, Any] | Sequence[Any],
    X: Rows,
    y: npt.ArrayLike,
    *,
    baseline: str | None = None,
    design: object = None,
    metric: str = "accuracy",
    alpha: float = 0.05,
    margin: float | None = None,
    tried: int = 1,
    tuned_on_test: bool = False,
    rng: Rng = 0,
    resamples: int = DRAWS,
    step_down: bool = False,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    groups: PerItem = None,
    positive: object = None,
    most_runs: int | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
) -> Ranking:
    """Train learners on the same splits of a data set, and rank them.

    All intervals and p-values, the possible ranks and the set of possible best models come from one joint
    reference distribution: the largest statistic of all pairs under a multivariate t distribution with the
    covariances of the items and of the folds, weighted as in `items-folds-t`. For designs that
    `items-folds-t` does not support, each pair has its own test, adjusted with Bonferroni's method.

    Parameters
    ----------
    learners
        Estimators by name, or pairs (name, estimator).
    baseline
        The learner that all others are compared with; by default all pairs are compared.
    resamples
        Number of draws from the joint reference distribution.
    step_down
        Whether to use step-down p-values; the intervals remain those of the single-step method.
    X, y, design, metric, rng, jobs, store, groups, positive, most_runs, cluster, observer
        As in `compare_learners`.
    alpha, margin, tried, tuned_on_test
        As in `rank_predictions`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(), "none": DummyClassifier()}
    >>> from bakeoff import RepeatedKFold
    >>> ranking = rank_learners(learners, X, y, design=RepeatedKFold(runs=2, folds=10))
    >>> [(each.name, each.rank) for each in ranking.models]
    [('bayes', (1, 2)), ('tree', (1, 2)), ('none', (3, 3))]
    """
    trained = named_learners(learners)
    if len(trained) < 2:
        raise InputError(f"there is only one learner, {trained[0].name!r}; expected at least two to rank")
    experiment = experiment_on(
        trained,
        X,
        y,
        groups=groups,
        design=design,
        metric=metric,
        rng=rng,
        alpha=alpha,
        positive=positive,
        most_runs=most_runs,
    )
    with set_up(store, jobs=jobs, cluster=cluster, observer=observer) as setup:
        conducted = conduct_as_needed(experiment, setup)
    run = conducted.runs[0]
    measure = measure_for(experiment.metrics[0], run.data, positive)
    scored = score(run, measure, conducted.choices[0].halvings)
    asked = Asked(
        metric=scored.measure.metric,
        alpha=alpha,
        baseline=baseline,
        margin=margin,
        tried=tried,
        tuned_on_test=tuned_on_test,
        resamples=resamples,
        step_down=step_down,
        rng=rng,
    )
    return ranking_on(conducted, scored, asked)
