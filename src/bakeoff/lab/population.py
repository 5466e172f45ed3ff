"""The record of a population: attributes and labels are drawn from it, and its truth is known."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.design import at_least
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.rng import generator, root_entropy

Attributes = npt.NDArray[Any]
Labels = npt.NDArray[np.int64]
Data = tuple[Attributes, Labels]
View = Callable[[Attributes], Attributes]
FitPredict = Callable[[Attributes, Labels, Attributes], npt.NDArray[Any]]  # training data, items to label
WHOLE = "all"


@dataclass(frozen=True, kw_only=True, eq=False)
class Cells:
    """A whole distribution over finitely many items.

    ``items[i]`` are the attributes of cell i, and ``chances[i, c]`` is the probability that an item of the
    population is that cell with class c. All chances sum to 1.
    """

    items: Attributes
    chances: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.items.ndim != 2 or self.chances.ndim != 2 or len(self.items) != len(self.chances):
            raise InputError(
                f"items have shape {self.items.shape} and chances {self.chances.shape}; expected "
                f"(cells, attributes) and (cells, classes)"
            )
        total = float(self.chances.sum())
        if not (np.all(self.chances >= 0) and abs(total - 1) < 1e-9):
            raise InputError(f"chances sum to {total}; expected chances from 0 upwards that sum to 1")

    @cached_property
    def _steps(self) -> npt.NDArray[np.float64]:
        steps: npt.NDArray[np.float64] = np.cumsum(self.chances.ravel())
        steps /= steps[-1]
        return steps

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        """N items of the population, independent of each other."""
        cell, label = np.divmod(
            np.searchsorted(self._steps, rng.random(n), side="right"), self.chances.shape[1]
        )
        return self.items[cell], label.astype(np.int64)

    @property
    def class_shares(self) -> npt.NDArray[np.float64]:
        """The probability of each class."""
        return np.asarray(self.chances.sum(axis=0))

    @property
    def bayes_error(self) -> float:
        """The least error that any classifier can have."""
        return float(1 - self.chances.max(axis=1).sum())

    def error_of(self, predicted: npt.ArrayLike) -> float:
        """The exact true error of a classifier that gives ``predicted[i]`` to cell i.

        >>> cells = Cells(items=np.array([[0], [1]]), chances=np.array([[0.4, 0.1], [0.2, 0.3]]))
        >>> round(cells.error_of([0, 1]), 12), round(cells.error_of([1, 1]), 12)
        (0.3, 0.6)
        """
        labels = np.asarray(predicted)
        if labels.shape != (len(self.items),):
            raise InputError(
                f"predictions have shape {labels.shape}; expected one class for each of the "
                f"{len(self.items)} cells"
            )
        known = np.arange(self.chances.shape[1])
        return float(1 - self.chances[labels[:, None] == known].sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class Population:
    """A population from which data sets are drawn, with what is known about the truth.

    Attributes
    ----------
    sample
        ``sample(n, rng)`` gives n items: attributes (n, m) and labels 0, 1, ... Use `draw`, which checks.
        Nominal values are 64-bit numbers: sums of smaller ones would overflow in other libraries.
    values
        For each attribute the number of its values (0, 1, ...), or 0 where it is numeric.
    classes
        The number of classes.
    make, parameters
        The function that made this record and what it was given; `vary` calls it with other parameters.
    cells
        Gives the whole distribution where it is finite: then true errors are exact.
    with_test
        A data set, and items to test on that go with it: the rest of a finite pool, or more items of a
        data set that has its own parameters. Without it, any other items of the population will do.
    chance_error
        The expected true error of any learner, where labels are noise and all classes equally likely.
    views
        What a learner may be shown instead of all attributes. Views in ``exchangeable`` have the same
        distribution together with the label, so that one learner has the same error rate on either.
    stands_for
        The data that it replaces, which are not available, and how it differs.
    """

    key: str
    title: str
    sample: Callable[[int, np.random.Generator], Data]
    values: tuple[int, ...]
    classes: int
    make: Callable[..., "Population"]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    cells: Callable[[], Cells] | None = None
    with_test: Callable[[int, np.random.Generator], tuple[Data, Data]] | None = None
    chance_error: float | None = None
    views: Mapping[str, View] = field(default_factory=dict)
    exchangeable: tuple[str, ...] = ()
    stands_for: str = ""
    references: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The key, with the parameters that are not defaults: other parameters draw other data.

        >>> from bakeoff.lab.populations import POPULATIONS
        >>> POPULATIONS["fair-attributes"].vary(attributes=5).name
        'fair-attributes(attributes=5)'
        """
        usual = inspect.signature(self.make).parameters
        changed = [f"{key}={value}" for key, value in self.parameters.items() if value != usual[key].default]
        return f"{self.key}({', '.join(changed)})" if changed else self.key

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        """One data set of n items: attributes (n, m) and labels (n,)."""
        at_least(1, n=n)
        return self.sample(n, rng)

    def draw_many(
        self, count: int, n: int, rng: "int | np.random.Generator | None" = 0, *, first: int = 0
    ) -> Data:
        """Data sets ``first`` to ``first + count - 1``: attributes (count, n, m) and labels (count, n).

        Data set i comes from its own stream, so it is the same whatever else is drawn, and when.
        """
        at_least(1, count=count, n=n)
        at_least(0, first=first)
        root, name = root_entropy(rng), self.name
        drawn = [
            self.sample(n, generator(root, "population", name, index))
            for index in range(first, first + count)
        ]
        return np.stack([X for X, _ in drawn]), np.stack([y for _, y in drawn])

    def view(self, name: str) -> View:
        """What a learner is shown: a named view, or all attributes."""
        if name == WHOLE:
            return lambda X: X
        if name not in self.views:
            raise unknown_name(f"view of {self.key}", name, [WHOLE, *self.views])
        return self.views[name]

    def vary(self, **parameters: Any) -> "Population":
        """The same kind of population with other parameters."""
        for name in parameters:
            if name not in self.parameters:
                raise unknown_name(f"parameter of {self.key}", name, list(self.parameters))
        return self.make(**{**self.parameters, **parameters}) if parameters else self

    def true_error(self, predict: Callable[[Attributes], Any], *, view: str = WHOLE) -> float:
        """The exact true error of a trained classifier, where the population is finite.

        >>> from bakeoff.lab.populations import POPULATIONS
        >>> lenses = POPULATIONS["contact-lenses"].vary(attribute_noise=0.0, class_noise=0.0)
        >>> lenses.true_error(lambda X: np.full(len(X), 2)) == 9 / 24  # "none", where 9 of 24 have lenses
        True
        """
        if self.cells is None:
            raise InputError(
                f"{self.key} has no finite list of items; expected a nominal population, or measure the "
                f"error on a large sample of it"
            )
        cells = self.cells()
        return cells.error_of(predict(self.view(view)(cells.items)))
