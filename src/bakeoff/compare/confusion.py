"""Two columns of labels in, counts of each predicted and true class out."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, to_array

MOST_LABELS = 5_000


class Confusion(NamedTuple):
    """``matrix[i, j]`` counts the items called ``labels[i]`` that are truly ``labels[j]``."""

    matrix: Ints
    labels: tuple[Any, ...]


def confusion(truth: ArrayLike, predicted: ArrayLike, labels: Sequence[object] | None = None) -> Confusion:
    """Count the items of each predicted and true class: ``matrix[predicted, true]``.

    Parameters
    ----------
    truth, predicted
        One label for each item: strings, whole numbers, booleans, or a mixture.
    labels
        The classes in the order wanted; by default all that occur, sorted.

    Examples
    --------
    >>> matrix, labels = confusion(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    >>> matrix.tolist(), labels
    ([[1, 0], [1, 1]], ('cat', 'dog'))
    """
    true, called, found = encode(truth, predicted, labels)
    size = len(found)
    return Confusion(np.bincount(called * size + true, minlength=size * size).reshape(size, size), found)


def encode(
    truth: ArrayLike,
    predicted: ArrayLike,
    labels: Sequence[object] | None = None,
    *,
    names: tuple[str, str] = ("truth", "predicted"),
) -> tuple[Ints, Ints, tuple[Any, ...]]:
    """Turn two columns into codes 0, 1, ... of a common list of labels.

    Without ``labels`` the list is in order, numbers before text.
    """
    columns = {name: to_array(values, name) for name, values in zip(names, (truth, predicted), strict=True)}
    same_length(**columns)
    codes, found = to_labels(**columns)
    if len(found) > MOST_LABELS:
        raise InputError(
            f"{names[0]} and {names[1]} hold {len(found)} different labels, more than {MOST_LABELS}; if they "
            f"are numbers or scores rather than classes, use squared-error, auc or log-loss"
        )
    if labels is None:
        return codes[names[0]], codes[names[1]], found
    wanted = tuple(to_array(labels, "labels").tolist())
    place = _places(found, wanted, {name: column.tolist() for name, column in columns.items()})
    return place[codes[names[0]]], place[codes[names[1]]], wanted


def _places(found: tuple[object, ...], wanted: tuple[object, ...], columns: dict[str, list[object]]) -> Ints:
    """Where each label that was found stands in the list that was asked for."""
    at = {label: i for i, label in enumerate(wanted)}
    if len(at) < len(wanted):
        twice = next(label for label in wanted if wanted.count(label) > 1)
        raise InputError(f"labels has {twice!r} twice; expected each label once")
    for name, column in columns.items():
        row = next((i for i, label in enumerate(column) if label not in at), None)
        if row is not None:
            raise InputError(
                f"{name} is {column[row]!r} at position {row}, which is not among the labels given "
                f"({', '.join(map(repr, wanted))}); add it or correct it"
            )
    return np.array([at[label] for label in found], dtype=np.int64)
