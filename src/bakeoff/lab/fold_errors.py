"""Test errors of a compiled learner by run and fold, for one data set or for many."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import root_entropy
from bakeoff.lab._loops import learner_of, run_nominal, run_numeric, takes_nominal
from bakeoff.lab.item_errors import check_design, fold_of, hashed
from bakeoff.lab.learners._nominal import whole_numbers


def fold_errors(
    X: Any,
    y: Any,
    *,
    learner: Any = "c45",
    runs: int = 10,
    folds: int = 10,
    rng: Any = 0,
    attributes: Any = None,
) -> Ints:
    """Count the test errors of a learner in repeated stratified k-fold cross-validation.

    All runs of all data sets are done in one compiled loop over the threads. The folds are those of
    :func:`fold_assignment`: they depend on the data, ``rng`` and the run, and on nothing else, so that
    two calls with different learners are paired, and no result depends on the other data sets, their
    order or the number of threads. Each number is what the estimator of :mod:`bakeoff.lab.learners`, trained
    on the other folds, gets wrong in the fold.

    Parameters
    ----------
    X
        Nominal attributes as whole numbers from 0 upwards: (items, attributes), or
        (data sets, items, attributes).
    y
        Classes as whole numbers: (items) or (data sets, items).
    learner
        A key of :data:`bakeoff.learners.LEARNERS`, or one of the estimators of :mod:`bakeoff.learners`;
        ``gaussian-naive-bayes`` takes the whole numbers as numbers. For others see
        :func:`~bakeoff.lab.item_errors.item_errors`.
    runs, folds
        How often the data are dealt, and into how many folds.
    rng
        A whole number. Two calls are paired if they have the same.
    attributes
        The columns of X that the learner sees; all where None. The folds do not depend on it, so that
        learners on different columns are paired as well.

    Returns
    -------
    Ints
        (runs, folds) or (data sets, runs, folds).

    Examples
    --------
    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    >>> fold_errors(X, X[:, 0] & X[:, 1], learner="naive-bayes", runs=2, folds=5).tolist()
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    """
    chosen = learner_of(learner)
    items, classes, single = _read(X, y)
    check_design(items.shape[1], runs, folds)
    shown, seeds = _columns(items, attributes), hashed(items, classes, _number(rng))
    errors, flags = (
        np.empty((len(items), int(runs), int(folds)), dtype=np.int64),
        np.empty((0, 0, 0), np.uint8),
    )
    if takes_nominal(chosen):
        run_nominal(chosen, shown, classes, seeds, errors, flags)
    else:
        run_numeric(chosen, shown.astype(np.float64), classes, seeds, errors, flags)
    return errors[0] if single else errors


def fold_assignment(X: Any, y: Any, *, runs: int = 10, folds: int = 10, rng: Any = 0) -> Ints:
    """The fold in which each item is tested, run by run: (runs, items) or (data sets, runs, items).

    The items of each class are shuffled, the classes laid end to end, and dealt round robin:
    fold = position mod k (EST-3). Folds differ by at most one in size, and in the items of each class.

    Examples
    --------
    >>> y = np.array([0] * 6 + [1] * 4)
    >>> folds = fold_assignment(np.zeros((10, 1), dtype=int), y, runs=3, folds=2)
    >>> folds.shape, [int(y[folds[run] == 0].sum()) for run in range(3)]
    ((3, 10), [2, 2, 2])
    """
    items, classes, single = _read(X, y)
    dealt = fold_of(classes, runs=runs, folds=folds, seeds=hashed(items, classes, _number(rng)))
    return dealt[0] if single else dealt


def _read(X: Any, y: Any) -> tuple[Ints, Ints, bool]:
    items, classes = whole_numbers(X), whole_numbers(y, "y")
    if items.ndim not in (2, 3) or 0 in items.shape:
        raise InputError(
            f"X has shape {items.shape}; expected (items, attributes) or (data sets, items, attributes)"
        )
    if classes.shape != items.shape[:-1]:
        raise InputError(
            f"y has shape {classes.shape} and X {items.shape}; expected a class for each item: "
            f"{items.shape[:-1]}"
        )
    single = items.ndim == 2
    return (items[None], classes[None], True) if single else (items, classes, False)


def _number(rng: Any) -> int:
    """The rng as a number: a Generator moves on, and two calls with it would not be paired."""
    if hasattr(rng, "integers"):
        raise InputError(f"rng is {rng!r}; expected a whole number, so that two calls get the same folds")
    return root_entropy(rng)


def _columns(items: Ints, attributes: Any) -> Ints:
    if attributes is None:
        return items
    try:
        kept = items[:, :, attributes]
    except IndexError:
        raise InputError(
            f"attributes is {attributes!r}; expected columns of X, which are 0 to {items.shape[2] - 1}"
        ) from None
    if kept.ndim != 3 or kept.shape[2] == 0:
        raise InputError(f"attributes is {attributes!r}; expected a list or slice of one column at least")
    return np.ascontiguousarray(kept)
