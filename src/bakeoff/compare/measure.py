"""One classifier on one test set: its confusion matrix, every label metric in one table, its true error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import Undefined, class_counts, parse_undefined
from bakeoff.read.alike import tidied, to_labels
from bakeoff.read.columns import same_length, same_rows, to_array


@dataclass(frozen=True, kw_only=True, eq=False)
class MetricsTable:
    """Counts and metrics by class, and overall ones; ``notes`` say which values are 0/0.

    ``confusion[i, j]`` counts the items called ``labels[i]`` that are truly ``labels[j]``. The
    arrays in ``counts`` (TP, FP, FN, TN) and ``per_class`` have one value for each label.
    """

    n: int
    labels: tuple[Any, ...]
    confusion: Ints
    counts: dict[str, Ints]
    per_class: dict[str, Floats]
    overall: dict[str, float]
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, for strict JSON: NaN becomes None, with its note."""
        return {
            "n": self.n,
            "labels": [_json_label(label) for label in self.labels],
            "confusion": {"rows": "predicted", "columns": "true", "counts": self.confusion.tolist()},
            "counts": {name: values.tolist() for name, values in self.counts.items()},
            "per_class": {key: [_or_none(v) for v in values] for key, values in self.per_class.items()},
            "overall": {key: _or_none(value) for key, value in self.overall.items()},
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        width = max(len(key) for key in self.overall)
        overall = [f"  {key:<{width}}  {_number(value):>8}" for key, value in self.overall.items()]
        head = f"{self.n} items, {len(self.labels)} classes"
        blocks = ["\n".join(["overall", *overall]), "by class\n" + self._class_text()]
        notes = [f"note: {note}" for note in self.notes]
        return "\n\n".join([head, *blocks] + (["\n".join(notes)] if notes else []))

    def _class_text(self) -> str:
        columns = {"": [str(label) for label in self.labels]}
        columns |= {name: [str(count) for count in values] for name, values in self.counts.items()}
        columns |= {key: [_number(value) for value in values] for key, values in self.per_class.items()}
        lines = [""] * (len(self.labels) + 1)
        for name, cells in columns.items():
            width = max(len(cell) for cell in (name, *cells))
            side = "<" if name == "" else ">"
            lines = [f"{line}  {c:{side}{width}}" for line, c in zip(lines, (name, *cells), strict=True)]
        return "\n".join(line.rstrip() for line in lines)


def measure(
    truth: ArrayLike,
    predicted: ArrayLike,
    *,
    labels: Sequence[object] | None = None,
    undefined: Undefined = "nan",
) -> MetricsTable:
    """Every label metric of one classifier, by class and overall (MET-1 to MET-9).

    Parameters
    ----------
    truth, predicted
        One label for each item: strings, whole numbers, booleans, or a mixture.
    labels
        The classes in the requested order; by default all classes that occur, sorted.
    undefined
        The value of 0/0: ``"nan"``; ``"zero"``; or ``"exclude"``, which gives NaN but leaves the class out of
        averages over classes. A note lists such values in each case.

    Examples
    --------
    >>> table = measure(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    >>> round(table.overall["accuracy"], 4), table.per_class["recall"].tolist()
    (0.6667, [0.5, 1.0])
    """
    parse_undefined(undefined)
    matrix, found = confusion(truth, predicted, labels)
    per_class: dict[str, Floats] = {}
    overall: dict[str, float] = {}
    notes = _never_met(matrix, found)
    for metric in METRICS:
        if metric.kind != "labels":
            continue
        plain, value = metric.compute(matrix), metric.compute(matrix, undefined=undefined)
        if metric.per_class:
            per_class[metric.key] = value
        else:
            overall[metric.key] = float(value)
        notes += _undefined_note(metric, plain, value, found, undefined)
    c = class_counts(matrix)
    counts = {"TP": c.tp, "FP": c.fp, "FN": c.fn, "TN": c.tn}
    return MetricsTable(
        n=int(matrix.sum()),
        labels=found,
        confusion=matrix,
        counts={name: values.astype(np.int64) for name, values in counts.items()},
        per_class=per_class,
        overall=overall,
        notes=notes,
    )


def _never_met(matrix: Ints, labels: tuple[object, ...]) -> tuple[str, ...]:
    """A note where truth and predictions share no label, which mostly is a misspelling."""
    called, true = matrix.sum(axis=1) > 0, matrix.sum(axis=0) > 0
    if np.any(called & true):
        return ()
    said, was = labels[int(np.argmax(called))], labels[int(np.argmax(true))]
    return (
        f"no predicted label occurs in the truth (predicted {said!r}, truth {was!r}): check that both "
        f"use the same spelling",
    )


def _undefined_note(
    metric: Metric, plain: Floats, value: Floats, labels: tuple[object, ...], undefined: Undefined
) -> tuple[str, ...]:
    """Say that a metric is 0/0 by its plain formula, and how ``value`` treats it."""
    is_nan = np.isnan(plain)
    if not np.any(is_nan):
        return ()
    flags = is_nan if metric.per_class else [False] * len(labels)
    which = [repr(label) for label, flag in zip(labels, flags, strict=True) if flag]
    of = f" of class {', '.join(which[:5])}{', ...' if len(which) > 5 else ''}" if which else ""
    kept = bool(np.any(np.isnan(value)))
    fate = "" if kept else {"zero": "; 0/0 counts as 0", "exclude": "; such classes are left out"}[undefined]
    return (f"{metric.key}{of} is 0/0: {metric.undefined}{fate}",)


def _json_label(label: object) -> Any:
    plain = isinstance(label, str | bool | int) or (isinstance(label, float) and math.isfinite(label))
    return label if plain else str(label)


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _number(value: float) -> str:
    return "0/0" if math.isnan(value) else f"{value:.4f}"


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
        The classes in the requested order; by default all classes that occur, sorted.

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
    same_rows(**dict(zip(names, (truth, predicted), strict=True)))
    given = zip(names, (truth, predicted), strict=True)
    columns = {name: tidied(to_array(values, name), name)[0] for name, values in given}
    same_length(**columns)
    codes, found = to_labels(**columns)
    if len(found) > MOST_LABELS:
        raise InputError(
            f"{names[0]} and {names[1]} hold {len(found)} distinct labels, more than {MOST_LABELS}; if "
            f"they are numbers or scores rather than classes, use squared-error, auc or log-loss"
        )
    if labels is None:
        return codes[names[0]], codes[names[1]], found
    wanted = tuple(to_array(labels, "labels").tolist())
    place = _places(found, wanted, {name: column.tolist() for name, column in columns.items()})
    return place[codes[names[0]]], place[codes[names[1]]], wanted


def _places(found: tuple[object, ...], wanted: tuple[object, ...], columns: dict[str, list[object]]) -> Ints:
    """The place of each label that was found in the requested list."""
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


def true_error(weights: ArrayLike, h: ArrayLike, f: ArrayLike) -> float:
    """The probability that hypothesis and target differ: ``Error_D(h) = sum_x D(x) [h(x) != f(x)]``.

    Parameters
    ----------
    weights
        D(x): the probability of each point of the population; they sum to 1.
    h, f
        The prediction of the hypothesis and the truth at each point.

    References
    ----------
    Honavar's slides, whose example is below.

    Examples
    --------
    >>> true_error([1 / 8, 1 / 2, 1 / 8, 1 / 4], h=[0, 1, 1, 0], f=[1, 1, 0, 0])
    0.25
    """
    chances = finite(weights, "weights", ndim=1)
    said, true, _ = encode(h, f, names=("h", "f"))
    if len(chances) != len(said):
        raise InputError(
            f"weights has {len(chances)} points and h {len(said)}; expected one weight for each point"
        )
    rows = np.flatnonzero(chances < 0)
    if len(rows):
        raise InputError(
            f"weights is {chances[rows[0]]} at row {rows[0]}, counting from 0; expected at least 0"
        )
    if abs(chances.sum() - 1) > 1e-9:
        raise InputError(f"weights sum to {chances.sum()}; expected 1: divide them by their sum")
    return float(chances[said != true].sum())


def sample_error(h: ArrayLike, f: ArrayLike) -> float:
    """The share of a sample on which hypothesis and target differ: the mean 0/1 loss.

    Examples
    --------
    >>> sample_error([0, 1, 1, 0], [1, 1, 0, 0])
    0.5
    """
    said, true, _ = encode(h, f, names=("h", "f"))
    return float(np.mean(said != true))


def bias(sample_errors: ArrayLike, true: float) -> float:
    """The bias of an estimate: ``E[Error_S(h)] - Error_D(h)`` over the samples given.

    Examples
    --------
    >>> bias([0.25, 0.5], true=0.25)
    0.125
    """
    return float(np.mean(finite(sample_errors, "sample_errors", ndim=1)) - true)
