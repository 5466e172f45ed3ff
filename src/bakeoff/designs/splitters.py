"""Splits from whatever says how to split: a design, a scikit-learn splitter, pairs, a number of folds."""

import copy
import dataclasses
import numbers
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeGuard, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.arrays import Ints, PerItem, Rng, Rows
from bakeoff.core.design import Design, Splits, Splitter
from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator
from bakeoff.designs._items import coded, count, same_length
from bakeoff.designs.given import Given
from bakeoff.designs.holdout import Holdout
from bakeoff.designs.kfold import KFold
from bakeoff.designs.leave_one_out import LeaveOneOut
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.designs.resampling import Resampling

EXPECTED = (
    "expected a design such as KFold(folds=10), a scikit-learn splitter, pairs (train, test) of item "
    "numbers, or a number of folds"
)
FOLDS = ("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold", "LeaveOneGroupOut")
REPEATED = ("RepeatedKFold", "RepeatedStratifiedKFold")
SHUFFLED = ("ShuffleSplit", "StratifiedShuffleSplit", "GroupShuffleSplit")


@runtime_checkable
class Scikit(Protocol):
    """What scikit-learn's splitters can do."""

    def split(self, X: Rows, y: object = None, groups: object = None) -> Iterator[object]:
        """Pairs (train, test) of item numbers."""

    def get_n_splits(self, *given: object) -> int:
        """How many splits there are."""


def as_splits(design: object, X: Rows, y: PerItem = None, groups: PerItem = None, rng: Rng = 0) -> Splits:
    """The splits of a design, a scikit-learn splitter, pairs (train, test) or a number of folds.

    Splits that are already there are taken as they are.

    Examples
    --------
    >>> as_splits(KFold(folds=2), ["a", "a", "b", "b"]).n_test.tolist()
    [[2.0, 2.0]]
    """
    if isinstance(design, Splits):
        if design.n != count(X):
            raise InputError(
                f"the splits are for {design.n} items, but X has {count(X)}; expected the same number"
            )
        return _undivided(design, groups)
    if isinstance(design, type):
        raise InputError(
            f"design is the class {design.__name__}; expected a design: write {design.__name__}()"
        )
    if isinstance(design, Splitter):
        return design.split(X, y, groups, rng=rng)
    return from_splitter(design, X, y, groups, rng=rng)


def unstratified(design: object) -> Any:
    """The same design without regard to classes, for data that have none.

    Examples
    --------
    >>> unstratified(KFold(folds=5))
    KFold(folds=5, stratified=False)
    """
    if _is_whole(design):
        return KFold(folds=design, stratified=False)
    if dataclasses.is_dataclass(design) and not isinstance(design, type):
        chosen = any(field.name == "stratified" for field in dataclasses.fields(design))
        return dataclasses.replace(design, stratified=False) if chosen else design
    return design


def from_splitter(
    splitter: object, X: Rows, y: PerItem = None, groups: PerItem = None, *, rng: Rng = 0
) -> Splits:
    """Splits with a scikit-learn splitter's own items, and its design where it is one of ours.

    Parameters
    ----------
    splitter
        An object with ``split`` and ``get_n_splits``, an iterable of pairs (train, test), or a number
        of folds. The object is not changed: where it draws at random and has no random_state, a copy
        of it gets one from ``rng``, so that the same ``rng`` gives the same splits.

    Examples
    --------
    >>> from sklearn.model_selection import ShuffleSplit
    >>> splits = from_splitter(ShuffleSplit(n_splits=4, test_size=0.2), range(10))
    >>> splits.design, splits.n_test.tolist()
    (Resampling(splits=4, test=0.2, stratified=False), [[2.0, 2.0, 2.0, 2.0]])
    """
    if _is_whole(splitter):
        return KFold(folds=splitter, stratified=y is not None).split(X, y, groups, rng=rng)
    n = count(X)
    same_length(n, y, groups)
    if isinstance(splitter, Scikit):
        pairs = _asked(_seeded(splitter, rng), np.zeros(n) if _is_whole(X) else X, y, groups)
    elif isinstance(splitter, Iterable) and not isinstance(splitter, str | bytes | dict):
        pairs = iter(splitter)
    else:
        raise InputError(f"design is {splitter!r:.80}; {EXPECTED}")
    test, drawn = _collected(pairs, n)
    n_train = n * len(test) - sum(map(len, test)) if drawn is None else sum(map(len, drawn))
    design = _design_of(splitter, len(test), sum(map(len, test)) / (sum(map(len, test)) + n_train))
    shape = design.shape or (1, len(test))
    return _undivided(Splits(design=design, n=n, shape=shape, test=test, drawn=drawn), groups)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _seeded(splitter: Scikit, rng: Rng) -> Scikit:
    """A copy, so that no generator of the user's moves on, with a random_state."""
    try:
        own: Any = copy.deepcopy(splitter)
    except Exception:  # what cannot be copied can still split
        return splitter
    if getattr(own, "random_state", 0) is None and getattr(own, "shuffle", True):
        own.random_state = int(generator(rng, "split", "splitter").integers(2**31))
    made: Scikit = own
    return made


