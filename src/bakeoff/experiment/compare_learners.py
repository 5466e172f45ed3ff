"""Compare learning algorithms on one data set: run all under a design, and judge."""

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import root_entropy
from bakeoff.core.verdict import Verdict
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.as_needed import conduct_as_needed
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.data import Kind, make_data
from bakeoff.experiment.experiment import HALVINGS, Experiment
from bakeoff.experiment.learner import Learner, make_learner
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.result import ExperimentResult
from bakeoff.experiment.run import Setup, set_up
from bakeoff.experiment.settings import metric_for
from bakeoff.judge.answer import two_names


def compare_learners(
    a: object,
    b: object,
    X: Rows,
    y: npt.ArrayLike,
    *,
    design: object = None,
    metric: str = "accuracy",
    method: str = "auto",
    rng: Rng = 0,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    groups: PerItem = None,
    positive: object = None,
    halvings: int = HALVINGS,
    most_runs: int | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
    **common: Any,
) -> Verdict:
    """Train two learners on the same splits of a data set, and test which is better.

    Parameters
    ----------
    a, b
        scikit-learn classifiers, regressors or pipelines, or pairs (name, estimator). Only clones are
        trained; those whose ``random_state`` is None are seeded from ``rng``.
    X, y
        The items and their target values.
    design
        How the data are reused; `RepeatedKFold` with 10 x 10 folds by default. Scikit-learn splitters are
        accepted.
    metric
        The metric to compare; for regression ``squared-error`` by default, or ``absolute-error``, ``rmse``,
        ``r2``, ``median-absolute-error`` or ``pinball:0.9``.
    method
        The key of a method. ``"auto"`` is `items-folds-t` for `KFold` and `RepeatedKFold`, which needs no
        further trainings: 10 x 10 folds of two learners are 200 trainings, and ``RepeatedKFold(runs=5)`` is
        the fast choice. For other designs that test every item it is `half-sample-t`, which adds 600
        trainings on half of the data.
    rng
        The random seed: a whole number or a numpy Generator.
    jobs
        Number of worker processes; -1 for one on each core. The result does not depend on it.
    store
        A file that keeps every finished cell: an interrupted run continues from there.
    groups
        Which items belong together; a group is never divided between training and test set.
    positive
        The positive class for ``f1``, ``auc`` and similar metrics.
    halvings
        How often `half-sample-t` halves the data.
    most_runs
        If given, runs of `RepeatedKFold` are added up to this number as long as another partition of the data
        could change the decision; start with ``design=RepeatedKFold(runs=5)``.
    cluster
        The address of a Dask scheduler that runs the trainings, such as ``tcp://host:8786``.
    observer
        Receives the progress of the run. By default, a line of progress appears after two seconds on a
        terminal or in a notebook, and nothing elsewhere. ``bakeoff.progress_for()`` shows a
        bar, ``bakeoff.progress_for(quiet=True)`` nothing.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``, and
        options such as ``df``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> design = RepeatedKFold(runs=2, folds=5)
    >>> verdict = compare_learners(GaussianNB(), DummyClassifier(), X, y, design=design)
    >>> verdict.decision, verdict.result.method
    ('a-better', 'items-folds-t')
    """
    return _found(
        _two(a, b, common.pop("names", None)),
        X,
        y,
        groups=groups,
        design=design,
        metric=metric,
        rng=rng,
        common=common,
        how=set_up(store, jobs=jobs, cluster=cluster, observer=observer),
        method=method,
        positive=positive,
        halvings=halvings,
        most_runs=most_runs,
    ).verdict


def _found(
    learners: tuple[Learner, ...],
    X: Rows,
    y: npt.ArrayLike,
    *,
    groups: PerItem,
    design: object,
    metric: str,
    rng: Rng,
    common: dict[str, Any],
    how: AbstractContextManager[Setup],
    **asked: Any,
) -> ExperimentResult:
    """What an experiment on one data set finds.

    Keywords other than the common ones are options of the method.
    """
    known = ("alpha", "level", "alternative", "margin", "tried", "tuned_on_test")
    given = {name: common.pop(name) for name in known if name in common}
    experiment = experiment_on(
        learners, X, y, groups=groups, design=design, metric=metric, rng=rng, options=common, **given, **asked
    )
    with how as setup:
        return result_of(conduct_as_needed(experiment, setup))


def experiment_on(
    learners: tuple[Learner, ...],
    X: Rows,
    y: npt.ArrayLike,
    *,
    groups: PerItem,
    design: object,
    metric: str,
    rng: Rng,
    **asked: Any,
) -> Experiment:
    """An experiment on one data set, with the default design and metric where none is named."""
    kind = _kind_of(learners)
    return Experiment(
        data=(make_data(X, y, groups=groups, kind=kind),),
        learners=learners,
        design=RepeatedKFold() if design is None else design,
        metrics=(metric_for(kind, metric),),
        rng=root_entropy(rng),
        **asked,
    )


def _kind_of(learners: Sequence[Learner]) -> Kind:
    """What the learners predict; refuses some that predict numbers with some that predict classes."""
    first = {learner.kind: learner.name for learner in reversed(learners)}
    if len(first) > 1:
        raise InputError(
            f"{first['numbers']} predicts numbers and {first['classes']} predicts classes; expected "
            f"learners of one kind"
        )
    return next(iter(first))


def _two(a: object, b: object, names: object) -> tuple[Learner, Learner]:
    """Both learners, named as given, else by their classes where those differ, else A and B."""
    if names is not None:
        first, second = two_names(names)
        return Learner(name=first, estimator=_bare(a)), Learner(name=second, estimator=_bare(b))
    bare = [_bare(each) for each in (a, b)]
    words = [(each if isinstance(each, type) else type(each)).__name__ for each in bare]
    usual = ("A", "B") if words[0] == words[1] else (words[0], words[1])
    return make_learner(a, usual[0]), make_learner(b, usual[1])


def _bare(given: object) -> Any:
    return make_learner(given, "").estimator if isinstance(given, tuple) else given


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
    most_runs: int | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
    **common: Any,
) -> ExperimentResult:
    """Train several learners on the same splits, and compare all pairs or each learner with a baseline.

    Parameters
    ----------
    learners
        Estimators by name, or pairs (name, estimator).
    baseline
        The name of the learner that all others are compared with; None compares all pairs.
    adjustment
        How p-values are adjusted for the number of comparisons.
    X, y, design, metric, method, rng, jobs, store, groups, positive
        As in `compare_learners`.
    halvings, most_runs, cluster, observer, **common
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
    return _found(
        named_learners(learners),
        X,
        y,
        groups=groups,
        design=design,
        metric=metric,
        rng=rng,
        common=common,
        how=set_up(store, jobs=jobs, cluster=cluster, observer=observer),
        method=method,
        baseline=baseline,
        adjustment=adjustment,
        positive=positive,
        halvings=halvings,
        most_runs=most_runs,
    )


def named_learners(learners: Mapping[str, Any] | Sequence[Any]) -> tuple[Learner, ...]:
    """Learners with their names."""
    pairs = list(learners.items()) if isinstance(learners, Mapping) else list(learners)
    for pair in pairs:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)):
            raise InputError(
                f"learners has {type(pair).__name__}; expected a dict of estimators by name, or pairs (name, "
                f"estimator)"
            )
    return tuple(make_learner(pair, pair[0]) for pair in pairs)
