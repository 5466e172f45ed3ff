"""Test errors of a compiled learner by run and fold, for one data set or for many."""

import hashlib
from typing import Any

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import root_entropy
from bakeoff.learners import (
    C45,
    LEARNERS,
    Majority,
    NaiveBayes,
    NearestNeighbours,
    TreeAugmentedNaiveBayes,
    VotedPerceptron,
    make,
)
from bakeoff.learners._nominal import seen, starts, whole_numbers
from bakeoff.learners.c45 import tree_rules

ROOM = 1 << 26  # bytes for the distances within the data sets that are in hand at one time


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
    order or the number of threads. Each number is what the estimator of :mod:`bakeoff.learners`, trained
    on the other folds, gets wrong in the fold.

    Parameters
    ----------
    X
        Nominal attributes as whole numbers from 0 upwards: (items, attributes), or
        (data sets, items, attributes).
    y
        Classes as whole numbers: (items) or (data sets, items).
    learner
        A key of :data:`bakeoff.learners.LEARNERS`, or one of the estimators of :mod:`bakeoff.learners`.
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
    chosen = _learner(learner)
    items, classes, single = _read(X, y, runs, folds)
    seeds = _seeds(items, classes, rng)
    stack = _stack(_columns(items, attributes), classes, seeds)
    errors = np.empty((len(items), int(runs), int(folds)), dtype=np.int64)
    _LOOPS[type(chosen)](chosen, stack, errors)
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
    from bakeoff.lab._stack import assign

    items, classes, single = _read(X, y, runs, folds)
    stack = _stack(items, classes, _seeds(items, classes, rng))
    fold_of = np.empty((len(items), int(runs), items.shape[1]), dtype=np.int64)
    assign(stack, fold_of, int(folds))
    return fold_of[0] if single else fold_of


def _learner(learner: Any) -> Any:
    chosen = make(learner) if isinstance(learner, str) else learner
    if type(chosen) not in _LOOPS:
        raise InputError(
            f"learner is {type(chosen).__name__}; expected a key ({', '.join(LEARNERS)}) or an estimator of "
            f"bakeoff.learners; compare_learners runs any other"
        )
    return chosen


def _read(X: Any, y: Any, runs: int, folds: int) -> tuple[Ints, Ints, bool]:
    at_least(1, runs=runs)
    at_least(2, folds=folds)
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
    if items.shape[-2] < folds:
        raise InputError(
            f"there are {items.shape[-2]} items and {folds} folds; expected at least one item in each fold"
        )
    single = items.ndim == 2
    return (items[None], classes[None], True) if single else (items, classes, False)


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


def _seeds(items: Ints, classes: Ints, rng: Any) -> Any:
    """A number for each data set that stands for its content and for the rng."""
    head = f"{root_entropy(rng)} {items.shape[1:]};".encode()
    seeds = np.empty(len(items), dtype=np.uint64)
    for at, (X, y) in enumerate(zip(items.astype("<u2"), classes.astype("<u2"), strict=True)):
        digest = hashlib.blake2b(head, digest_size=8)
        digest.update(X.tobytes())
        digest.update(y.tobytes())
        seeds[at] = int.from_bytes(digest.digest(), "little")
    return seeds


def _stack(items: Ints, classes: Ints, seeds: Any) -> Any:
    """The data sets as the compiled loops take them."""
    from bakeoff.lab._stack import empty_stack, fill

    groups, codes = np.unique(classes, return_inverse=True)
    start = starts(seen(items.reshape(-1, items.shape[2])))
    stack = empty_stack(seeds, start, items.shape[1], len(groups))
    fill(stack, items + start[:-1], codes.reshape(classes.shape).astype(np.int64))
    return stack


def _run_majority(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._majority import majority_errors

    majority_errors(stack, errors)


def _run_naive_bayes(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._naive_bayes import naive_bayes_errors

    most = stack.item.shape[1] + stack.bits.shape[1] + stack.ends.shape[1]
    # no probability is below 1 / most: as long as their product is above 1e-75, none is rescaled
    naive_bayes_errors(stack, bool(len(stack.start) * np.log10(most) < 75), errors)


def _run_c45(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._c45 import c45_errors

    c45_errors(stack, tree_rules(learner, stack.item.shape[1]), errors)


def _run_augmented(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._tree_augmented_naive_bayes import augmented_errors
    from bakeoff.learners._augmented import half_gammas

    augmented_errors(stack, half_gammas(stack.item.shape[1], int(np.diff(stack.start).max())), errors)


def _run_perceptron(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._voted_perceptron import perceptron_errors

    if stack.ends.shape[1] > 2:
        raise InputError(
            f"y has {stack.ends.shape[1]} classes; a voted perceptron separates two: use another learner"
        )
    perceptron_errors(stack, errors)


def _run_neighbours(learner: Any, stack: Any, errors: Ints) -> None:
    from bakeoff.lab._nearest_neighbours import find_rings, neighbour_errors

    (n, attributes), words = stack.cells.shape[1:], stack.bits.shape[2]
    each = 8 * n * (attributes + 1) * words
    at_once = min(len(errors), max(1, ROOM // each))
    ring = np.empty((at_once, n, attributes + 1, words), dtype=np.uint64)
    for first in range(0, len(errors), at_once):
        some = slice(first, min(first + at_once, len(errors)))
        part = type(stack)(*(field[some] for field in stack[:-1]), stack.start)
        find_rings(part, int(attributes).bit_length() + 1, ring)
        neighbour_errors(part, ring, learner.checked_k(), errors[some])


_LOOPS = {
    C45: _run_c45,
    Majority: _run_majority,
    NaiveBayes: _run_naive_bayes,
    NearestNeighbours: _run_neighbours,
    TreeAugmentedNaiveBayes: _run_augmented,
    VotedPerceptron: _run_perceptron,
}
