"""Test errors of a compiled learner by run and fold, for one data set or many."""

import hashlib
from typing import Any

import numpy as np

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import root_entropy
from bakeoff.learners import (
    C45,
    Majority,
    NaiveBayes,
    make,
)
from bakeoff.learners._nominal import seen, starts, whole_numbers
from bakeoff.learners.c45 import tree_rules


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
    X, y, single = _read(X, y, runs, folds)
    stack = _stack(X, y, rng, attributes)
    errors = np.zeros((len(X), runs, folds), dtype=np.int64)
    chosen = make(learner) if isinstance(learner, str) else learner
    from bakeoff.lab import _loops
    if isinstance(chosen, C45): _loops.c45(stack, tree_rules(chosen, X.shape[1]), errors)
    elif isinstance(chosen, NaiveBayes): _loops.naive_bayes(stack, errors)
    elif isinstance(chosen, Majority): _loops.majority(stack, errors)
    return errors[0] if single else errors


def fold_assignment(X: Any, y: Any, *, runs: int = 10, folds: int = 10, rng: Any = 0) -> Ints:
    from bakeoff.lab._stack import assign

    X, y, single = _read(X, y, runs, folds)
    stack = _stack(X, y, rng)
    fold_of = np.empty((len(X), runs, X.shape[1]), dtype=np.int64)
    assign(stack, runs, folds, fold_of)
    return fold_of[0] if single else fold_of


def _read(X: Any, y: Any, runs, folds) -> tuple[Ints, Ints, bool]:
    X, y = whole_numbers(X), np.asarray(y)
    single = X.ndim == 2
    if single: X, y = X[None], y[None]
    return X, y, single


def _stack(X: Ints, y: Ints, rng: Any, attributes=None) -> Any:
    from bakeoff.lab._stack import Stack, fill

    root = root_entropy(rng)
    seeds = np.array([_seed(root, items, labels) for items, labels in zip(X, y)], dtype=np.uint64)
    if attributes is not None: X = X[:, :, attributes]
    (sets, n, width), classes = X.shape, np.unique(y)
    codes = np.searchsorted(classes, y)
    start = starts(seen(X.reshape(-1, width)))
    words = n // 64 + len(classes)
    ints = lambda *shape: np.empty(shape, dtype=np.int64)
    stack = Stack(
        seeds=seeds,
        item=ints(sets, n),
        label=ints(sets, n),
        cells=ints(sets, n, width),
        ends=ints(sets, len(classes)),
        seat=ints(sets, n),
        first_word=ints(sets, len(classes) + 1),
        bits=np.empty((sets, start[-1], words), dtype=np.uint64),
        counts=ints(sets, start[-1], len(classes)),
        start=start,
    )
    fill(stack, X + start[:-1], codes)
    return stack


def _seed(root: int, X: Ints, y: Ints) -> int:
    digest = hashlib.blake2b(f"{root} {X.shape};".encode(), digest_size=8)
    digest.update(X.astype("<u2").tobytes())
    digest.update(y.astype("<i8").tobytes())
    return int.from_bytes(digest.digest(), "little")
