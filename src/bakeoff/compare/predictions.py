"""Comparison of two models' predictions on one test set."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from bakeoff.compare.answer import Common
from bakeoff.compare.classes import (
    class_columns,
    commonest,
    guessed,
    positive_place,
    strangers,
    true_classes,
)
from bakeoff.compare.numbers import column_or_table, number_column, refuse_fractions
from bakeoff.compare.opinions import answer_beside_others
from bakeoff.compare.pitfalls import Background
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    IN_WORDS,
    Floats,
    Ints,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    whole,
)
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.io.columns import same_length, to_array, to_labels
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

BY_RIGHT_AND_WRONG = ("accuracy", "error")
FEWEST_RESAMPLES = 100


@dataclass(frozen=True, kw_only=True)
class Built:
    """Outcomes, the class that the metric speaks of in words, caveats so far, and the commonest class."""

    outcomes: Any
    about: str = ""
    known: tuple[Caveat, ...] = ()
    commonest: tuple[str, float] | None = None


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
        The class that ``f1``, ``precision``, ``auc`` and the like speak of; of two classes by default
        the one that sorts last, with a caveat unless they are such as 0 and 1 or no and yes.
    resamples
        How often `bootstrap` and `permutation` draw.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``, ``tried``, ``tuned_on_test``.

    Examples
    --------
    >>> truth = ["cat", "dog", "dog", "cat", "dog"]
    >>> verdict = compare_predictions(truth, ["cat", "dog", "dog", "dog", "cat"], truth)
    >>> verdict.result.estimate, verdict.result.p_value
    (-0.4, 0.25)
    """
    built = item_outcomes(
        truth, a, b, metric=METRICS[metric], method=method, clusters=clusters, positive=positive
    )
    options: dict[str, Any] = (
        {"resamples": _enough(resamples)} if isinstance(built.outcomes, PairedLabels) else {}
    )

    def remade(other: str) -> Any:
        return item_outcomes(
            truth, a, b, metric=METRICS[metric], method=other, clusters=clusters, positive=positive
        ).outcomes

    return answer_beside_others(
        built.outcomes,
        others={} if clusters is not None else {m.key: remade for m in item_methods(METRICS[metric])},
        method=method,
        metric=metric,
        about=built.about,
        known=built.known,
        background=Background(commonest=built.commonest),
        **common,
        **options,
    )


def item_outcomes(
    truth: Any,
    a: Any,
    b: Any,
    *,
    metric: Metric,
    method: str = "auto",
    clusters: Any = None,
    positive: Any = None,
) -> Built:
    """Predictions as the outcomes that a method takes, or the preferred ones for ``"auto"``."""
    build = {"labels": _from_labels, "ranking": _from_ranks, "per-item": _from_losses}[metric.kind]
    wanted = None if method == "auto" else METHODS[method].takes
    if clusters is not None and wanted is None and metric.key in BY_RIGHT_AND_WRONG:
        wanted = PairedScores
    if method != "auto":
        _refuse_other_outcomes(method, metric)
    built = build(truth, a, b, metric, wanted=wanted, positive=positive)
    return built if clusters is None else replace(built, outcomes=clustered(built.outcomes, clusters))


def item_methods(metric: Metric) -> list[Method]:
    """The methods that take something that predictions can be turned into."""
    by_count = (PairedItems, PairedScores) if metric.key in BY_RIGHT_AND_WRONG else ()
    kinds = {"labels": (*by_count, PairedLabels), "ranking": (RankedItems,), "per-item": (PairedScores,)}
    return [m for m in METHODS if m.takes in kinds[metric.kind]]


def _refuse_other_outcomes(method: str, metric: Metric) -> None:
    """Refuse a method that takes nothing of that kind, and name those that do."""
    legal = item_methods(metric)
    if method not in [m.key for m in legal]:
        listed = ", ".join(m.key + (" (unsound)" if m.unsound else "") for m in legal)
        raise IllegalMethodError(
            f"{method} takes {IN_WORDS[METHODS[method].takes]}; these are predictions compared by "
            f"{metric.key}. Methods that take them: {listed}"
        )


