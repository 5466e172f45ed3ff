"""Comparison of two models' predictions on one test set."""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import TypeVar, Unpack, cast

from numpy.typing import ArrayLike

from bakeoff.compare.scored import column_or_table, from_losses, from_ranks
from bakeoff.core.arrays import Bools, PerItem
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    IN_WORDS,
    Ints,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.core.tally import Column, Predictions, Tally, tally_of
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.judge.material import (
    Built,
    Material,
    counted_outcomes,
    judge,
    one_cluster,
    refuse_fractions,
)
from bakeoff.judge.slices import few_enough
from bakeoff.methods import METHODS
from bakeoff.metrics._own import MetricLike, metric_of
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, same_rows, to_array

OneByOne = TypeVar("OneByOne", PairedScores, RankedItems)


def compare_predictions(
    truth: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    method: str = "auto",
    metric: MetricLike = "accuracy",
    clusters: PerItem = None,
    by: PerItem = None,
    positive: Hashable = None,
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
    as_column = to_array if record.kind == "labels" else column_or_table
    read = Predictions(
        truth=to_array(truth, "truth"),
        a=as_column(a, "a"),
        b=as_column(b, "b"),
        clusters=None if clusters is None else to_array(clusters, "clusters"),
        slices=None if by is None else to_array(by, "by"),
        source="",
    )
    material = rows_material(read, record, positive=positive)
    told = "" if by is None else str(getattr(by, "name", None) or "slice")
    return judge(material, metric=record, method=method, by=told, resamples=resamples, **common)


def rows_material(read: Predictions, metric: Metric, *, positive: Hashable = None) -> Material:
    """What models said about single items as something to judge, as a whole and by slices."""
    if metric.kind == "labels":
        return tally_material(labels_of(read), metric, positive=positive)
    truth = cast(Column, read.truth)

    def build(method: str) -> Built:
        return item_outcomes(
            truth, read.a, read.b, metric=metric, method=method, clusters=read.clusters, positive=positive
        )

    parts = {}
    if read.slices is not None:
        slices, names = _slices(read.slices)
        same_length(truth=truth, by=slices)
        for at, name in enumerate(few_enough(names, len(slices))):
            parts[name] = rows_material(_only(read, slices == at), metric, positive=positive)
    methods = partial(item_methods, metric, clustered=read.clusters is not None)
    return Material(n=len(truth), build=build, methods=methods, parts=parts)


def _only(read: Predictions, chosen: Bools) -> Predictions:
    clusters = None if read.clusters is None else read.clusters[chosen]
    truth = cast(Column, read.truth)[chosen]
    return replace(read, truth=truth, a=read.a[chosen], b=read.b[chosen], clusters=clusters, slices=None)


def tally_material(tally: Tally, metric: Metric, *, positive: Hashable = None) -> Material:
    """Joint counts as something to judge, as a whole and by slices."""

    def build(method: str) -> Built:
        return _of_tally(tally, metric, method, positive)

    return Material(
        n=tally.n,
        build=build,
        methods=partial(item_methods, metric, clustered=tally.clusters is not None),
        parts={} if tally.slices is None else _sliced(tally, tally.slices, metric, positive),
    )


def _sliced(tally: Tally, slices: Ints, metric: Metric, positive: Hashable) -> dict[str, Material]:
    return {
        name: tally_material(tally.only(slices == at), metric, positive=positive)
        for at, name in enumerate(few_enough(tally.slice_names, tally.n))
    }


def _of_tally(tally: Tally, metric: Metric, method: str, positive: Hashable) -> Built:
    wanted = _wanted(method, metric, clustered=tally.clusters is not None)
    return counted_outcomes(tally, metric, wanted=wanted, positive=positive)


def item_outcomes(
    truth: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    metric: Metric,
    method: str = "auto",
    clusters: PerItem = None,
    positive: Hashable = None,
) -> Built:
    """Predictions as the outcomes that a method takes, or the preferred ones for ``"auto"``."""
    if metric.kind == "labels":
        return _of_tally(label_tally(truth, a, b, clusters), metric, method, positive)
    _wanted(method, metric, clustered=clusters is not None)
    build = {"ranking": from_ranks, "per-item": from_losses}[metric.kind]
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


def label_tally(truth: ArrayLike, a: ArrayLike, b: ArrayLike, clusters: PerItem = None) -> Tally:
    """Columns of labels as joint counts."""
    columns = {name: to_array(values, name) for name, values in (("truth", truth), ("a", a), ("b", b))}
    groups = None if clusters is None else to_array(clusters, "clusters")
    return labels_of(Predictions(**columns, clusters=groups, source=""))


def labels_of(read: Predictions) -> Tally:
    """Rows of labels as joint counts."""
    columns = {"truth": cast(Column, read.truth), "a": read.a, "b": read.b}
    same_length(**columns)
    numbers = {name: each.tolist() if each.dtype.kind == "f" else [""] for name, each in columns.items()}
    refuse_fractions(numbers, items=len(read.a))
    codes, labels = to_labels(**columns)
    if read.clusters is not None:
        codes |= to_labels(clusters=read.clusters)[0]
    names: tuple[str, ...] = ()
    if read.slices is not None:
        codes["by"], names = _slices(read.slices)
    same_length(**codes)
    return tally_of(codes, labels, slice_names=names)


def _slices(by: Column) -> tuple[Ints, tuple[str, ...]]:
    codes, names = to_labels(by=by)
    return codes["by"], tuple(map(str, names))


def clustered(outcomes: OneByOne, clusters: ArrayLike) -> OneByOne:
    """Outcomes with their clusters."""
    codes, labels = to_labels(clusters=clusters)
    if len(labels) < 2:
        raise one_cluster()
    same_length(truth=outcomes.a, clusters=codes["clusters"])
    return replace(outcomes, clusters=codes["clusters"])
