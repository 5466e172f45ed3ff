"""The true error where the population is known: on a large sample, or exactly for nearest neighbours."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff.core.design import at_least
from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.estimators._losses import items, on_one_test_set, only_split

Distribution = Callable[[Floats], Any]
BIAS = "none: it is the quantity that the others estimate, up to the sampling error of the test items"
SAMPLING = "the interval is based on the sampling of the test items from the population"


def normal_classes(inherent_error: float) -> dict[int, Distribution]:
    """Martin & Hirschberg's populations: class 0 is N(-mu, 1) and class 1 N(+mu, 1).

    ``mu = Phi^-1(1 - e)``, so that with classes of one size no classifier errs less than e, the inherent
    error. (They print the half-distance mu as the distance between the means.)

    Examples
    --------
    >>> population = normal_classes(0.1)
    >>> [round(float(cdf(0.0)), 6) for cdf in population.values()]
    [0.9, 0.1]
    """
    if not 0 < inherent_error <= 0.5:
        raise InputError(f"inherent_error is {inherent_error!r}; expected more than 0 and at most 0.5")
    mu = -float(special.ndtri(inherent_error))
    return {0: partial(_normal, -mu), 1: partial(_normal, mu)}


def _normal(mean: float, at: Floats) -> Any:
    return special.ndtr(np.asarray(at) - mean)


def true_error_of_neighbours(
    x: npt.ArrayLike,
    y: Iterable[Hashable],
    *,
    k: int,
    classes: Mapping[Any, Distribution],
    priors: Mapping[Any, float] | None = None,
) -> float:
    """The probability that k nearest neighbours, trained on x and y, misclassify a new item (EST-10).

    With x sorted, the k nearest items of any place are k consecutive ones, and the window that starts at
    item i gives way to the next at ``(x_i + x_{i+k}) / 2``. In between, the majority of the window is
    predicted, so the error is the sum over windows of the probability of all other classes there.

    Parameters
    ----------
    x, y
        The one attribute and the class of each training item.
    k
        The number of neighbours. Items that are just as far away as the k-th nearest vote too (Weka's
        rule), so that items of one place count in any order.
    classes
        The cumulative distribution of the attribute in each class, taking an array. A vote that is tied
        goes to the class named first here.
    priors
        The probability of each class; all the same if not given.

    References
    ----------
    Martin & Hirschberg 1996, Small sample statistics for classification error rates II, appendix B.1.

    Examples
    --------
    One item of each class, at the same distance from 0: the best classifier that there is.

    >>> round(true_error_of_neighbours([-1, 1], [0, 1], k=1, classes=normal_classes(0.1)), 9)
    0.1
    """
    at_least(1, k=k)
    places = finite(x, "x", ndim=1)
    votes = _votes(y, list(classes), len(places))
    if k > len(places):
        raise InputError(
            f"k is {k} and there are {len(places)} items; expected k to be at most the number of items"
        )
    order = np.argsort(places, kind="stable")
    places, votes = places[order], votes[order]
    said = _said(places, votes, k)
    borders = (places[:-k] + places[k:]) / 2
    mass = np.array([_mass(cdf, borders, label) for label, cdf in classes.items()])
    mass *= _priors(classes, priors)[:, None]
    mass[said, np.arange(len(said))] = 0.0
    return float(mass.sum())


def _said(places: Floats, votes: Ints, k: int) -> Ints:
    """The class that each window of k consecutive items predicts.

    Where a window cuts through items of one place, it applies only where that place is its far end, and
    the items cut off are as far away as the k-th nearest: they join it.
    """
    first = np.searchsorted(places, places[: len(places) - k + 1], side="left")
    last = np.searchsorted(places, places[k - 1 :], side="right")
    total = np.vstack([np.zeros_like(votes[:1]), np.cumsum(votes, axis=0)])
    said: Ints = np.argmax(total[last] - total[first], axis=1)
    return said


def _votes(y: Iterable[Hashable], labels: list[Hashable], n: int) -> Ints:
    """One row an item with a 1 for its class."""
    given = list(y)
    if len(given) != n:
        raise InputError(f"x has {n} items and y {len(given)}; expected a class for each item")
    unknown = [label for label in given if label not in labels]
    if unknown:
        raise InputError(f"y has the class {unknown[0]!r}; expected one of classes: {labels}")
    return np.eye(len(labels), dtype=np.int64)[[labels.index(label) for label in given]]


def _mass(cdf: Distribution, borders: Floats, label: Hashable) -> Floats:
    """The probability that a class has in each window."""
    below = np.asarray(cdf(borders), dtype=np.float64)
    if below.shape != borders.shape:
        raise InputError(
            f"the distribution of class {label!r} gives shape {below.shape} for {borders.shape}; "
            f"expected one probability for each value"
        )
    mass = np.diff(below, prepend=0.0, append=1.0)
    if not np.all(mass >= 0):
        raise InputError(
            f"the distribution of class {label!r} decreases or leaves the range 0 to 1; expected a "
            f"cumulative distribution function"
        )
    return mass


def _priors(classes: Mapping[Any, Distribution], priors: Mapping[Any, float] | None) -> Floats:
    if priors is None:
        return np.full(len(classes), 1 / len(classes))
    if set(priors) != set(classes):
        raise InputError(f"priors are given for {list(priors)}; expected the classes {list(classes)}")
    chances = finite([priors[label] for label in classes], "priors", ndim=1)
    if np.any(chances < 0) or abs(chances.sum() - 1) > 1e-9:
        raise InputError(f"priors are {chances.tolist()}; expected probabilities from 0 to 1 that sum to 1")
    return chances


def true_error(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """The mean loss on a large test set drawn from the population (EST-10).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> from bakeoff.designs.given import Given
    >>> splits = Splits(design=Given(), n=10_000, shape=(1, 1), test=(np.arange(10_000),))
    >>> losses = (np.arange(10_000) % 4 == 0).astype(float)
    >>> print(true_error({"test": Losses(splits=splits, values=(losses,))}, level=0.95).sentence)
    error 25.0 %, 95 % interval 24.2 % to 25.9 % (sample of the population, 10000 items)
    """
    found = only_split(tested, estimator="true-error")
    basis = f"sample of the population, {items(len(found.values[0]))}"
    return on_one_test_set(
        "true-error", found, "test", level=level, basis=basis, bias=BIAS, of_interval=SAMPLING
    )


record = ErrorEstimator(
    key="true-error",
    title="true error",
    formula="P(prediction != class) in the population; m / M on M items drawn from it",
    designs=lambda: {},
    combine=true_error,
    latex=r"\Pr\left( \hat{f}(X) \ne Y \right)",
    direction="none",
    bias=BIAS,
    why_interval=SAMPLING,
    needs_test_items=True,
    procedures=("EST-10",),
    assumptions=(
        "the population that is given is the one of interest, and its items are independent draws",
        "the sample is so large that its sampling error does not matter",
    ),
    references=(MARTIN_HIRSCHBERG_1996,),
)
