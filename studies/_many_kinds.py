"""The score t test on thousands of test sets at once, with many classes and clusters.

Test sets are arrays [test set, item] of true and predicted classes, and the slopes of each metric are written
out; tests hold this against `bakeoff.methods.score_t`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import special

Floats = Any


def averaged(
    weight: Callable[[int], Floats], of: Callable[..., tuple[Floats, Floats, Floats, Floats]]
) -> Any:
    """Value and slopes of a weighted sum over classes of ``right / (said + true)`` or a part of that."""

    def metric(m: Floats) -> tuple[Floats, Floats]:
        said, true, right = m.sum(axis=-1), m.sum(axis=-2), np.diagonal(m, axis1=-2, axis2=-1)
        w = weight(m.shape[-1])
        value, own, by_said, by_true = of(right, said, true)
        slope = -(w * by_said)[..., :, None] - (w * by_true)[..., None, :]
        return (w * value).sum(axis=-1), slope + _diagonal(w * own)

    return metric


def _diagonal(x: Floats) -> Floats:
    return x[..., :, None] * np.eye(x.shape[-1])


def _f1(right: Floats, said: Floats, true: Floats) -> tuple[Floats, ...]:
    size = said + true
    value = 2 * right / size
    return value, 2 / size, value / size, value / size


def _precision(right: Floats, said: Floats, true: Floats) -> tuple[Floats, ...]:
    return right / said, 1 / said, right / said**2, np.zeros_like(said)


def _recall(right: Floats, said: Floats, true: Floats) -> tuple[Floats, ...]:
    return right / true, 1 / true, np.zeros_like(true), right / true**2


def kappa(m: Floats) -> tuple[Floats, Floats]:
    """Cohen's, with its slopes."""
    n, above, slope, chance, by_chance = _agreement(m)
    below = n**2 - chance
    value = above / below
    return value, (slope - _wide(value) * (2 * _wide(n) - by_chance)) / _wide(below)


def mcc(m: Floats) -> tuple[Floats, Floats]:
    """Gorodkin's, with its slopes."""
    n, above, slope, _, _ = _agreement(m)
    said, true = m.sum(axis=-1), m.sum(axis=-2)
    x, y = n**2 - (said**2).sum(axis=-1), n**2 - (true**2).sum(axis=-1)
    value = above / np.sqrt(x * y)
    bend = (n[..., None] - said)[..., :, None] / _wide(x) + (n[..., None] - true)[..., None, :] / _wide(y)
    return value, slope / _wide(np.sqrt(x * y)) - _wide(value) * bend


def _agreement(m: Floats) -> tuple[Floats, ...]:
    said, true, n = m.sum(axis=-1), m.sum(axis=-2), m.sum(axis=(-2, -1))
    right, chance = np.trace(m, axis1=-2, axis2=-1), (said * true).sum(axis=-1)
    by_chance = true[..., :, None] + said[..., None, :]
    slope = _wide(right) + _wide(n) * np.eye(m.shape[-1]) - by_chance
    return n, n * right - chance, slope, chance, by_chance


def _wide(x: Floats) -> Floats:
    return np.asarray(x)[..., None, None]


def _all(classes: int) -> Floats:
    return np.full(classes, 1 / classes)


def _second(classes: int) -> Floats:
    return (np.arange(classes) == 1).astype(float)


METRICS: dict[str, Callable[[Floats], tuple[Floats, Floats]]] = {
    "f1": averaged(_second, _f1),
    "precision": averaged(_second, _precision),
    "mcc": mcc,
    "kappa": kappa,
    "macro-f1": averaged(_all, _f1),
    "macro-precision": averaged(_all, _precision),
    "balanced-accuracy": averaged(_all, _recall),
}
"""Value and slopes of each metric, from confusion matrices [..., predicted, true]."""


class Sets(NamedTuple):
    """Test sets: true and predicted classes [test set, item], and the first item of each unit."""

    truth: Floats
    a: Floats
    b: Floats
    starts: Floats
    classes: int

    def matrices(self, said: Floats) -> Floats:
        """Confusion matrices [test set, predicted, true]."""
        k, count = self.classes, len(self.truth)
        cell = (np.arange(count)[:, None] * k + said) * k + self.truth
        return np.bincount(cell.ravel(), minlength=count * k * k).reshape(count, k, k).astype(float)

    def of_items(self, cells: Floats, said: Floats) -> Floats:
        """What the cell of each item has."""
        flat = cells.reshape(len(cells), -1)
        return np.take_along_axis(flat, said * self.classes + self.truth, axis=1)

    def of_units(self, values: Floats) -> Floats:
        """Sums over the items of each unit."""
        single = self.starts.size == values.shape[1]
        return values if single else np.add.reduceat(values, self.starts, axis=1)


