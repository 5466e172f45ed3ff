"""Comparison of two models' predictions on one test set."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.bounds import both_cases, under_bounds
from bakeoff.compare.guessed_class import PositiveClass, settle_class
from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.scored import column_or_table, from_losses, from_ranks, is_table
from bakeoff.core.arrays import Bools, PerItem
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Filling, Missing, check_missing
from bakeoff.core.outcomes import (
    Ints,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.core.panel import Column, ItemPanel, LabelPanel, counted
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.answer import Common, two_names
from bakeoff.judge.facts import not_taken
from bakeoff.judge.material import (
    Built,
    Material,
    counted_outcomes,
    is_binary,
    judge,
    one_cluster,
    paired_items,
    refuse_fractions,
)
from bakeoff.judge.slices import few_enough
from bakeoff.methods import METHODS
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.read.alike import blanks_note, tidied, to_labels
from bakeoff.read.columns import at_position, missing_value, raw_array, same_length, same_rows, to_array
from bakeoff.read.lacking import filled, with_gaps

LETTERS = "A", "B"
Panel = TypeVar("Panel", ItemPanel, LabelPanel)
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
    missing: Missing | None = None,
    resamples: int = 10_000,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models by their predictions for the same items.

    Parameters
    ----------
    truth
        The true label of each item, or its true number for ``squared-error``, ``rmse``, ``r2`` and other
        regression metrics.
    a, b
        The predictions of A and B: labels or numbers. For ``auc``, ``log-loss`` and ``brier``: scores or
        probabilities of the positive class, or an array (n, classes) with the classes in sorted order. If
        some classes do not occur in truth, truth must hold class numbers from 0.
    method
        The key of a method for paired items, or ``"auto"``.
    metric
        The metric to compare: a key; a function of the confusion matrix [predicted, true] that returns a
        number, where higher is better; or a `bakeoff.Metric` of such a function.
    clusters
        Which items belong together (one user, document or question each).
    by
        A column that divides the items into slices: the verdict then has a verdict for each of its values.
    positive
        The positive class for ``f1``, ``precision``, ``auc`` and similar metrics. With two classes, the
        default is the one that sorts last, with a caveat unless the names imply it, such as 0 and 1 or no and
        yes. If the data contradict that guess (an AUC clearly below .5), or the other class favours the other
        model, the class must be named.
    missing
        What an empty answer (None, NaN or text such as "NA") counts as: ``"wrong"``, ``"drop"`` (items that
        one of the models lacks are left out) or ``"bounds"`` (a conclusion needs the worst and the best case
        to agree). Without it missing answers are refused.
    resamples
        Number of bootstrap or permutation draws.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``, ``tried``, ``tuned_on_test``.

    Examples
    --------
    >>> truth = ["cat", "dog", "dog", "cat", "dog"]
    >>> verdict = compare_predictions(truth, ["cat", "dog", "dog", "dog", "cat"], truth)
    >>> verdict.result.estimate, verdict.result.p_value
    (-0.4, 0.25)
    """
    refuse_unknown(compare_predictions, common, method=method)
    record = metric_of(metric)
    names = two_names(common.get("names", LETTERS))
    told = "" if by is None else str(getattr(by, "name", None) or "slice")

    def judged(filling: Filling | None) -> Verdict:
        material = predictions_material(
            truth, a, b, record, names=names, clusters=clusters, by=by, positive=positive, missing=filling
        )
        return judge(material, metric=record, method=method, by=told, resamples=resamples, **common)

    return under_bounds(check_missing(missing), judged, both_cases)


def predictions_material(
    truth: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    record: Metric,
    *,
    names: tuple[str, str] = LETTERS,
    clusters: PerItem = None,
    by: PerItem = None,
    positive: Hashable = None,
    missing: Filling | None = None,
) -> Material:
    """Predictions of two models in memory, ready to judge."""
    same_rows(truth=truth, a=a, b=b, clusters=clusters, by=by)
    read = panel_in_memory(truth, {"a": a, "b": b}, record, clusters=clusters, by=by, missing=missing)
    return panel_material(called(read, names), record, positive=positive)


