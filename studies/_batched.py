"""Learners that are trained on many subsets of one data set at once, for studies.

A learner takes attributes (n, m), labels (n,) and weights (fits, n): how often each item is in each training
set. It returns its predictions (fits, n); those of items with weight 0 are the ones to be scored.
"""

from collections.abc import Callable
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Learner = Callable[[Array, Array, Array], Array]


def _one_hot(values: Array, size: int) -> Array:
    return (values[..., None] == np.arange(size)).astype(float)


def _class_counts(y: Array, weights: Array) -> Array:
    """(fits, classes)."""
    return weights @ _one_hot(y, int(y.max()) + 1)


def _value_counts(X: Array, y: Array, weights: Array) -> Array:
    """(fits, attributes, values, classes)."""
    n, m = X.shape
    values = int(X.max()) + 1
    shown = _one_hot(X, values).reshape(n, m * values)
    of_class = [(weights * (y == label)) @ shown for label in range(int(y.max()) + 1)]
    return np.stack(of_class, axis=-1).reshape(len(weights), m, values, -1)


def ranked_class(place: int = 0) -> Learner:
    """Predict one class for all: the most frequent (0), the next (1), ..., the least frequent (-1)."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        counts = _class_counts(y, weights)
        chosen = np.argsort(-counts, axis=1, kind="stable")[:, place]
        return np.repeat(chosen[:, None], len(y), axis=1)

    return predict


def constant(X: Array, y: Array, weights: Array) -> Array:
    """Predict class 0."""
    del X
    return np.zeros((len(weights), len(y)), dtype=int)


def _scores(counts: Array, by: str) -> Array:
    """How well each attribute predicts the class: by accuracy or by information (fits, attributes)."""
    if by == "accuracy":
        return counts.max(axis=-1).sum(axis=-1)
    share = counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1e-9)
    return (counts * np.log(np.where(share > 0, share, 1))).sum(axis=(-1, -2))


def _at(counts: Array, chosen: Array) -> Array:
    """The counts of the chosen attribute: (fits, values, classes)."""
    return np.take_along_axis(counts, chosen[:, None, None, None], axis=1)[:, 0]


def _by_value(X: Array, chosen: Array, label: Array) -> Array:
    """The label (fits, values) of each item's value of the chosen attribute."""
    return np.take_along_axis(label, X[:, chosen].T, axis=1)


def stump(by: str = "accuracy") -> Learner:
    """The best single nominal attribute, the commonest class of each of its values."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        counts = _value_counts(X, y, weights)
        chosen = _scores(counts, by).argmax(axis=1)
        return _by_value(X, chosen, _at(counts, chosen).argmax(axis=-1))

    return predict


def screened_stump(threshold: float) -> Learner:
    """The best binary attribute if its standardised association exceeds a threshold, else the majority."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        counts = _value_counts(X, y, weights)
        (a, b), (c, d) = (counts[..., value, :].transpose(2, 0, 1) for value in (0, 1))
        margins = (a + b) * (c + d) * (a + c) * (b + d)
        z = np.abs(a * d - b * c) * np.sqrt(a + b + c + d) / np.sqrt(np.maximum(margins, 1e-9))
        chosen = z.argmax(axis=1)
        best = _at(counts, chosen)
        label = np.where(
            (z.max(axis=1) > threshold)[:, None],
            best.argmax(axis=-1),
            best.sum(axis=1).argmax(axis=-1)[:, None],
        )
        return _by_value(X, chosen, label)

    return predict


def cut_stump(X: Array, y: Array, weights: Array) -> Array:
    """The cut of one number that is best by the Gini index, of 19 quantiles each; two classes."""
    totals = _class_counts(y, weights)[..., None]
    cuts = np.quantile(X, np.arange(1, 20) / 20, axis=0)
    above = (X[:, None, :] > cuts).reshape(len(X), -1).astype(float)
    high = np.stack([(weights * (y == label)) @ above for label in (0, 1)], axis=1)  # fits, classes, cuts
    low = totals - high
    impure = sum(side.prod(axis=1) / np.maximum(side.sum(axis=1), 1e-12) for side in (high, low))
    best = impure.argmin(axis=1)
    label = np.stack([side[np.arange(len(best)), :, best].argmax(axis=1) for side in (low, high)], axis=1)
    return _by_value(above.astype(int), best, label)


