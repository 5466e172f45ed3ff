"""Predictions that are numbers, as outcomes: scores that rank items, probabilities, predicted values."""

from collections.abc import Hashable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, PairedScores, RankedItems, Remeasure, finite
from bakeoff.core.panel import Column
from bakeoff.core.verdict import Caveat
from bakeoff.core.written import plural
from bakeoff.judge.labels import guessed, one_class
from bakeoff.judge.material import MOST_CLASSES, Built, no_class, positive_place
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.predicted import predicted
from bakeoff.judge.reversed_class import reversed_class
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, to_array
from bakeoff.read.values import as_number, shown

Values = ArrayLike | Sequence[float | None]
"""Scores in a list, an array or a column of a table; a missing one is refused with its position."""


def from_ranks(truth: ArrayLike, a: ArrayLike, b: ArrayLike, metric: Metric, *, positive: Hashable) -> Built:
    """Scores of the positive class that rank the items."""
    codes, labels = to_labels(truth=truth)
    if len(labels) < 2:
        raise InputError(f"every truth is {shown(labels[0])}; {metric.key} needs items of two classes")
    if len(labels) > 2 and positive is None:
        _refuse_numbers(labels)
        raise InputError(
            f"{metric.key} needs two classes in truth; got {len(labels)}: name one as positive to "
            f"compare it with the rest"
        )
    place = positive_place(labels, positive)
    scores = {name: column_or_table(values, name) for name, values in (("a", a), ("b", b))}
    columns = {
        name: each if each.ndim == 1 else each[:, class_columns(labels, each.shape[1])[place]]
        for name, each in scores.items()
    }
    same_length(truth=codes["truth"], **columns)
    return Built(
        outcomes=RankedItems(positive=codes["truth"] == place, a=columns["a"], b=columns["b"]),
        about=f"class {shown(labels[place])}",
        known=guessed(labels, place, positive),
    )


def from_losses(truth: ArrayLike, a: ArrayLike, b: ArrayLike, metric: Metric, *, positive: Hashable) -> Built:
    """The loss of each item: of probabilities, or of predicted numbers."""
    known: tuple[Caveat, ...] = ()
    if metric.needs == "numbers":
        no_class(positive, metric)
        given = {name: number_column(values, name) for name, values in (("a", a), ("b", b))}
        target: Column = number_column(truth, "truth")
        same_length(truth=target, **given)
    else:
        given = {name: column_or_table(values, name) for name, values in (("a", a), ("b", b))}
        same_length(truth=to_array(truth, "truth"), **given)
        if given["a"].shape != given["b"].shape:
            raise InputError(
                f"a has shape {given['a'].shape} and b {given['b'].shape}; expected both models' "
                f"probabilities in the same form"
            )
        target, known = true_classes(truth, given["a"], positive)
        if target.size and np.ptp(target) == 0:
            known += one_class([to_array(truth, "truth")[0]], target.size, metric)
    losses = {name: _losses(metric, target, values, name) for name, values in given.items()}
    if metric.needs == "probabilities":
        known += reversed_class(target, list(given.values()), metric)
    span = metric.high - metric.low
    outcomes = PairedScores(
        a=metric.sign * losses["a"],
        b=metric.sign * losses["b"],
        span=span,
        remeasure=_remeasure(metric, target, given),
        classes=cast(Ints, target) if metric.kind == "whole" and metric.needs == "scores" else None,
    )
    a_seen, b_seen = (predicted(target, values, metric) for values in given.values())
    return Built(outcomes=outcomes, known=known, predicted=(a_seen, b_seen))


def _remeasure(metric: Metric, target: Column, given: dict[str, Floats]) -> Remeasure | None:
    """How to compute a metric again that is no mean over items."""
    resampled = metric.resampled
    if resampled is None:
        return None

    def measure(truth: Floats, said: Floats, weights: Ints) -> Floats:
        return np.asarray(metric.sign * resampled(truth, said, weights))

    return Remeasure(truth=np.asarray(target, dtype=np.float64), a=given["a"], b=given["b"], measure=measure)


