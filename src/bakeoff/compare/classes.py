"""Which label is the positive class, and which column of a table of probabilities is whose."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.suggest import unknown_name
from bakeoff.io.columns import to_labels


def positive_place(labels: tuple[Any, ...], positive: Any) -> int:
    """Which of the labels is the positive class: the one named, or else the last of two."""
    if positive is None:
        if len(labels) > 2:
            listed = ", ".join(str(label) for label in labels[:10])
            raise InputError(
                f"the metric speaks of one class and there are {len(labels)} ({listed}); name one as "
                f"positive, or use an average such as macro-f1"
            )
        return len(labels) - 1
    if positive not in labels:
        raise unknown_name("class", positive, [str(label) for label in labels])
    return labels.index(positive)


def true_classes(truth: Any, chances: Floats, positive: Any) -> Ints:
    """Number the true classes as the probabilities do.

    One column of probabilities speaks of the positive class: 1 where it is true, else 0. A table has
    a column for each class, in the order of the labels.
    """
    codes, labels = to_labels(truth=truth)
    if chances.ndim == 2:
        numbers: Ints = np.array(class_columns(labels, chances.shape[1]))[codes["truth"]]
        return numbers
    if len(labels) > 2 and positive is None:
        raise InputError(
            f"truth has {len(labels)} classes and the probabilities are those of one; give (n, classes) "
            f"of them, or name one class as positive to set it against the rest"
        )
    if len(labels) > 1:
        return np.where(codes["truth"] == positive_place(labels, positive), 1, 0)
    if positive is None and labels[0] not in (0, 1):
        raise InputError(
            f"every truth is {labels[0]!r}, so nothing tells which class the probabilities speak of; name "
            f"it as positive"
        )
    return np.full(len(chances), int(labels[0] == (1 if positive is None else positive)))


def class_columns(labels: tuple[Any, ...], columns: int) -> list[int]:
    """The column of each label: in order, or by number where not every class occurs in the truth.

    >>> class_columns(("cat", "dog"), 2), class_columns((0, 2), 3)
    ([0, 1], [0, 2])
    """
    if len(labels) == columns:
        return list(range(columns))
    numbered = all(not isinstance(label, str) and label in range(columns) for label in labels)
    if len(labels) < columns and numbered:
        return [int(label) for label in labels]
    listed = ", ".join(repr(label) for label in labels[:10])
    raise InputError(
        f"truth has {len(labels)} class(es) ({listed}) and there are {columns} columns of scores; expected "
        f"one for each class, or truth in numbers from 0 to {columns - 1} where a class does not occur"
    )