def weighed(inner: Learner, positive: float | None = None) -> Learner:
    """A learner that weights positive items, or both classes equally by default."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        counts = _class_counts(y, weights)
        ratio = counts[:, :1] / np.maximum(counts[:, 1:], 1) if positive is None else positive
        return inner(X, y, np.where(y == 1, ratio, 1.0) * weights)

    return predict


def with_best_threshold(X: Array, y: Array, weights: Array) -> Array:
    """The linear discriminant, cut where F1 is highest on the training set; two classes."""
    Z = X - X.mean(axis=0)
    (low, high), counts = _class_means(Z, y, weights), _class_counts(y, weights)
    within = _moments(Z, weights) - sum(
        counts[:, at, None, None] * mean[:, :, None] * mean[:, None, :] for at, mean in enumerate((low, high))
    )
    slope = np.linalg.solve(within + 1e-9 * np.eye(Z.shape[1]), (high - low)[..., None])[..., 0]
    score = slope @ Z.T
    order = np.argsort(-score, axis=1)
    kept = np.take_along_axis(weights, order, axis=1)
    called, right = np.cumsum(kept, axis=1), np.cumsum(kept * y[order], axis=1)
    best = (2 * right / (called + counts[:, 1:])).argmax(axis=1)
    return (score >= np.take_along_axis(np.take_along_axis(score, order, 1), best[:, None], 1)).astype(int)


def _class_means(X: Array, y: Array, weights: Array) -> tuple[Array, Array]:
    """The mean of each of two classes in each training set: (fits, attributes)."""
    low, high = (weights * (y == label) for label in (0, 1))
    return low @ X / np.maximum(low.sum(1), 1)[:, None], high @ X / np.maximum(high.sum(1), 1)[:, None]


def naive_bayes(keep: int | None = None) -> Learner:
    """Naive Bayes on nominal attributes, on the ``keep`` most informative ones where given."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        counts = _value_counts(X, y, weights)
        table = np.log((counts + 1) / (counts + 1).sum(axis=2, keepdims=True))
        if keep is not None:
            order = np.argsort(-_scores(counts, "information"), axis=1)
            used = np.zeros(order.shape)
            np.put_along_axis(used, order[:, :keep], 1.0, axis=1)
            table = table * used[:, :, None, None]
        shown = _one_hot(X, counts.shape[2]).reshape(len(X), -1)
        odds = np.einsum("nv,fvc->fnc", shown, table.reshape(len(weights), shown.shape[1], -1), optimize=True)
        return (odds + np.log(_class_counts(y, weights) + 1)[:, None]).argmax(axis=-1)

    return predict


def boosted_stumps(rounds: int) -> Learner:
    """AdaBoost (Freund and Schapire 1997) of stumps on binary attributes, two classes."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        signs, truth = 2.0 * X - 1, 2.0 * y - 1
        signs = np.column_stack([signs, np.ones(len(y))])
        voted, mass = np.zeros(weights.shape), weights / weights.sum(axis=1, keepdims=True)
        for _ in range(rounds):
            edge = (mass * truth) @ signs
            chosen = np.abs(edge).argmax(axis=1)
            best = np.clip(np.take_along_axis(edge, chosen[:, None], axis=1), -0.999, 0.999)
            step = np.arctanh(best) * signs[:, chosen].T
            voted += step
            mass = mass * np.exp(-step * truth)
            mass /= mass.sum(axis=1, keepdims=True)
        return (voted > 0).astype(int)

    return predict


def bagged(inner: Learner, bags: int) -> Learner:
    """The vote of a learner trained on ``bags`` bootstrap samples of each training set, two classes.

    The samples are drawn from their own stream, the same in each call.
    """

    def predict(X: Array, y: Array, weights: Array) -> Array:
        rng = np.random.default_rng(0)
        votes = np.zeros(weights.shape)
        chances = weights / weights.sum(axis=1, keepdims=True)
        for _ in range(bags):
            votes += inner(X, y, rng.multinomial(weights.sum(axis=1).astype(int), chances).astype(float))
        return (votes > bags / 2).astype(int)

    return predict


def tuned(*options: Learner) -> Learner:
    """The option that is right most often in one half of a training set after training on the other half."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        held = np.arange(len(y)) % 2 == 0
        tried = [(option(X, y, weights * held) == y) * weights * ~held for option in options]
        best = np.argmax([each.sum(axis=1) for each in tried], axis=0)
        said = np.stack([option(X, y, weights) for option in options])
        return np.take_along_axis(said, best[None, :, None], axis=0)[0]

    return predict