def _from_labels(truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any) -> Built:
    columns = {name: to_array(values, name) for name, values in (("truth", truth), ("a", a), ("b", b))}
    same_length(**columns)
    refuse_fractions(columns)
    codes, labels = to_labels(**columns)
    known = strangers(codes, labels)
    if not metric.per_class:
        _no_class(positive, metric)
    if metric.key in BY_RIGHT_AND_WRONG and wanted is not PairedLabels:
        right = {name: codes[name] == codes["truth"] for name in ("a", "b")}
        return Built(
            outcomes=_right_and_wrong(right["a"], right["b"], by_item=wanted is PairedScores),
            known=known,
            commonest=commonest(codes["truth"], labels),
        )
    place, about = None, ""
    if metric.per_class:
        place = positive_place(labels, positive)
        about, known = f"class {labels[place]!r}", known + guessed(labels, place, positive)
    table = _joint_table(codes, len(labels))
    outcomes = PairedLabels(table=table, labels=labels, metric=_signed(metric, place))
    return Built(outcomes=outcomes, about=about, known=known, commonest=commonest(codes["truth"], labels))


def _no_class(positive: Any, metric: Metric) -> None:
    """Refuse a positive class where the metric speaks of none."""
    if positive is not None:
        raise InputError(
            f"positive is {positive!r}, but {metric.key} does not speak of one class; leave it out"
        )


def _right_and_wrong(a: Any, b: Any, *, by_item: bool) -> PairedItems | PairedScores:
    if by_item:
        return PairedScores(a=a.astype(float), b=b.astype(float))
    only_a, only_b, both = (int(np.sum(part)) for part in (a & ~b, b & ~a, a & b))
    return PairedItems(only_a=only_a, only_b=only_b, n=len(a), both_right=both)


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


def _from_ranks(truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any) -> Built:
    codes, labels = to_labels(truth=truth)
    if len(labels) < 2:
        raise InputError(f"every truth is {labels[0]!r}; {metric.key} needs items of two classes")
    if len(labels) > 2 and positive is None:
        raise InputError(
            f"{metric.key} needs two classes in truth; got {len(labels)}: name one as positive to set it "
            f"against the rest"
        )
    place = positive_place(labels, positive)
    scores = {name: column_or_table(values, name) for name, values in (("a", a), ("b", b))}
    columns = {
        name: each if each.ndim == 1 else each[:, class_columns(labels, each.shape[1])[place]]
        for name, each in scores.items()
    }
    same_length(truth=codes["truth"], **columns)
    return Built(
        outcomes=RankedItems(positive=codes["truth"] == place, **columns),
        about=f"class {labels[place]!r}",
        known=guessed(labels, place, positive),
    )


def _from_losses(truth: Any, a: Any, b: Any, metric: Metric, *, wanted: type | None, positive: Any) -> Built:
    known: tuple[Caveat, ...] = ()
    if metric.key == "squared-error":
        _no_class(positive, metric)
        given = {name: number_column(values, name) for name, values in (("a", a), ("b", b))}
        target: Any = number_column(truth, "truth")
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
    losses = {name: _losses(metric, target, values, name) for name, values in given.items()}
    outcomes = PairedScores(a=metric.sign * losses["a"], b=metric.sign * losses["b"])
    return Built(outcomes=outcomes, known=known)


def _losses(metric: Metric, known: Any, values: Floats, name: str) -> Floats:
    try:
        losses: Floats = metric.compute(known, values)
    except InputError as problem:
        raise InputError(f"{name}: {problem}") from None
    return losses


def clustered(outcomes: Any, clusters: Any) -> PairedScores:
    """Outcomes with their clusters, or an error where the method supposes independent items."""
    if not isinstance(outcomes, PairedScores):
        raise IllegalMethodError(
            "items in clusters are not independent, which this method or metric supposes; use method "
            "'paired-mean' with accuracy or a per-item loss"
        )
    codes, _ = to_labels(clusters=clusters)
    same_length(truth=outcomes.a, clusters=codes["clusters"])
    return replace(outcomes, clusters=codes["clusters"])


def _enough(resamples: Any) -> int:
    count = whole(resamples, "resamples")
    if count < FEWEST_RESAMPLES:
        raise InputError(f"resamples is {count}; expected at least {FEWEST_RESAMPLES}, better 10000")
    return count
