"""Error estimates of nearest neighbours on one attribute, for many samples at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.populations.two_normals import two_normals


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples:
    """Samples of one size from one population: row by row the sorted attribute, and the classes 0 and 1."""

    inherent_error: float
    x: Floats
    y: Ints

    @property
    def n(self) -> int:
        """The number of items in each sample."""
        return int(self.x.shape[1])

    def __len__(self) -> int:
        return len(self.x)


def draw(inherent_error: float, n: int, samples: int, rng: np.random.Generator) -> Samples:
    """Samples of n items from two normal classes, the class of each item drawn as well (SIM-6).

    Examples
    --------
    >>> drawn = draw(0.1, 10, 3, np.random.default_rng(0))
    >>> drawn.x.shape, bool(np.all(np.diff(drawn.x) > 0))
    ((3, 10), True)
    """
    x, y = two_normals(inherent_error=inherent_error).sample(samples * n, rng)
    x, y = x.reshape(samples, n), y.reshape(samples, n)
    order = np.argsort(x, axis=1)
    return Samples(
        inherent_error=inherent_error,
        x=np.take_along_axis(x, order, axis=1),
        y=np.take_along_axis(y, order, axis=1),
    )


def true_errors(samples: Samples, k: int) -> Floats:
    """The exact true error of k nearest neighbours trained on each sample (EST-10).

    As `bakeoff.estimators.true_error.true_error_of_neighbours`, for all samples at once.
    """
    x, mu = samples.x, -float(special.ndtri(samples.inherent_error))
    votes = np.cumsum(np.pad(samples.y, ((0, 0), (1, 0))), axis=1)
    one = 2 * (votes[:, k:] - votes[:, :-k]) > k
    borders = (x[:, :-k] + x[:, k:]) / 2
    ends = np.full((len(x), 1), np.inf)
    borders = np.concatenate([-ends, borders, ends], axis=1)
    wrong = np.where(one, *(np.diff(special.ndtr(borders - mean)) for mean in (-mu, mu)))
    return np.asarray(np.sum(wrong, axis=1) / 2)


def partitions(samples: Samples, folds: int, runs: int, rng: np.random.Generator) -> Any:
    """The fold of each item: (samples, items, runs); at random, evenly and regardless of class."""
    dealt = (np.arange(samples.n) % folds).astype(np.int8)
    return rng.permuted(np.broadcast_to(dealt[:, None], (len(samples), samples.n, runs)), axis=1)


def resamples(samples: Samples, count: int, rng: np.random.Generator) -> Any:
    """The count of each item in each bootstrap sample: (samples, items, count)."""
    shape = (len(samples), samples.n, count)
    drawn = rng.integers(samples.n, size=shape)
    places = (np.arange(shape[0])[:, None, None] * samples.n + drawn) * count + np.arange(count)
    return np.bincount(places.ravel(), minlength=drawn.size).astype(np.int8).reshape(shape)


def left_out_errors(samples: Samples, fold_of: Any, k: int) -> Any:
    """Which items k nearest neighbours, trained on the other folds, get wrong: (samples, items, runs)."""
    fold = fold_of.reshape(samples.x.size, -1)
    return _wrong(samples, k, lambda near: fold[near] != fold, fold.shape).reshape(fold_of.shape)


def cross_validated(samples: Samples, fold_of: Any, k: int) -> Floats:
    """The error in cross-validation: all errors over all items, in all runs."""
    return np.asarray(left_out_errors(samples, fold_of, k).mean(axis=(1, 2)))


def left_one_out(samples: Samples, k: int) -> Floats:
    """The leave-one-out error of each sample."""
    alone = np.arange(samples.n, dtype=np.int8)[:, None]
    return cross_validated(samples, np.broadcast_to(alone, (*samples.x.shape, 1)), k)


def bootstrapped(samples: Samples, drawn: Any, k: int) -> Floats:
    """The .632 bootstrap (EST-7): 0.632 of the pooled error outside the resamples, 0.368 of APP.

    An item that ``drawn`` has twice counts as two neighbours at one place.
    """
    count = drawn.reshape(samples.x.size, -1)
    wrong = _wrong(samples, k, lambda near: count[near], count.shape).reshape(drawn.shape)
    outside = drawn == 0
    e0 = (wrong & outside).sum(axis=(1, 2)) / outside.sum(axis=(1, 2))
    return np.asarray(0.632 * e0 + 0.368 * apparent(samples, k))


def apparent(samples: Samples, k: int) -> Floats:
    """The error on the items trained on."""
    shape = (samples.x.size, 1)
    wrong = _wrong(samples, k, lambda near: np.ones(shape, dtype=np.int8), shape)
    return np.asarray(wrong.reshape(samples.x.shape).mean(axis=1))


def _wrong(samples: Samples, k: int, trained_on: Callable[[Ints], Any], shape: tuple[int, int]) -> Any:
    """Which of the (items, runs) are wrong; ``trained_on`` says how often an item is in each training set.

    From each item outwards, the items that were trained on vote until there are k.
    """
    classes = samples.y.astype(np.int8).reshape(-1, 1)
    found, ones = np.zeros(shape, dtype=np.int8), np.zeros(shape, dtype=np.int8)
    for near in _outwards(samples.x):
        voting = np.minimum(trained_on(near), k - found)
        found += voting
        ones += voting * classes[near]
        if found.min() == k:
            return (2 * ones > k) != classes
    raise InputError(f"a training set has fewer than {k} items; expected at least the number of neighbours")


def _outwards(x: Floats) -> Iterator[Ints]:
    """The places of each item's nearest item (itself), then of the next nearest, and so on."""
    samples, n = x.shape
    ends = np.full((samples, 1), np.inf)
    line = np.concatenate([-ends, x, ends], axis=1).ravel()
    left = (np.arange(samples)[:, None] * (n + 2) + np.arange(1, n + 1)).ravel()
    here, right, skipped = x.ravel(), left + 1, np.repeat(2 * np.arange(samples) + 1, n)
    for _ in range(n):
        closer = here - line[left] <= line[right] - here
        yield np.where(closer, left, right) - skipped
        left, right = left - closer, right + ~closer