def random_start(inner: Learner, chance: float) -> Learner:
    """A learner that ends with the majority class in some of its training sets, as bad random starts do."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        good, bad = inner(X, y, weights), ranked_class()(X, y, weights)
        seeds = [crc32(row.tobytes(), crc32(np.ascontiguousarray(X).tobytes())) for row in weights]
        failed = np.array([np.random.default_rng(seed).random() < chance for seed in seeds])
        return np.where(failed[:, None], bad, good)

    return predict


def _design_matrix(X: Array) -> Array:
    return np.column_stack([np.ones(len(X)), X])


def _moments(Z: Array, weights: Array) -> Array:
    """Z'WZ for each training set: (fits, p, p)."""
    p = Z.shape[1]
    return (weights @ (Z[:, :, None] * Z[:, None, :]).reshape(len(Z), -1)).reshape(-1, p, p)


def ridge(penalty: float, threshold: float = 0.0) -> Learner:
    """Linear regression with a penalty on the slopes, which a threshold may draw towards 0."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        Z = _design_matrix(X)
        pull = penalty * np.diag([0.0] + [1.0] * X.shape[1]) + 1e-9 * np.eye(Z.shape[1])
        found = np.linalg.solve(_moments(Z, weights) + pull, ((weights * y) @ Z)[..., None])[..., 0]
        found[:, 1:] = np.sign(found[:, 1:]) * np.maximum(np.abs(found[:, 1:]) - threshold, 0)
        return found @ Z.T

    return predict


def logistic(penalty: float, steps: int = 8) -> Learner:
    """Logistic regression with a penalty on the slopes, by Newton's method; two classes."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        Z = _design_matrix(X)
        pull = penalty * np.diag([1e-6] + [1.0] * X.shape[1])
        found = np.zeros((len(weights), Z.shape[1]))
        for _ in range(steps):
            chance = 1 / (1 + np.exp(-np.clip(found @ Z.T, -30, 30)))
            slope = (weights * (y - chance)) @ Z - found @ pull
            bend = _moments(Z, weights * chance * (1 - chance)) + pull
            found = found + np.linalg.solve(bend, slope[..., None])[..., 0]
        return (found @ Z.T > 0).astype(int)

    return predict


def best_predictor(X: Array, y: Array, weights: Array) -> Array:
    """Simple regression on the one attribute that is most correlated with the response."""
    total = weights.sum(axis=1, keepdims=True)
    mean_x, mean_y = weights @ X / total, (weights @ y)[:, None] / total
    cross = (weights * y) @ X / total - mean_x * mean_y
    spread = np.maximum(weights @ X**2 / total - mean_x**2, 1e-12)
    chosen = (cross**2 / spread).argmax(axis=1)[:, None]
    slope = np.take_along_axis(cross / spread, chosen, axis=1)
    return mean_y + slope * (X[:, chosen[:, 0]].T - np.take_along_axis(mean_x, chosen, axis=1))


def neighbours(k: int) -> Learner:
    """The vote, or for numbers the mean, of the k nearest training items."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        apart = ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=-1)
        found = np.zeros(weights.shape, dtype=y.dtype)
        for row, counts in zip(found, weights, strict=True):
            test, held = np.flatnonzero(counts == 0), np.repeat(np.arange(len(y)), counts.astype(int))
            most = min(k, len(held))
            near = np.argpartition(apart[np.ix_(test, held)], most - 1, axis=1)[:, :most]
            labels = y[held[near]]
            row[test] = labels.mean(axis=1) if y.dtype.kind == "f" else _voted(labels, int(y.max()) + 1)
        return found

    return predict


def _voted(labels: Array, classes: int) -> Array:
    return _one_hot(labels, classes).sum(axis=1).argmax(axis=1)


def one_by_one(make: Callable[[], Any]) -> Learner:
    """An estimator of scikit-learn, trained on one training set after the other."""

    def predict(X: Array, y: Array, weights: Array) -> Array:
        found = np.zeros(weights.shape, dtype=y.dtype)
        for row, counts in zip(found, weights, strict=True):
            test, held = np.flatnonzero(counts == 0), np.repeat(np.arange(len(y)), counts.astype(int))
            row[test] = make().fit(X[held], y[held]).predict(X[test])
        return found

    return predict
