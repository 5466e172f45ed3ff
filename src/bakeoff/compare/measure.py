"""All label metrics of one classifier on one test set, in one table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.confusion import confusion
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import Undefined, class_counts, parse_undefined


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
        """Plain lists, numbers and strings, fit for strict JSON: a NaN is None, with its note."""
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
        The classes in the order wanted; by default all that occur, sorted.
    undefined
        What 0/0 becomes: ``"nan"``; ``"zero"``; or ``"exclude"``, NaN in its place but left out of
        averages over classes. A note names such values in each case.

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
    """A note where truth and predictions share no label, which mostly is a slip in writing them."""
    called, true = matrix.sum(axis=1) > 0, matrix.sum(axis=0) > 0
    if np.any(called & true):
        return ()
    said, was = labels[int(np.argmax(called))], labels[int(np.argmax(true))]
    return (
        f"no predicted label occurs in the truth (predicted {said!r}, truth {was!r}): "
        f"are both written alike?",
    )


def _undefined_note(
    metric: Metric, plain: Floats, value: Floats, labels: tuple[object, ...], undefined: Undefined
) -> tuple[str, ...]:
    """Say that a metric is 0/0 by its plain formula, and what ``value`` makes of it."""
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