def panel_in_memory(
    truth: ArrayLike,
    answers: Mapping[str, ArrayLike],
    record: Metric,
    *,
    names: tuple[str, ...] | None = None,
    clusters: PerItem = None,
    by: PerItem = None,
    missing: Filling | None = None,
) -> ItemPanel:
    """Models in memory as a panel: labels without blanks, and missing answers as what they count as.

    Messages call the answers by their keys, the panel calls the models by ``names``.
    """
    true = to_array(truth, "truth")
    read = [_answers_of(each, name, record, missing) for name, each in answers.items()]
    panel = ItemPanel(
        names=names or tuple(answers),
        truth=true,
        answers=tuple(column for column, _ in read),
        clusters=None if clusters is None else to_array(clusters, "clusters"),
        slices=None if by is None else to_array(by, "by"),
    )
    panel = with_tidy_labels(panel, record)
    if missing is None:
        return panel
    same_length(truth=cast(Column, panel.truth), **dict(zip(answers, panel.answers, strict=True)))
    return filled(panel, [gaps for _, gaps in read], missing, record)


def _answers_of(
    values: ArrayLike, name: str, record: Metric, missing: Filling | None
) -> tuple[Column, Bools]:
    """The answers of a model and where they are missing, which is refused without a choice."""
    if record.kind != "labels" and is_table(values):
        table = column_or_table(values, name)
        return table, np.zeros(len(table), dtype=bool)
    column, gaps = with_gaps(values, name)
    if gaps.any() and missing is None:
        at = int(np.flatnonzero(gaps)[0])
        first = raw_array(values, name)[at]
        raise missing_value(name, first, at_position(at), int(gaps.sum()), len(gaps), answers=True)
    return (column if record.kind == "labels" else column_or_table(cast(ArrayLike, column), name)), gaps


def with_tidy_labels(panel: ItemPanel, metric: Metric) -> ItemPanel:
    """A panel in memory without blanks around its labels and names, and with a note of how many had some."""
    labels = names = 0
    truth, answers, clusters, slices = panel.truth, panel.answers, panel.clusters, panel.slices
    if truth is not None and metric.needs != "numbers":
        truth, labels = tidied(truth, "truth")
    if metric.kind == "labels":
        called = panel.names if panel.names == ("a", "b") else [f"model {name}" for name in panel.names]
        tidy = [tidied(each, name) for each, name in zip(answers, called, strict=True)]
        answers, labels = tuple(each for each, _ in tidy), labels + sum(count for _, count in tidy)
    if clusters is not None:
        clusters, names = tidied(clusters, "clusters")
    if slices is not None:
        slices, more = tidied(slices, "by")
        names += more
    return replace(
        panel,
        truth=truth,
        answers=answers,
        clusters=clusters,
        slices=slices,
        notes=panel.notes + blanks_note(labels, names),
    )


def called(panel: Panel, names: tuple[str, str]) -> Panel:
    """Two models with the names that caveats use, which need not be different."""
    return replace(panel, names=names if names[0] != names[1] else LETTERS)


def panel_material(panel: ItemPanel | LabelPanel, metric: Metric, *, positive: Hashable = None) -> Material:
    """Predictions of two models, ready to judge, as a whole and by slices."""
    own = _counted(panel) if metric.kind == "labels" else panel
    return _class_material(own, metric, settle_class(own, metric, positive))


def _class_material(panel: ItemPanel | LabelPanel, metric: Metric, chosen: PositiveClass) -> Material:
    """Predictions of two models by a positive class, and by the other one where it is a guess."""
    slices, names = _slices(panel)
    inside = replace(chosen, known=())
    whole = _by_class(panel, metric, chosen.positive, chosen.known)
    return replace(
        whole,
        parts={
            name: _class_material(panel.only(slices == at), metric, inside)
            for at, name in enumerate(few_enough(names, panel.n) if names else ())
        },
        other=None if chosen.guess is None else _by_class(panel, metric, chosen.guess.other),
        guess=chosen.guess,
        notes=panel.notes,
        lacking=panel.lacking,
    )


