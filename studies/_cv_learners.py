"""Learners for `studies.cv_metrics` that are trained on all folds of a data set at once.

A learner takes attributes (n, m), labels (n,) and the folds (runs, n) of the items. It returns a score of
each class for each item in each run (runs, n, classes) by the model that was trained without its fold.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Learner = Callable[[Array, Array, Array], Array]
CUTS = np.arange(1, 20) / 20


def training(folds: Array) -> Array:
    """Which items each model is trained on, 0 or 1: (runs * folds, n)."""
    return (
        (folds[:, None, :] != np.arange(folds.max() + 1)[:, None]).astype(float).reshape(-1, folds.shape[1])
    )


def tested(models: Array, folds: Array) -> Array:
    """Of models (runs * folds, ...) for each item in each run that which was not shown it (runs, n, ...)."""
    runs = len(folds)
    return models.reshape(runs, -1, *models.shape[1:])[np.arange(runs)[:, None], folds]


def _classes(y: Array) -> range:
    return range(int(y.max()) + 1)


def _moments(X: Array, train: Array) -> tuple[Array, Array, Array]:
    """The number, mean and covariance of the items of each training set."""
    total = train.sum(axis=1)
    mean = train @ X / total[:, None]
    products = (X[:, :, None] * X[:, None, :]).reshape(len(X), -1)
    square = (train @ products / total[:, None]).reshape(len(train), X.shape[1], -1)
    return total, mean, square - mean[:, :, None] * mean[:, None, :]


def _of_classes(X: Array, y: Array, folds: Array) -> list[tuple[Array, Array, Array]]:
    train = training(folds)
    return [_moments(X[y == each], train[:, y == each]) for each in _classes(y)]


def discriminant(X: Array, y: Array, folds: Array) -> Array:
    """Linear discriminant analysis."""
    parts = _of_classes(X, y, folds)
    size = sum(total for total, _, _ in parts)
    spread = sum(total[:, None, None] * square for total, _, square in parts) / size[:, None, None]
    found = []
    for total, mean, _ in parts:
        slope = np.linalg.solve(spread, mean[..., None])[..., 0]
        start = np.log(total) - (slope * mean).sum(axis=1) / 2
        found.append(np.einsum("rnm,nm->rn", tested(slope, folds), X) + tested(start, folds))
    return np.stack(found, axis=-1)


def gaussian_bayes(X: Array, y: Array, folds: Array) -> Array:
    """Naive Bayes with normal attributes."""
    found = []
    for total, mean, square in _of_classes(X, y, folds):
        spread = np.maximum(np.diagonal(square, axis1=1, axis2=2), 1e-9)
        start = tested(np.log(total) - np.log(spread).sum(axis=1) / 2, folds)
        found.append(start - ((X - tested(mean, folds)) ** 2 / tested(spread, folds)).sum(axis=-1) / 2)
    return np.stack(found, axis=-1)


def stump(balanced: bool, costs: tuple[float, ...] = ()) -> Learner:
    """The best cut of one attribute by the Gini index; classes may be weighed alike, or items by costs."""

    def learn(X: Array, y: Array, folds: Array) -> Array:
        train = training(folds)
        up = (X[:, None, :] > np.quantile(X, CUTS, axis=0)).reshape(len(X), -1)  # (n, cuts)
        above, below = [], []
        for each in _classes(y):
            held = train[:, y == each]
            total = held.sum(axis=1, keepdims=True)
            weight = 1 / total if balanced else costs[each] if costs else 1.0
            high = held @ up[y == each].astype(float)
            above.append(weight * high)
            below.append(1 - above[-1] if balanced else weight * (total - high))
        impure = sum(
            sum(part) - sum(x**2 for x in part) / np.maximum(sum(part), 1e-12) for part in (above, below)
        )
        best = impure.argmin(axis=1)
        leaves = np.stack([[x[np.arange(len(train)), best] for x in part] for part in (below, above)])
        leaves /= np.maximum(leaves.sum(axis=1, keepdims=True), 1e-12)  # (2, classes, fits)
        right = up[np.arange(len(X)), tested(best, folds)]
        low, high = (tested(part.T, folds) for part in leaves)
        return np.where(right[..., None], high, low)

    return learn


def one_rule(bins: int) -> Learner:
    """The best attribute in bins of equal size, each of which predicts one of balanced classes."""

    def learn(X: Array, y: Array, folds: Array) -> Array:
        train, attributes = training(folds), X.shape[1]
        cuts = np.quantile(X, np.arange(1, bins) / bins, axis=0)
        code = (X[:, :, None] > cuts.T).sum(axis=-1)
        inside = (code[:, :, None] == np.arange(bins)).reshape(len(X), -1).astype(float)
        shares = [train[:, y == each] @ inside[y == each] for each in _classes(y)]
        totals = [train[:, y == each].sum(axis=1, keepdims=True) for each in _classes(y)]
        found = np.stack([a / b for a, b in zip(shares, totals, strict=True)], axis=-1)
        found = found.reshape(len(train), attributes, bins, -1)
        best = found.max(axis=-1).sum(axis=-1).argmax(axis=1)
        table = tested(found[np.arange(len(train)), best], folds)
        mine = code[np.arange(len(X)), tested(best, folds)]
        return np.take_along_axis(table, mine[:, :, None, None], axis=2)[:, :, 0]

    return learn


def logistic(balanced: bool = False, penalty: float = 1.0, steps: int = 6) -> Learner:
    """Logistic regression of two classes with a penalty on the slopes, by Newton's method."""

    def learn(X: Array, y: Array, folds: Array) -> Array:
        weights, Z = training(folds), np.column_stack([np.ones(len(X)), X])
        if balanced:
            ones = (weights @ y)[:, None]
            share = ones / weights.sum(axis=1, keepdims=True)
            weights = weights * np.where(y == 1, 0.5 / share, 0.5 / (1 - share))
        products = (Z[:, :, None] * Z[:, None, :]).reshape(len(Z), -1)
        pull = penalty * np.diag([1e-6] + [1.0] * X.shape[1])
        found = np.zeros((len(weights), Z.shape[1]))
        for _ in range(steps):
            chance = 1 / (1 + np.exp(-np.clip(found @ Z.T, -30, 30)))
            slope = (weights * (y - chance)) @ Z - found @ pull
            bend = (weights * chance * (1 - chance)) @ products
            found += np.linalg.solve(bend.reshape(*found.shape, -1) + pull, slope[..., None])[..., 0]
        margin = np.einsum("rnm,nm->rn", tested(found, folds), Z)
        return np.stack([np.zeros(margin.shape), margin], axis=-1)

    return learn


