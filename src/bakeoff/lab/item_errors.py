"""What a compiled learner gets wrong, by item or by fold, in each run, for many data sets; and the folds."""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import root_entropy
from bakeoff.lab.learners import NUMERIC
from bakeoff.lab.learners._arrays import Flags, Words
from bakeoff.lab.learners._needs import needs_numba
from bakeoff.lab.learners._nominal import whole_numbers

Array = npt.NDArray[np.generic]
Columns = slice | Sequence[int] | Ints | None
LARGEST = 1e100  # sums of squares of larger numbers might overflow


def fold_errors(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    learner: object = "c45",
    runs: int = 10,
    folds: int = 10,
    rng: int = 0,
    attributes: Columns = None,
) -> Ints:
    """Count the test errors of a learner in repeated stratified k-fold cross-validation.

    All runs of all data sets are done in one compiled loop over the threads. The folds are those of
    ``fold_assignment``: they depend on the data, ``rng`` and the run, and on nothing else, so that
    two calls with different learners are paired, and no result depends on the other data sets, their
    order or the number of threads. Each number is what the estimator of ``bakeoff.lab.learners``, trained
    on the other folds, gets wrong in the fold.

    Parameters
    ----------
    X
        Nominal attributes as whole numbers from 0 upwards: (items, attributes), or
        (data sets, items, attributes).
    y
        Classes as whole numbers: (items) or (data sets, items).
    learner
        A key of ``bakeoff.learners.LEARNERS``, or one of the estimators of ``bakeoff.learners``;
        ``gaussian-naive-bayes`` takes the whole numbers as numbers. For others see
        ``item_errors``.
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
    needs_numba()
    from bakeoff.lab._loops import learner_of, run_loop, takes_nominal

    chosen = learner_of(learner)
    items, classes, single = _read(X, y)
    check_design(items.shape[1], runs, folds)
    shown, seeds = _columns(items, attributes), _hashed(items, classes, _number(rng))
    errors = np.empty((len(items), int(runs), int(folds)), dtype=np.int64)
    flags = np.empty((0, 0, 0), np.uint8)  # none are needed
    run_loop(
        chosen, shown if takes_nominal(chosen) else shown.astype(np.float64), classes, seeds, errors, flags
    )
    return errors[0] if single else errors


def fold_assignment(
    X: npt.ArrayLike, y: npt.ArrayLike, *, runs: int = 10, folds: int = 10, rng: int = 0
) -> Ints:
    """The folds of :func:`fold_errors`, shuffled within each class: (runs, items), or for data sets.

    Examples
    --------
    >>> y = np.array([0] * 6 + [1] * 4)
    >>> folds = fold_assignment(np.zeros((10, 1), dtype=int), y, runs=3, folds=2)
    >>> folds.shape, [int(y[folds[run] == 0].sum()) for run in range(3)]
    ((3, 10), [2, 2, 2])
    """
    items, classes, single = _read(X, y)
    found = fold_of(classes, runs=runs, folds=folds, seeds=_hashed(items, classes, _number(rng)))
    return found[0] if single else found


def item_errors(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    learner: object,
    runs: int = 10,
    folds: int = 10,
    seeds: npt.ArrayLike,
) -> Flags:
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
        (data sets, runs, items): 1 where the item was misclassified when its fold was tested.

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
    needs_numba()
    from bakeoff.lab._loops import learner_of, run_loop, takes_nominal, takes_numbers

    chosen, given = learner_of(learner), _array(X)
    nominal = given.dtype.kind in "biu" and takes_nominal(chosen)
    if not nominal and not takes_numbers(chosen):
        raise InputError(
            f"X is {given.dtype} and the learner {type(chosen).__name__} takes nominal attributes; "
            f"expected whole numbers (X.astype(int)), or one of {', '.join(NUMERIC)}"
        )
    items = whole_numbers(given) if nominal else _numbers(given)
    classes, dealt_by = _classes(y, items.shape), _checked(seeds, len(items))
    check_design(items.shape[1], runs, folds)
    errors = np.empty((len(items), int(runs), int(folds)), dtype=np.int64)
    flags = np.empty((len(items), int(runs), items.shape[1]), dtype=np.uint8)
    run_loop(chosen, items, classes, dealt_by, errors, flags)
    return flags


def fold_of(y: npt.ArrayLike, *, runs: int = 10, folds: int = 10, seeds: npt.ArrayLike) -> Ints:
    """The fold in which each item is tested, run by run: (data sets, runs, items).

    The items of each class are shuffled, the classes laid end to end, and dealt round robin:
    fold = position mod k (EST-3). Folds differ by at most one in size, and in the items of each class.

    Examples
    --------
    >>> dealt = fold_of([[0] * 6 + [1] * 4], runs=3, folds=2, seeds=np.array([7], dtype=np.uint64))
    >>> dealt.shape, dealt[0, :, 6:].sum(axis=1).tolist()
    ((1, 3, 10), [2, 2, 2])
    """
    needs_numba()
    from bakeoff.lab._loops import dealt

    classes = _classes(y)
    check_design(classes.shape[1], runs, folds)
    return dealt(classes, _checked(seeds, len(classes)), int(runs), int(folds))


def data_seeds(X: npt.ArrayLike, y: npt.ArrayLike, rng: int | np.random.Generator | None = 0) -> Words:
    """A number for each data set that depends on its content and on the rng.

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
    return _hashed(items, _classes(y, items.shape), root_entropy(rng))


