"""Comparison of two models' predictions on one test set."""

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np

from bakeoff.compare.answer import Common, answer
from bakeoff.compare.classes import class_columns, positive_place, true_classes
from bakeoff.compare.numbers import column_or_table, number_column
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    Floats,
    Ints,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.core.verdict import Verdict
from bakeoff.io.columns import same_length, to_array, to_labels
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

BY_RIGHT_AND_WRONG = ("accuracy", "error")


def compare_predictions(
    truth: Any,
    a: Any,
    b: Any,
    *,
    method: str = "auto",
    metric: str = "accuracy",
    clusters: Any = None,
    positive: Any = None,
    resamples: int = 10_000,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models by their predictions for the same items.

    Parameters
    ----------
    truth
        What is true of each item: labels, or numbers for ``squared-error``.
    a, b
        What A and B predicted: labels; for ``auc``, ``log-loss`` and ``brier`` scores or probabilities
        of the positive class, or (n, classes) with the classes in order (numbers by size, text by the
        alphabet); where some do not occur in truth, it must number them from 0.
    method
        A key that takes such outcomes, or ``"auto"``.
    metric
        What to compare on.
    clusters
        Which items belong together (one user, document or question each): `paired-mean` respects it.
    positive
        The class that ``f1``, ``precision``, ``auc`` and the like speak of; of two classes, the one
        that sorts last.
    resamples
        How often `bootstrap` and `permutation` draw.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``.

    Examples
    --------
    >>> truth = ["cat", "dog", "dog", "cat", "dog"]
    >>> verdict = compare_predictions(truth, ["cat", "dog", "dog", "dog", "cat"], truth)
    >>> verdict.result.estimate, verdict.result.p_value
    (-0.4, 0.25)
    """
    measured = METRICS[metric]
    build = {"labels": _from_labels, "ranking": _from_ranks, "per-item": _from_losses}[measured.kind]
    wanted = None if method == "auto" else METHODS[method].takes
    outcomes = build(truth, a, b, measured, wanted=wanted, positive=positive)
    if clusters is not None:
        outcomes = _clustered(outcomes, clusters, method, truth, a, b)
    options = {"resamples": resamples} if isinstance(outcomes, PairedLabels) else {}
    return answer(outcomes, method=method, metric=metric, **common, **options)


def _from_labels(
    truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any
) -> PairedItems | PairedLabels | PairedScores:
    columns = {name: to_array(values, name) for name, values in (("truth", truth), ("a", a), ("b", b))}
    same_length(**columns)
    codes, labels = to_labels(**columns)
    right_a, right_b = codes["a"] == codes["truth"], codes["b"] == codes["truth"]
    if metric.key in BY_RIGHT_AND_WRONG and wanted is PairedScores:
        return PairedScores(a=right_a.astype(float), b=right_b.astype(float))
    if metric.key in BY_RIGHT_AND_WRONG and wanted is not PairedLabels:
        return PairedItems(
            only_a=int(np.sum(right_a & ~right_b)),
            only_b=int(np.sum(right_b & ~right_a)),
            n=len(right_a),
            both_right=int(np.sum(right_a & right_b)),
        )
    place = positive_place(labels, positive) if metric.per_class else None
    return PairedLabels(table=_joint_table(codes, len(labels)), labels=labels, metric=_signed(metric, place))


def _joint_table(codes: dict[str, Ints], classes: int) -> Ints:
    if classes**3 > 50_000_000:
        raise InputError(
            f"there are {classes} classes, too many for a joint table of truth, A and B; "
            f"use accuracy, or check that the columns hold labels"
        )
    cell = (codes["truth"] * classes + codes["a"]) * classes + codes["b"]
    return np.bincount(cell, minlength=classes**3).reshape(classes, classes, classes)


def _signed(metric: Metric, place: int | None) -> Callable[[Any], Any]:
    """The metric of confusion matrices in units where higher is better, for one class if asked."""
    if place is None:
        return lambda matrices: metric.sign * metric.compute(matrices)
    return lambda matrices: metric.sign * metric.compute(matrices)[..., place]


def _from_ranks(
    truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any
) -> RankedItems:
    codes, labels = to_labels(truth=truth)
    if len(labels) < 2 or (len(labels) > 2 and positive is None):
        raise InputError(
            f"{metric.key} needs two classes in truth; got {len(labels)}; of several, name one as positive "
            f"to set it against the rest"
        )
    place = positive_place(labels, positive)
    scores = {name: column_or_table(values, name) for name, values in (("a", a), ("b", b))}
    columns = {
        name: each if each.ndim == 1 else each[:, class_columns(labels, each.shape[1])[place]]
        for name, each in scores.items()
    }
    same_length(truth=codes["truth"], **columns)
    return RankedItems(positive=codes["truth"] == place, **columns)


def _from_losses(
    truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any
) -> PairedScores:
    if metric.key == "squared-error":
        given = {name: number_column(values, name) for name, values in (("a", a), ("b", b))}
        known: Any = number_column(truth, "truth")
        same_length(truth=known, **given)
    else:
        given = {name: column_or_table(values, name) for name, values in (("a", a), ("b", b))}
        same_length(truth=to_array(truth, "truth"), **given)
        if given["a"].shape != given["b"].shape:
            raise InputError(
                f"a has shape {given['a'].shape} and b {given['b'].shape}; expected both models' "
                f"probabilities in the same form"
            )
        known = true_classes(truth, given["a"], positive)
    losses = {name: _losses(metric, known, values, name) for name, values in given.items()}
    return PairedScores(a=metric.sign * losses["a"], b=metric.sign * losses["b"])


def _losses(metric: Metric, known: Any, values: Floats, name: str) -> Floats:
    try:
        losses: Floats = metric.compute(known, values)
    except InputError as problem:
        raise InputError(f"{name}: {problem}") from None
    return losses


def _clustered(outcomes: Any, clusters: Any, method: str, truth: Any, a: Any, b: Any) -> PairedScores:
    """Outcomes with their clusters, or an error where the method supposes independent items."""
    if isinstance(outcomes, PairedItems) and method == "auto":
        outcomes = _from_labels(truth, a, b, METRICS["accuracy"], wanted=PairedScores, positive=None)
    if not isinstance(outcomes, PairedScores):
        raise IllegalMethodError(
            "items in clusters are not independent, which this method or metric supposes; use method "
            "'paired-mean' with accuracy or a per-item loss"
        )
    codes, _ = to_labels(clusters=clusters)
    same_length(truth=outcomes.a, clusters=codes["clusters"])
    return PairedScores(a=outcomes.a, b=outcomes.b, clusters=codes["clusters"])
