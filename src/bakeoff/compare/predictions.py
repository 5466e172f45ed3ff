"""Comparison of two models' predictions on one test set."""

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

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
)
from bakeoff.core.tally import Tally, tally_of
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.answer import Common
from bakeoff.judge.classes import class_columns, guessed, positive_place, true_classes
from bakeoff.judge.material import Material, judge
from bakeoff.judge.numbers import column_or_table, number_column, refuse_fractions
from bakeoff.judge.slices import few_enough
from bakeoff.judge.tallied import (
    Built,
    counted_outcomes,
    no_class,
    one_cluster,
)
from bakeoff.methods import METHODS
from bakeoff.metrics._own import metric_of
from bakeoff.read.columns import same_length, same_rows, to_array, to_labels
from bakeoff.read.values import shown


def compare_predictions(
    truth: Any,
    a: Any,
    b: Any,
    *,
    method: str = "auto",
    metric: Any = "accuracy",
    clusters: Any = None,
    by: Any = None,
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
        What to compare on: a key, or a function of the confusion matrix [predicted, true] that gives a
        number, higher for better, or a `bakeoff.Metric` around one.
    clusters
        Which items belong together (one user, document or question each).
    by
        A column that slices the items: the verdict then has one for each of its values, too.
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
    record = metric_of(metric)
    same_rows(truth=truth, a=a, b=b, clusters=clusters, by=by)
    slices = None if by is None else _slices(by)
    if record.kind == "labels":
        tally = label_tally(truth, a, b, clusters, slices)
        material = tally_material(tally, record, positive=positive)
    else:
        columns = {"truth": truth, "a": a, "b": b, "clusters": clusters}
        material = column_material(columns, record, slices=slices, positive=positive)
    return judge(material, metric=record, method=method, by=_name(by), resamples=resamples, **common)


def tally_material(tally: Tally, metric: Metric, *, positive: Any = None) -> Material:
    """Joint counts as something to judge, as a whole and by slices."""

    def build(method: str) -> Built:
        return _of_tally(tally, metric, method, positive)

    return Material(
        n=tally.n,
        build=build,
        methods=partial(item_methods, metric, clustered=tally.clusters is not None),
        parts={
            name: tally_material(tally.only(tally.slices == at), metric, positive=positive)
            for at, name in enumerate(few_enough(tally.slice_names, tally.n))
            if tally.slices is not None
        },
    )


def _of_tally(tally: Tally, metric: Metric, method: str, positive: Any) -> Built:
    wanted = _wanted(method, metric, clustered=tally.clusters is not None)
    return counted_outcomes(tally, metric, wanted=wanted, positive=positive)


def column_material(
    columns: dict[str, Any], metric: Metric, *, slices: tuple[Ints, tuple[str, ...]] | None, positive: Any
) -> Material:
    """Columns of scores and the like as something to judge, as a whole and by slices."""

    def build(method: str) -> Built:
        return item_outcomes(**columns, metric=metric, method=method, positive=positive)

    parts = {}
    if slices is not None:
        arrays = {name: _rows(values, name) for name, values in columns.items()}
        same_length(truth=arrays["truth"], by=slices[0])
        for at, name in enumerate(few_enough(slices[1], len(slices[0]))):
            chosen = slices[0] == at
            own = {key: None if values is None else values[chosen] for key, values in arrays.items()}
            parts[name] = column_material(own, metric, slices=None, positive=positive)
    clustered = columns["clusters"] is not None
    return Material(
        n=len(columns["truth"]),
        build=build,
        methods=partial(item_methods, metric, clustered=clustered),
        parts=parts,
    )


def _rows(values: Any, name: str) -> Any:
    """Something of which rows can be taken."""
    if values is None:
        return None
    return column_or_table(values, name) if name in ("a", "b") else to_array(values, name)


def _slices(by: Any) -> tuple[Ints, tuple[str, ...]]:
    codes, names = to_labels(by=by)
    return codes["by"], tuple(str(name) for name in names)


def _name(by: Any) -> str:
    return "" if by is None else str(getattr(by, "name", None) or "slice")


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
    if metric.kind == "labels":
        return _of_tally(label_tally(truth, a, b, clusters), metric, method, positive)
    _wanted(method, metric, clustered=clusters is not None)
    build = {"ranking": _from_ranks, "per-item": _from_losses}[metric.kind]
    built = build(truth, a, b, metric, positive=positive)
    return built if clusters is None else replace(built, outcomes=clustered(built.outcomes, clusters))


def item_methods(metric: Metric, *, clustered: bool = False) -> list[Method]:
    """The methods that take something that predictions can be turned into."""
    legal = _kinds(metric, clustered=clustered)
    return [method for method in METHODS if set(method.kinds) & set(legal)]


def _kinds(metric: Metric, *, clustered: bool) -> tuple[type, ...]:
    if metric.kind != "labels":
        return (RankedItems,) if metric.kind == "ranking" else (PairedScores,)
    if not metric.right_or_wrong:
        return (PairedLabels,)
    return (PairedScores, PairedLabels) if clustered else (PairedItems, PairedScores, PairedLabels)


def _wanted(method: str, metric: Metric, *, clustered: bool) -> type | None:
    """The outcomes that a method takes; None where it is left open."""
    if method == "auto":
        return None
    _refuse_other_outcomes(method, metric, clustered=clustered)
    legal = _kinds(metric, clustered=clustered)
    return next(kind for kind in METHODS[method].kinds if kind in legal)


def _refuse_other_outcomes(method: str, metric: Metric, *, clustered: bool) -> None:
    """Refuse a method that takes nothing of that kind, and name those that do."""
    chosen, legal = METHODS[method], item_methods(metric, clustered=clustered)
    if clustered and chosen in item_methods(metric) and chosen not in legal:
        raise IllegalMethodError(
            f"items in clusters are not independent, which {method} supposes; methods that respect "
            f"clusters: {', '.join(m.key for m in legal)}"
        )
    if chosen not in legal:
        listed = ", ".join(m.key + (" (unsound)" if m.unsound else "") for m in legal)
        raise IllegalMethodError(
            f"{method} takes {IN_WORDS[METHODS[method].takes]}; these are predictions compared by "
            f"{metric.key}. Methods that take them: {listed}"
        )


def label_tally(
    truth: Any, a: Any, b: Any, clusters: Any = None, slices: tuple[Ints, tuple[str, ...]] | None = None
) -> Tally:
    """Columns of labels as joint counts."""
    columns = {name: to_array(values, name) for name, values in (("truth", truth), ("a", a), ("b", b))}
    same_length(**columns)
    refuse_fractions(columns)
    codes, labels = to_labels(**columns)
    if clusters is not None:
        codes |= to_labels(clusters=clusters)[0]
    if slices is not None:
        codes["by"] = slices[0]
    same_length(**codes)
    return tally_of(codes, labels, slice_names=() if slices is None else slices[1])


def _from_ranks(truth: Any, a: Any, b: Any, metric: Metric, *, positive: Any) -> Built:
    codes, labels = to_labels(truth=truth)
    if len(labels) < 2:
        raise InputError(f"every truth is {shown(labels[0])}; {metric.key} needs items of two classes")
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
        outcomes=RankedItems(positive=codes["truth"] == place, a=columns["a"], b=columns["b"]),
        about=f"class {shown(labels[place])}",
        known=guessed(labels, place, positive),
    )


def _from_losses(truth: Any, a: Any, b: Any, metric: Metric, *, positive: Any) -> Built:
    known: tuple[Caveat, ...] = ()
    if metric.needs == "numbers":
        no_class(positive, metric)
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
    span = metric.high - metric.low
    outcomes = PairedScores(a=metric.sign * losses["a"], b=metric.sign * losses["b"], span=span)
    return Built(outcomes=outcomes, known=known)


def _losses(metric: Metric, known: Any, values: Floats, name: str) -> Floats:
    try:
        losses: Floats = metric.compute(known, values)
    except InputError as problem:
        raise InputError(f"{name}: {problem}") from None
    return losses


def clustered(outcomes: Any, clusters: Any) -> Any:
    """Outcomes with their clusters."""
    codes, labels = to_labels(clusters=clusters)
    if len(labels) < 2:
        raise one_cluster()
    same_length(truth=outcomes.a, clusters=codes["clusters"])
    return replace(outcomes, clusters=codes["clusters"])