def _hashed(items: Ints | Floats, classes: Ints, root: int) -> Words:
    kept = items.astype("<u2") if items.dtype.kind == "i" else (items + 0.0).astype("<f8")  # no -0.0
    head = f"{root} {items.shape[1:]};".encode()
    seeds = np.empty(len(items), dtype=np.uint64)
    for at, (table, labels) in enumerate(zip(kept, classes.astype("<u2"), strict=True)):
        digest = hashlib.blake2b(head, digest_size=8)
        digest.update(table.tobytes())
        digest.update(labels.tobytes())
        seeds[at] = int.from_bytes(digest.digest(), "little")
    return seeds


def check_design(n: int, runs: int, folds: int) -> None:
    """Refuse numbers of folds that n items cannot be dealt into."""
    at_least(1, runs=runs)
    at_least(2, folds=folds)
    if n < folds:
        raise InputError(f"there are {n} items and {folds} folds; expected at least one item in each fold")


def _array(X: npt.ArrayLike) -> Array:
    try:
        given = np.asarray(X)
    except ValueError:
        raise InputError("X has rows of different lengths; expected a table for each data set") from None
    if given.dtype.kind not in "biuf":
        raise InputError(f"X is {given.dtype}; expected whole numbers or floats: number names from 0 upwards")
    return given


def _numbers(given: Array) -> Floats:
    numbers = np.ascontiguousarray(given, dtype=np.float64)
    legal = np.abs(numbers) <= LARGEST
    if not legal.all():
        raise InputError(
            f"X holds {numbers[~legal].ravel()[0]}; expected numbers between -{LARGEST:g} and {LARGEST:g}: "
            f"leave out or fill in what is missing"
        )
    return numbers


def _classes(y: npt.ArrayLike, shape: tuple[int, ...] | None = None) -> Ints:
    """The classes of the items of data sets; ``shape`` is that of X."""
    classes = whole_numbers(y, "y")
    if shape is not None and (len(shape) != 3 or 0 in shape):
        raise InputError(f"X has shape {shape}; expected (data sets, items, attributes), none of them 0")
    if classes.ndim != 2 or 0 in classes.shape or (shape is not None and classes.shape != shape[:2]):
        wanted = "(data sets, items)" if shape is None else f"{shape[:2]}, as X has shape {shape}"
        raise InputError(f"y has shape {classes.shape}; expected {wanted}")
    return classes


def _checked(seeds: npt.ArrayLike, sets: int) -> Words:
    given = np.asarray(seeds)
    if given.shape != (sets,) or given.dtype.kind not in "iu":
        raise InputError(
            f"seeds has shape {given.shape} and type {given.dtype}; expected a whole number for each of "
            f"{sets} data sets: data_seeds(X, y, rng) makes them"
        )
    return given.astype(np.uint64)


def _read(X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Ints, Ints, bool]:
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


def _number(rng: int) -> int:
    """The rng as a number: a Generator moves on, and two calls with it would not be paired."""
    if hasattr(rng, "integers"):
        raise InputError(f"rng is {rng!r}; expected a whole number, so that two calls get the same folds")
    return root_entropy(rng)


def _columns(items: Ints, attributes: Columns) -> Ints:
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