def _losses(metric: Metric, known: Column, values: Floats, name: str) -> Floats:
    try:
        losses: Floats = metric.compute(known, values)
    except InputError as problem:
        raise InputError(f"{name}: {problem}") from None
    return losses


def _refuse_numbers(labels: Sequence[Any]) -> None:
    """Refuse a truth with many different numbers, which are quantities rather than classes."""
    if len(labels) > MOST_CLASSES and not any(isinstance(each, str) for each in labels):
        raise InputError(
            f"truth has {len(labels):,} different numbers, such as {shown(labels[-1])}, where classes are "
            f"expected; to compare predicted numbers, use absolute-error, rmse or r2; if they are classes, "
            f"name one as positive",
            role="truth",
            expected="classes",
        )


def true_classes(truth: ArrayLike, chances: Floats, positive: object) -> tuple[Ints, tuple[Caveat, ...]]:
    """Number the true classes as the probabilities do; with a caveat where the positive one is a guess.

    One column of probabilities is for the positive class: 1 where it is true, else 0. A table has
    a column for each class, in the order of the labels.
    """
    codes, labels = to_labels(truth=truth)
    if chances.ndim == 2:
        return np.array(class_columns(labels, chances.shape[1]))[codes["truth"]], ()
    if len(labels) > 2 and positive is None:
        _refuse_numbers(labels)
        raise InputError(
            f"truth has {len(labels)} classes but the probabilities are for one class; give an array (n, "
            f"classes), or name one class as positive to compare it with the rest"
        )
    if len(labels) > 1:
        place = positive_place(labels, positive)
        return np.where(codes["truth"] == place, 1, 0), guessed(labels, place, positive)
    if positive is None and labels[0] not in (0, 1):
        raise InputError(
            f"every truth is {shown(labels[0])}, so the class that the probabilities refer to is "
            f"unknown; name it as positive"
        )
    if positive is None or positive == labels[0]:
        return np.full(len(chances), 1 if positive is not None else int(labels[0])), ()
    if str(positive).strip().casefold() == str(labels[0]).strip().casefold():
        raise unknown_name("class", positive, [str(labels[0])])
    name = shown(positive)
    text = (
        f"the positive class {name} does not occur in the truth: every probability given to it counts as "
        f"an error"
    )
    return np.zeros(len(chances), dtype=np.int64), (BY_KEY["positive-never-true"].caveat(text),)


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
        f"truth has {plural(len(labels), 'class')} ({listed}) and there are {columns} columns of scores; "
        f"expected one column for each class, or, if a class does not occur, truth as numbers from 0 to "
        f"{columns - 1}"
    )


def number_column(values: Values, name: str) -> Floats:
    """One column of finite numbers; an error names the position and the value of anything else.

    >>> number_column([0.5, "high"], "a")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: a has 'high' at position 1; expected a number
    """
    array = to_array(values, name)
    if array.dtype.kind in "OU":
        for at, value in enumerate(array.tolist()):
            if isinstance(value, str) and as_number(value) is None:
                raise InputError(
                    f"{name} has {shown(value)} at position {at}; expected a number",
                    role=name,
                    position=at,
                    value=value,
                    expected="a number",
                )
    return finite(array, name, ndim=1)


def column_or_table(values: ArrayLike, name: str) -> Floats:
    """One column of numbers, or a table (items, classes) of them."""
    if is_table(values):
        return finite(values, name, ndim=2)
    return number_column(values, name)


def is_table(values: ArrayLike) -> bool:
    """Whether there are several columns."""
    if isinstance(values, list | tuple):
        return bool(values) and isinstance(values[0], list | tuple | np.ndarray)
    shape: tuple[int, ...] = getattr(values, "shape", ())
    return len(shape) == 2 and shape[1] != 1
