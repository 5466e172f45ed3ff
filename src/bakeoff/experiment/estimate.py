"""Estimate the error of one learner on one data set."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import PerItem, Rng, Rows
from bakeoff.core.design import Splits
from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.result import parse_fraction
from bakeoff.core.rng import generator, root_entropy
from bakeoff.designs.given import Given
from bakeoff.estimators import ESTIMATORS
from bakeoff.experiment.data import Data, make_data
from bakeoff.experiment.learner import make_learner
from bakeoff.experiment.observer import Observer
from bakeoff.experiment.run import Run, extend, failures, hold, set_up
from bakeoff.experiment.scoring import Measure, item_scores, measure_for, truth_of
from bakeoff.experiment.stage import Stage, split_by
from bakeoff.read.columns import stacked

POPULATION_SAMPLE = 100_000


def estimate(
    learner: object,
    X: Rows,
    y: npt.ArrayLike,
    *,
    estimator: str = "kfold",
    rng: Rng = 0,
    level: float = 0.95,
    test: tuple[Any, Any] | float | None = None,
    population: Callable[[int, np.random.Generator], tuple[Any, Any]] | None = None,
    groups: PerItem = None,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
    **options: Any,
) -> Estimate:
    """Estimate the error rate of a learner trained on data like these.

    Parameters
    ----------
    learner
        A scikit-learn classifier, regressor or pipeline, or a pair (name, estimator).
    X, y
        The items and their target values.
    estimator
        ``apparent``, ``holdout``, ``kfold``, ``leave-one-out``, ``iterated-kfold``, ``repeated-kfold``,
        ``bootstrap-632``, ``loo-star``, ``training-sets``, ``independent-test`` or ``true-error``.
    rng
        The random seed.
    level
        The level of the interval, if there is one.
    test
        For ``independent-test``, a pair (X, y) of test items; for ``holdout`` and ``training-sets``, the
        share of the items used for testing.
    population
        For ``true-error``: ``population(n, generator)`` draws (X, y) of n items.
    groups
        Which items belong together; a group is never divided between training and test set.
    jobs, store, cluster, observer
        As in `compare_learners`.
    **options
        Options of the estimator, such as ``folds`` and ``stratified``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> estimate(DummyClassifier(), X, y, estimator="leave-one-out").value
    1.0
    """
    record, named, seed = ESTIMATORS[estimator], make_learner(learner, "learner"), root_entropy(rng)
    if "test" in record.options and test is not None:  # of a holdout: how large a share
        options, test = options | {"test": test}, None
    for_designs, reading = record.sort_options(options)
    share = parse_fraction(level, "level")
    data = make_data(X, y, groups=groups, kind=named.kind)
    measure = measure_for("squared-error" if named.kind == "numbers" else "error", data, None)
    if record.needs_test_items:
        given = _test_items(record, test, population, seed)
        stages, data = _tested_on(data, given)
    elif test is not None or population is not None:
        raise InputError(f"{estimator} uses only the data it is given; leave out test and population")
    else:
        stages = [
            Stage(key=name, splits=split_by(design, data, seed))
            for name, design in record.designs(**for_designs).items()
        ]
    run = Run(data=data, learners=(named,), rng=seed)
    with set_up(store, jobs=jobs, cluster=cluster, observer=observer) as setup:
        hold(setup, [run])
        extend(run, stages, setup)
    losses = {stage.key: _losses(run, named.name, stage, measure) for stage in stages}
    found = record.combine(losses, level=share, **reading)
    found = replace(found, notes=(*found.notes, *_lacking_classes(data, stages)))
    if groups is None or found.interval is None:
        return found
    note = "no interval: items of a group are not independent"
    return replace(found, interval=None, notes=(note, *found.notes[1:]))


def _lacking_classes(data: Data, stages: list[Stage]) -> list[str]:
    """That training sets of a chosen size do not have all classes, where some do not."""
    drawn = [stage.splits.drawn for stage in stages if stage.key == "training-sets"]
    if not drawn or data.kind == "numbers":
        return []
    sets, classes = drawn[0] or (), len(data.classes)
    without = sum(np.unique(data.codes[each]).size < classes for each in sets)
    return [
        f"{without} of {len(sets)} training sets lack at least one of the {classes} classes, which a "
        f"classifier trained on them cannot predict; use larger training sets"
    ] * bool(without)


def _test_items(
    record: ErrorEstimator,
    test: object,
    population: Callable[[int, np.random.Generator], tuple[Any, Any]] | None,
    seed: int,
) -> tuple[Any, Any]:
    """The items to test on: as given, or drawn from the population."""
    if test is None and population is not None:
        return population(POPULATION_SAMPLE, generator(seed, "population"))
    if not isinstance(test, tuple) or len(test) != 2:
        raise InputError(
            f"{record.key} needs items to test on: give test=(X, y)"
            + (", or population=, a function that draws them" if record.key == "true-error" else "")
        )
    return test[0], test[1]


def _tested_on(data: Data, test: tuple[Any, Any]) -> tuple[list[Stage], Data]:
    """One split that trains on all data and tests on the items given, as part of larger data."""
    more = make_data(test[0], test[1], kind=data.kind)
    both = make_data(stacked(data.X, more.X), np.concatenate([data.y, more.y]), kind=data.kind)
    train, tested = np.arange(data.n), np.arange(data.n, both.n)
    splits = Splits(design=Given(splits=1), n=both.n, shape=(1, 1), test=(tested,), drawn=(train,))
    return [Stage(key="test", splits=splits)], both


def _losses(run: Run, learner: str, stage: Stage, measure: Measure) -> Losses:
    failed = failures(run, [learner], stage.key)
    if failed:
        name = type(run.learners[0].estimator).__name__
        raise InputError(
            f"{name} failed in {len(failed)} of {len(stage.splits)} trainings ({failed[0][2]}); an estimate "
            f"needs all of them"
        )
    values = [
        item_scores(run.cell(learner, stage.key, at), truth_of(run.data, stage, at), measure, learner)
        for at in range(len(stage.splits))
    ]
    numbers = run.data.kind == "numbers"
    return Losses(splits=stage.splits, values=tuple(values), kind="squared" if numbers else "zero-one")