def _by_class(
    panel: ItemPanel | LabelPanel, metric: Metric, positive: Hashable, known: tuple[Caveat, ...] = ()
) -> Material:
    """Predictions of two models by a positive class, all of them."""

    def build(method: str) -> Built:
        built = item_outcomes(panel, metric, method=method, positive=positive)
        return replace(built, known=known + built.known)

    return Material(
        n=panel.n,
        clusters=panel.clusters,
        build=build,
        methods=partial(item_methods, metric, clustered=panel.clusters is not None),
    )


def item_outcomes(
    panel: ItemPanel | LabelPanel, metric: Metric, *, method: str = "auto", positive: Hashable = None
) -> Built:
    """Predictions of two models as the outcomes that a method takes, or the preferred ones for ``"auto"``."""
    wanted = _wanted(method, metric, clustered=panel.clusters is not None)
    if metric.kind == "labels":
        return counted_outcomes(_counted(panel), metric, wanted=wanted, positive=positive)
    build = from_ranks if metric.kind == "ranking" else from_losses
    a, b = panel.answers
    built = build(cast(Column, panel.truth), a, b, metric, positive=positive)
    if panel.clusters is None:
        right = metric.right_or_wrong and wanted in (None, PairedItems) and is_binary(built.outcomes)
        return replace(built, outcomes=_counted_rightness(built.outcomes)) if right else built
    return replace(built, outcomes=clustered(built.outcomes, panel.clusters))


def _counted_rightness(scores: PairedScores) -> PairedItems:
    return paired_items(scores.a > 0, scores.b > 0, np.ones(scores.n, dtype=np.int64))


def item_methods(metric: Metric, *, clustered: bool = False) -> list[Method]:
    """The methods that take something that predictions can be turned into."""
    legal = _kinds(metric, clustered=clustered)
    return [method for method in METHODS if set(method.kinds) & set(legal)]


def _kinds(metric: Metric, *, clustered: bool) -> tuple[type, ...]:
    if metric.kind == "ranking":
        return (RankedItems,)
    if metric.kind != "labels":
        return (PairedItems, PairedScores) if metric.right_or_wrong and not clustered else (PairedScores,)
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
            f"{method} assumes independent items, and items in one cluster are not independent; methods "
            f"that allow clusters: {', '.join(m.key for m in legal)}"
        )
    if chosen not in legal:
        raise not_taken(chosen, f"predictions compared by {metric.key}", legal)


def _counted(panel: ItemPanel | LabelPanel) -> LabelPanel:
    """Rows of labels as joint counts."""
    if isinstance(panel, LabelPanel):
        return panel
    columns = dict(zip(("truth", "a", "b"), (cast(Column, panel.truth), *panel.answers), strict=True))
    same_length(**columns)
    refuse_fractions({name: different(each) for name, each in columns.items()}, items=panel.n)
    codes, labels = to_labels(**columns)
    if panel.clusters is not None:
        codes |= to_labels(clusters=panel.clusters)[0]
    slices, names = _slices(panel)
    codes |= {"by": slices} if names else {}
    same_length(**codes)
    return replace(
        counted(codes, labels, slice_names=names), names=panel.names, notes=panel.notes, lacking=panel.lacking
    )


def different(values: Column) -> list[object]:
    """The different values of a column that may be fractions; those of whole numbers are not looked at."""
    return [""] if values.dtype.kind in "biu" else list(dict.fromkeys(values.tolist()))


def _slices(panel: ItemPanel | LabelPanel) -> tuple[Ints, tuple[str, ...]]:
    """The slice of each row, and the names of the slices; nothing where there are none."""
    if panel.slices is None:
        return np.empty(0, dtype=np.int64), ()
    if isinstance(panel, LabelPanel):
        return panel.slices, panel.slice_names
    codes, names = to_labels(by=panel.slices)
    same_length(truth=cast(Column, panel.truth), **codes)
    return codes["by"], tuple(map(str, names))


def clustered(outcomes: OneByOne, clusters: ArrayLike) -> OneByOne:
    """Outcomes with their clusters."""
    codes, labels = to_labels(clusters=clusters)
    if len(labels) < 2:
        raise one_cluster()
    same_length(truth=outcomes.a, clusters=codes["clusters"])
    return replace(outcomes, clusters=codes["clusters"])