def score_t(key: str, sets: Sets, delta: float = 0.0) -> Floats:
    """P-values of the score t test that A minus B is delta; NaN where the metric is 0/0."""
    with np.errstate(all="ignore"):
        gap, u, squares, squared = _restricted(key, sets, 0.0)
        squared = _restricted(key, sets, delta)[3] if delta else squared
        p = 2 * special.stdtr(_degrees(sets, u, squares), -np.abs(gap - delta) / np.sqrt(squared))
    differ = _differing(sets)
    p = np.where(squared == 0, np.minimum(1, 2.0 ** (1 - differ)), p)
    p = np.where((np.abs(gap - delta) <= 1e-14) | (differ == 0), 1.0, p)
    return np.where(np.isfinite(gap), p, np.nan)


def _restricted(key: str, sets: Sets, delta: float) -> tuple[Floats, Floats, Floats, Floats]:
    """A minus B; where it is delta, influences of the units, squares of the items', and the squared error."""
    both = [sets.matrices(said) for said in (sets.a, sets.b)]
    found = [METRICS[key](m) for m in both]
    gap = found[0][0] - found[1][0]
    shares = both[0].sum(axis=-2) / sets.truth.shape[1]
    way = _diagonal(shares) - shares[:, :, None] * shares[:, None, :]
    by = (gap - delta) / sum((slope * way).sum(axis=(1, 2)) for _, slope in found)
    (a, up), (b, down) = (
        _moved(key, m, _wide(sign * by) * way) for m, sign in zip(both, (1, -1), strict=True)
    )
    of_a, of_b = sets.of_items(a, sets.a), sets.of_items(b, sets.b)
    items = of_a - of_b, up[:, None] * of_a - down[:, None] * of_b
    forms = [sets.of_units(each) for each in items]
    share = sets.of_units(np.ones((1, sets.truth.shape[1])))[0] / sets.truth.shape[1]
    squared = [(u**2 / (1 - share)).sum(axis=1) for u in forms]
    larger = squared[1] > squared[0]
    u = np.where(larger[:, None], forms[1], forms[0])
    squares = np.where(larger, *((each**2).sum(axis=1) for each in items[::-1]))
    return gap, u, squares, np.maximum(*squared) + _one_more(sets, a, b, shares)


def _moved(key: str, m: Floats, move: Floats) -> tuple[Floats, Floats]:
    """Slopes where right answers are moved, centred over the items; and the scale of their variance there."""
    there = m - move
    c = METRICS[key](there)[1]
    c = c - _wide((m * c).sum(axis=(1, 2)) / m.sum(axis=(1, 2)))
    held = np.maximum(there, 0.0)
    middle = (held * c).sum(axis=(1, 2)) / held.sum(axis=(1, 2))
    then, now = (held * (c - _wide(middle)) ** 2).sum(axis=(1, 2)), (m * c**2).sum(axis=(1, 2))
    return c, np.where(now > 0, np.sqrt(then / now), 1.0)


def _one_more(sets: Sets, a: Floats, b: Floats, shares: Floats) -> Floats:
    """What an item of a class in which A and B never differ may add."""
    most = np.zeros(len(a))
    for t in range(sets.classes):
        apart = (a[:, :, None, t] - b[:, None, :, t]) ** 2 * (1 - np.eye(sets.classes))
        agree = ~np.any((sets.a != sets.b) & (sets.truth == t), axis=1) & (shares[:, t] > 0)
        most = np.maximum(most, np.where(agree, apart.max(axis=(1, 2)), 0.0))
    return most


def _differing(sets: Sets) -> Floats:
    """Units that do not add the same to both confusion matrices: random marks of the cells tell."""
    marks = np.random.default_rng(1).random(sets.classes**2)
    apart = marks[sets.a * sets.classes + sets.truth] - marks[sets.b * sets.classes + sets.truth]
    return (np.abs(sets.of_units(apart)) > 1e-9).sum(axis=1)


def _degrees(sets: Sets, u: Floats, of_items: Floats) -> Floats:
    units, n = u.shape[1], sets.truth.shape[1]
    squares = u * u
    square, fourth = squares.sum(axis=1), (squares * squares).sum(axis=1)
    spread = fourth - square**2 / units
    shown = np.clip(np.where(spread > 0, 2 * square**2 / spread, units - 1), 1, units - 1)
    sizes = np.diff(np.append(sets.starts, n))
    pairs = sizes * (sizes - 1)
    together = np.clip((square - of_items) / max(pairs.sum(), 1) / (of_items / n), 0, 1)
    w = sizes + together[:, None] * pairs
    of_sizes = w.sum(axis=1) ** 2 / (w**2).sum(axis=1) - 1
    return np.maximum(1, np.minimum(np.minimum(shown, of_sizes), 2 * _differing(sets)))