def _asked(splitter: Scikit, X: Rows, y: object, groups: object) -> Iterator[object]:
    try:
        yield from splitter.split(X, y, groups)
    except Exception as problem:
        words = " ".join(str(problem).split())
        raise InputError(f"{type(splitter).__name__} cannot split these data: {words}") from problem


def _collected(pairs: Iterator[object], n: int) -> tuple[tuple[Ints, ...], tuple[Ints, ...] | None]:
    """The test items of each split, and the training items unless they are all the others, in order.

    One split at a time, because the training sets of leave-one-out are n times n numbers.
    """
    test: list[Ints] = []
    drawn: list[Ints | None] = []
    for at, pair in enumerate(pairs):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise InputError(f"split {at} is {pair!r:.80}; {EXPECTED}")
        train = _numbers(pair[0], n, f"split {at}", "train")
        tested = _numbers(pair[1], n, f"split {at}", "test")
        rest = _rest(tested, n)
        if len(rest) + len(tested) > n or not np.isin(train, rest).all():
            raise InputError(
                f"split {at} tests an item twice or tests a training item; expected distinct test items "
                f"that are not in the training set"
            )
        test.append(tested)
        drawn.append(None if np.array_equal(train, rest) else train)
    if not test:
        raise InputError(f"design has no splits; {EXPECTED}")
    if all(train is None for train in drawn):
        return tuple(test), None
    kept = (_rest(t, n) if train is None else train for train, t in zip(drawn, test, strict=True))
    return tuple(test), tuple(kept)


def _undivided(splits: Splits, groups: PerItem) -> Splits:
    """The splits, if each has the items of a group on one side."""
    codes, names = ((), ()) if groups is None else coded(groups, "groups")
    for at, (train, test) in enumerate(splits if names else ()):
        tested = np.zeros(len(names), dtype=bool)
        tested[codes[test]] = True
        divided = np.flatnonzero(tested[codes[train]])
        if len(divided):
            raise InputError(
                f"split {at} has items of group {names[codes[train[divided[0]]]]!r} in both the training "
                f"and the test set; expected each group in one of them: use a design of bakeoff, or a "
                f"splitter such as GroupKFold"
            )
    return splits


def _rest(test: Ints, n: int) -> Ints:
    rest = np.ones(n, dtype=bool)
    rest[test] = False
    return np.flatnonzero(rest)


def _numbers(items: ArrayLike, n: int, where: str, what: str) -> Ints:
    """The items of one side: by number, or marked in an array of n booleans."""
    array = np.asarray(items)
    if array.size == 0:
        raise InputError(f"{where} has no items to {what} on; expected at least one")
    if array.dtype.kind == "b" and array.shape == (n,):
        return np.flatnonzero(array)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise InputError(f"{where} has {items!r:.80} to {what} on; expected item numbers from 0 to {n - 1}")
    if array.min() < 0 or array.max() >= n:
        wrong = array.min() if array.min() < 0 else array.max()
        raise InputError(f"{where} has item {wrong} to {what} on; expected numbers from 0 to {n - 1}")
    return array.astype(np.int64)


def _design_of(splitter: object, splits: int, share: float) -> Design:
    """What a splitter of scikit-learn is called here; a subclass of one may do as it likes."""
    kind = type(splitter)
    name = kind.__name__ if kind.__module__.startswith("sklearn.model_selection") else ""
    stratified = "Stratified" in name
    if name in FOLDS:
        return KFold(folds=splits, stratified=stratified)
    if name in REPEATED:
        runs = int(getattr(splitter, "n_repeats", 1))
        return RepeatedKFold(runs=runs, folds=splits // runs, stratified=stratified)
    if name in SHUFFLED and splits == 1:
        return Holdout(test=share, stratified=stratified)
    if name in SHUFFLED:
        return Resampling(splits=splits, test=share, stratified=stratified)
    return LeaveOneOut() if name == "LeaveOneOut" else Given(splits=splits)