def neighbours(k: int, balanced: bool = False) -> Learner:
    """The vote of the k nearest training items, where each may count by the rarity of its class."""

    def learn(X: Array, y: Array, folds: Array) -> Array:
        square = (X**2).sum(axis=1)
        apart = square[:, None] + square - 2 * X @ X.T
        np.fill_diagonal(apart, np.inf)
        depth = min(len(y) - 1, 2 * k + 15)  # of which k are nearly always of other folds
        near = np.argpartition(apart, depth - 1, axis=1)[:, :depth]
        near = np.take_along_axis(near, np.take_along_axis(apart, near, axis=1).argsort(axis=1), axis=1)
        shown = folds[:, near] != folds[:, :, None]
        counted = shown & (shown.cumsum(axis=2) <= k)
        weight = len(y) / np.bincount(y) if balanced else np.ones(int(y.max()) + 1)
        votes = [(counted & (y[near] == each)).sum(axis=2) * weight[each] for each in _classes(y)]
        return np.stack(votes, axis=-1)

    return learn


def moved(inner: Learner, by: float) -> Learner:
    """A learner at another operating point: the last class needs ``by`` less to be predicted."""

    def learn(X: Array, y: Array, folds: Array) -> Array:
        return inner(X, y, folds) + by * (np.arange(int(y.max()) + 1) == y.max())

    return learn
