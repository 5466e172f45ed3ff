"""Which items a compiled learner gets wrong in each run, for many data sets; and the folds they are in."""

import hashlib
from typing import Any

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import root_entropy
from bakeoff.lab._loops import (
    learner_of,
    run_nominal,
    run_numeric,
    takes_nominal,
    takes_numbers,
    without_attributes,
)
from bakeoff.lab.learners import NUMERIC
from bakeoff.lab.learners._nominal import whole_numbers

LARGEST = 1e100  # squares of larger numbers, added up, might not be numbers any more


def item_errors(
    X: Any, y: Any, *, learner: Any, runs: int = 10, folds: int = 10, seeds: Any
) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Which items a learner gets wrong in repeated stratified k-fold cross-validation.

    The folds are those of :func:`fold_of`: they depend on ``y``, ``seeds`` and the run alone, so that two
    learners that are shown different attributes of the same items, even nominal ones and numbers, are
    paired when they are given the same seeds. The result does not depend on the number of threads.

    Parameters
    ----------
    X
        (data sets, items, attributes). Whole numbers (of an integer or bool type) are nominal attributes;
        floats are numbers, which ``1-nn``, ``3-nn``, ``gaussian-naive-bayes`` and ``majority`` take.
        ``gaussian-naive-bayes`` takes whole numbers as numbers too.
    y
        Classes as whole numbers: (data sets, items).
    learner
        A key of :data:`bakeoff.lab.learners.LEARNERS` or :data:`bakeoff.lab.learners.NUMERIC`, one of the
        estimators of :mod:`bakeoff.lab.learners`, or scikit-learn's ``GaussianNB``.
    runs, folds
        How often the data are dealt, and into how many folds.
    seeds
        A number for each data set, as :func:`data_seeds` makes them.

    Returns
    -------
    numpy.ndarray
        (data sets, runs, items): 1 where the item was put into a wrong class when its fold was tested.

    Notes
    -----
    On numbers, the distance of nearest neighbours is Euclid's, and ties are broken as on nominal
    attributes: every training item as near as the k-th, to the last bit of the sum of squares, votes too,
    and of classes with equally many votes the first is taken. Gaussian naive Bayes is scikit-learn's,
    from sums over the folds: of classes whose log densities are equal to the last bit the first is taken,
    and where no attribute varies in the training items the most frequent class.

    Examples
    --------
    >>> X = np.array([[[0.1], [0.3], [0.2], [1.1], [1.3], [1.2]]])
    >>> y = np.array([[0, 0, 1, 1, 1, 1]])
    >>> item_errors(X, y, learner="1-nn", runs=2, folds=2, seeds=data_seeds(X, y, 0)).shape
    (1, 2, 6)
    """
    chosen, given = learner_of(learner), _array(X)
    nominal = given.dtype.kind in "biu" and takes_nominal(chosen)
    if not nominal and not takes_numbers(chosen):
        raise InputError(
            f"X is {given.dtype} and the learner {type(chosen).__name__} takes nominal attributes; "
            f"expected whole numbers (X.astype(int)), or one of {', '.join(NUMERIC)}"
        )
    items: Any = whole_numbers(given) if nominal else _numbers(given)
    classes, dealt_by = _classes(y, items.shape), _checked(seeds, len(items))
    check_design(items.shape[1], runs, folds)
    errors = np.empty((len(items), int(runs), int(folds)), dtype=np.int64)
    flags = np.empty((len(items), int(runs), items.shape[1]), dtype=np.uint8)
    (run_nominal if nominal else run_numeric)(chosen, items, classes, dealt_by, errors, flags)
    return flags


def fold_of(y: Any, *, runs: int = 10, folds: int = 10, seeds: Any) -> Ints:
    """The fold in which each item is tested, run by run: (data sets, runs, items).

    The items of each class are shuffled, the classes laid end to end, and dealt round robin:
    fold = position mod k (EST-3). Folds differ by at most one in size, and in the items of each class.

    Examples
    --------
    >>> dealt = fold_of([[0] * 6 + [1] * 4], runs=3, folds=2, seeds=np.array([7], dtype=np.uint64))
    >>> dealt.shape, dealt[0, :, 6:].sum(axis=1).tolist()
    ((1, 3, 10), [2, 2, 2])
    """
    from bakeoff.lab._stack import assign

    classes = _classes(y)
    check_design(classes.shape[1], runs, folds)
    stack = without_attributes(classes, _checked(seeds, len(classes)))
    dealt = np.empty((len(classes), int(runs), classes.shape[1]), dtype=np.int64)
    assign(stack, dealt, int(folds))
    return dealt


def data_seeds(X: Any, y: Any, rng: Any = 0) -> Any:
    """A number for each data set that stands for its content and for the rng.

    X is (data sets, items, attributes), whole numbers or floats, and y (data sets, items).

    Examples
    --------
    >>> X = np.zeros((1, 3, 1), dtype=int)
    >>> one, two, three = data_seeds(X[[0, 0, 0]], [[0, 0, 1], [0, 1, 1], [0, 0, 1]], 5)
    >>> bool(one == three), bool(one == two)
    (True, False)
    """
    given = _array(X)
    items = whole_numbers(given) if given.dtype.kind in "biu" else _numbers(given)
    return hashed(items, _classes(y, items.shape), rng)


def hashed(items: Any, classes: Ints, rng: Any) -> Any:
    """:func:`data_seeds` of what has been read."""
    kept = items.astype("<u2") if items.dtype.kind == "i" else (items + 0.0).astype("<f8")  # no -0.0
    head = f"{root_entropy(rng)} {items.shape[1:]};".encode()
    seeds = np.empty(len(items), dtype=np.uint64)
    for at, (table, labels) in enumerate(zip(kept, classes.astype("<u2"), strict=True)):
        digest = hashlib.blake2b(head, digest_size=8)
        digest.update(table.tobytes())
        digest.update(labels.tobytes())
        seeds[at] = int.from_bytes(digest.digest(), "little")
    return seeds


def check_design(n: int, runs: int, folds: int) -> None:
    """Refuse what n items cannot be dealt into."""
    at_least(1, runs=runs)
    at_least(2, folds=folds)
    if n < folds:
        raise InputError(f"there are {n} items and {folds} folds; expected at least one item in each fold")


def _array(X: Any) -> Any:
    try:
        given = np.asarray(X)
    except ValueError:
        raise InputError("X has rows of different lengths; expected a table for each data set") from None
    if given.dtype.kind not in "biuf":
        raise InputError(f"X is {given.dtype}; expected whole numbers or floats: number names from 0 upwards")
    return given


def _numbers(given: Any) -> Floats:
    numbers = np.ascontiguousarray(given, dtype=np.float64)
    legal = np.abs(numbers) <= LARGEST
    if not legal.all():
        raise InputError(
            f"X holds {numbers[~legal].ravel()[0]}; expected numbers between -{LARGEST:g} and {LARGEST:g}: "
            f"leave out or fill in what is missing"
        )
    return numbers


def _classes(y: Any, shape: tuple[int, ...] | None = None) -> Ints:
    """The classes of the items of data sets; ``shape`` is that of X."""
    classes = whole_numbers(y, "y")
    if shape is not None and (len(shape) != 3 or 0 in shape):
        raise InputError(f"X has shape {shape}; expected (data sets, items, attributes), none of them 0")
    if classes.ndim != 2 or 0 in classes.shape or (shape is not None and classes.shape != shape[:2]):
        wanted = "(data sets, items)" if shape is None else f"{shape[:2]}, as X has shape {shape}"
        raise InputError(f"y has shape {classes.shape}; expected {wanted}")
    return classes


def _checked(seeds: Any, sets: int) -> Any:
    given = np.asarray(seeds)
    if given.shape != (sets,) or given.dtype.kind not in "iu":
        raise InputError(
            f"seeds has shape {given.shape} and type {given.dtype}; expected a whole number for each of "
            f"{sets} data sets: data_seeds(X, y, rng) makes them"
        )
    return given.astype(np.uint64)
