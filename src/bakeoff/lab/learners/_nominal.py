"""What the learners share: items of nominal attributes, read and numbered."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, column_or_1d

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.learners._arrays import Bools, Whole
from bakeoff.lab.learners._needs import needs_numba

MOST_VALUES = 10_000


def whole_numbers(X: npt.ArrayLike, name: str = "X") -> Ints:
    """Attribute values as whole numbers from 0 upwards."""
    if hasattr(X, "tocoo"):
        raise InputError(f"{name} is a sparse matrix; expected a dense table: give {name}.toarray()")
    try:
        given = np.asarray(X)
    except ValueError:
        raise InputError(f"{name} has rows of different lengths; expected a table") from None
    if given.dtype.kind == "c":
        raise InputError(f"Complex data not supported: {name} is {given.dtype}; expected whole numbers")
    if given.dtype.kind not in "biuf":
        try:
            given = given.astype(np.float64)
        except (TypeError, ValueError):
            first = str(next(iter(given.flat)))
            raise InputError(
                f"{name} holds {first!r}; expected nominal attributes as whole numbers of at least 0: "
                f"encode them with sklearn.preprocessing.OrdinalEncoder"
            ) from None
    if given.dtype.kind == "f":
        _refuse(name, given, np.isfinite(given), "NaN or infinity: ")
        _refuse(name, given, given == np.floor(given))
    if given.size and not (given.min() >= 0 and given.max() < MOST_VALUES):
        _refuse(name, given, given >= 0, f"Negative values in data passed to {name}: ")
        _refuse(name, given, given < MOST_VALUES)
    return np.ascontiguousarray(given, dtype=np.int64)  # the compiler makes a version for each layout


def _refuse(name: str, given: npt.NDArray[np.generic], legal: Bools, what: str = "") -> None:
    if not legal.all():
        raise InputError(
            f"{what}{name} holds {given[~legal].ravel()[0]}; expected nominal attributes as whole "
            f"numbers from 0 to {MOST_VALUES - 1}: put numbers into bins, and encode text with an "
            f"OrdinalEncoder"
        )


def starts(n_values: Ints) -> Ints:
    """Number the values of all attributes in a row: where those of each begin, and where they end."""
    return np.concatenate([[0], np.cumsum(n_values)]).astype(np.int64)


def seen(X: Ints) -> Ints:
    """The number of values of each attribute: one more than the largest seen, and two at least."""
    return np.asarray(np.maximum(X.max(axis=0) + 1, 2))


class NominalClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of items with nominal attributes, given as whole numbers from 0 upwards.

    An attribute has the values from 0 to the largest in the training items, and two at least. Later
    values are treated as unknown.
    """

    compiled = True  # whether it needs a compiler

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike | None) -> Self:
        """Learn from items with their classes, which may be named by anything."""
        if self.compiled:
            needs_numba()
        items = self._read(X, training=True)
        if y is None:
            raise InputError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        labels = np.asarray(y)
        if labels.shape == (len(items), 1):
            labels = column_or_1d(labels, warn=True)
        if labels.shape != (len(items),):
            raise InputError(f"y has shape {labels.shape}; expected one class for each of {len(items)} items")
        if labels.dtype.kind == "f" and not (np.isfinite(labels) & (labels == np.floor(labels))).all():
            raise InputError("Unknown label type: y holds fractions or NaN; expected classes")
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self.n_features_in_ = items.shape[1]
        self.n_values_ = seen(items)
        self._start = starts(self.n_values_)
        self._learn(items + self._start[:-1], codes.astype(np.int64))
        return self

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[np.generic]:
        """The most probable class of each item."""
        cells = self._cells(X)
        return np.asarray(self.classes_[self._choose(cells)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.positive_only = True
        return tags

    def _learn(self, cells: Ints, y: Ints) -> None:
        """Learn from items whose values and classes are numbered."""
        raise NotImplementedError

    def _choose(self, cells: Ints) -> Ints:
        """The number of the class of each item; a cell of -1 is an unknown value."""
        raise NotImplementedError

    def _cells(self, X: npt.ArrayLike) -> Ints:
        check_is_fitted(self)
        items = self._read(X, training=False)
        if items.shape[1] != self.n_features_in_:
            raise InputError(
                f"X has {items.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        return np.where(items < self.n_values_, items + self._start[:-1], -1)

    def _read(self, X: npt.ArrayLike, *, training: bool) -> Ints:
        items = whole_numbers(X)
        if items.ndim != 2:
            raise InputError(
                f"X has shape {items.shape}; expected a table with a row for each item. Reshape your data: "
                f"X.reshape(-1, 1) has one attribute, X.reshape(1, -1) one item"
            )
        for at, what in enumerate(("sample", "feature")):
            if items.shape[at] == 0 and (training or at == 1):
                raise InputError(
                    f"Found array with 0 {what}(s) (shape={items.shape}) while a minimum of 1 is required."
                )
        return items


def shares(weights: Whole | Floats) -> Floats:
    """Rows that sum to one."""
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)
