"""What two models can be judged by: joint counts or scores, as a whole, by slices, by every valid method."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.class_order import by_counts
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.joint import SparseTable
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Lacking
from bakeoff.core.outcomes import (
    ClusterKinds,
    Ints,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.core.panel import Column, LabelPanel, combinations
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.answer import answer
from bakeoff.judge.either_class import Guess, verdict_by_either
from bakeoff.judge.labels import guessed, label_meant, one_class, strangers
from bakeoff.judge.pitfalls import Background
from bakeoff.judge.pitfalls.pitfall import Predicted
from bakeoff.judge.slices import with_slices
from bakeoff.methods._ranked_kinds import gain_of
from bakeoff.methods.score_t import unit_influences
from bakeoff.metrics import is_known
from bakeoff.metrics._confusion import signed
from bakeoff.read.values import as_number, shown


@dataclass(frozen=True, kw_only=True)
class Built:
    """Outcomes, the class that the metric measures, in words, caveats so far, and what else is known.

    ``commonest`` is the most frequent class and its share, ``predicted`` what predictions of A and B show.
    """

    outcomes: Any
    about: str = ""
    known: tuple[Caveat, ...] = ()
    commonest: tuple[str, float] | None = None
    predicted: tuple[Predicted, Predicted] | None = None

    @property
    def background(self) -> Background:
        """What is known apart from the outcomes."""
        return Background(commonest=self.commonest, predicted=self.predicted)


@dataclass(frozen=True, kw_only=True)
class Material:
    """What can be turned into the outcomes that a method takes: all of ``n`` items, or parts of them.

    ``build`` gets the key of a method, or ``"auto"``; ``methods`` gives those that are valid. Where the
    positive class is a ``guess``, ``other`` is the same by the other class. ``notes`` say what was done to
    the values when they were read, ``lacking`` how many answers were missing. ``clusters`` are those of its
    rows, under the same names in all parts.
    """

    n: int
    build: Callable[[str], Built]
    methods: Callable[[], Iterable[Method]]
    parts: Mapping[str, "Material"] = field(default_factory=dict)
    other: "Material | None" = None
    guess: Guess | None = None
    clusters: Column | None = None
    notes: tuple[str, ...] = ()
    lacking: Lacking | None = None


def judge(
    material: Material,
    *,
    metric: Metric,
    method: str = "auto",
    by: str = "",
    resamples: int = 10_000,
    **common: Any,
) -> Verdict:
    """The verdict on some material, with one on each of its parts where they are sliced ``by`` a column."""

    def whole_of(own: Material, **asked: Any) -> Verdict:
        return _whole(own, metric=metric, method=method, resamples=resamples, **common | asked)

    overall = whole_of(material)
    result = overall.result
    lacking = None if material.lacking is None else material.lacking.called(overall.names)
    notes = material.notes if lacking is None else (*material.notes, str(lacking))
    overall = replace(overall, result=replace(result, notes=result.notes + notes), missing=lacking)
    if not by:
        return overall
    parts = (
        (name, own.n, partial(whole_of, own, opinions=False, again=False))
        for name, own in material.parts.items()
    )
    moved = crossed_clusters(material.parts, method)
    return with_slices(overall, parts, by=by, tried=common.get("tried", 1), moved=moved)


def crossed_clusters(parts: Mapping[str, Material], method: str) -> dict[str, dict[object, float]]:
    """How far each cluster moves the difference in each slice; nothing where no cluster is in two slices."""
    known = {name: part.clusters for name, part in parts.items() if part.clusters is not None}
    if len(known) < len(parts):
        return {}
    held = [set(np.unique(each).tolist()) for each in known.values()]
    if sum(map(len, held)) == len(set().union(*held)):
        return {}
    found = {}
    for name, part in parts.items():
        try:
            outcomes = part.build(method).outcomes
            moved = _moved_by(outcomes)
        except InputError:
            continue  # the slice is refused
        if moved is None:
            return {}
        counted = isinstance(outcomes, PairedScores) and outcomes.counts is not None  # rows in another order
        keys = outcomes.clusters if counted else part.clusters
        if isinstance(outcomes, PairedLabels):
            keys = np.unique(np.asarray(part.clusters))
        own: dict[object, float] = {}
        for each, value in zip(np.asarray(keys).tolist(), moved.tolist(), strict=True):
            if math.isfinite(value):
                own[each] = own.get(each, 0.0) + value
        found[name] = own
    return found


def _moved_by(outcomes: Any) -> Floats | None:
    """How far each row moves A minus B, or each cluster by a metric of labels; None where that is unknown."""
    if isinstance(outcomes, PairedLabels):
        kinds = outcomes.clusters
        return None if kinds is None or kinds.of is None else unit_influences(outcomes)[kinds.of]
    if isinstance(outcomes, PairedScores):
        counts = np.ones(outcomes.a.size) if outcomes.counts is None else outcomes.counts
        apart = outcomes.a - outcomes.b
        return np.asarray(counts * (apart - np.sum(counts * apart) / outcomes.n) / outcomes.n)
    if isinstance(outcomes, RankedItems):
        positive, gain = outcomes.positive, gain_of(outcomes)
        own = np.where(positive, positive.sum(), (~positive).sum())
        share = gain / (2 * (positive.size - own))
        mean = np.where(positive, share[positive].mean(), share[~positive].mean())
        return np.asarray((share - mean) / own)
    return None


def _whole(material: Material, *, metric: Metric, method: str, resamples: int, **common: Any) -> Verdict:
    verdict = _answered(material, metric=metric, method=method, resamples=resamples, **common)
    other = material.other
    if other is None or material.guess is None:
        return verdict
    asked = common | {"alternative": "two-sided", "again": False, "opinions": False}
    turned = partial(_answered, other, metric=metric, method=method, resamples=resamples, **asked)
    return verdict_by_either(verdict, turned, material.guess)


def _answered(material: Material, *, metric: Metric, method: str, resamples: int, **common: Any) -> Verdict:
    built = material.build(method)
    others: dict[str, Callable[[str], Outcomes]] = {}
    if common.get("opinions"):  # nothing else needs the records of all methods
        others = {each.key: lambda key: material.build(key).outcomes for each in material.methods()}
    return answer(
        built.outcomes,
        others=others,
        method=method,
        metric=metric,
        about=built.about,
        known=built.known,
        background=built.background,
        draws=resamples,
        **common,
    )


MOST_CELLS = 50_000_000  # of a joint table that is kept in full
MOST_COUNTED = 2000  # classes: confusion matrices of more take too much memory


def counted_outcomes(panel: LabelPanel, metric: Metric, *, wanted: type | None, positive: object) -> Built:
    """Joint counts as the outcomes that a method takes, or the preferred ones where that is open."""
    _refuse_numbers(panel)
    if panel.clusters is not None and len(np.unique(panel.clusters)) < 2:
        raise one_cluster()
    known = strangers(panel, panel.names)
    common = commonest(np.bincount(panel.truth, weights=panel.counts, minlength=1), panel.labels)
    if not metric.per_class:
        no_class(positive, metric)
    if wanted is None and metric.right_or_wrong:
        wanted = PairedItems if panel.clusters is None else PairedScores
    if metric.right_or_wrong and wanted in (PairedItems, PairedScores):
        a, b = panel.answers == panel.truth
        made: Any = paired_items(a, b, panel.counts) if wanted is PairedItems else _scores(panel)
        return Built(outcomes=made, known=known, commonest=common)
    place, about = None, ""
    if metric.per_class:
        place = positive_place(panel.labels, positive)
        about = f"class {shown(panel.labels[place])}"
        _refuse_never_true(panel, metric, place)
        known += guessed(panel.labels, place, positive)
    true = [panel.labels[at] for at in np.unique(panel.truth)]
    known += one_class(true, panel.n, metric, None if place is None else panel.labels[place])
    if is_known(metric):
        panel, places = by_counts(panel)
        place = None if place is None else int(places[place])
    outcomes = PairedLabels(
        table=_table(panel, counted=metric.of_counts),
        labels=panel.labels,
        metric=signed(metric, place),
        span=metric.high - metric.low,
        clusters=None if panel.clusters is None else _kinds(panel),
        of_counts=metric.of_counts,
    )
    return Built(outcomes=outcomes, about=about, known=known, commonest=common)


def _refuse_never_true(panel: LabelPanel, metric: Metric, place: int) -> None:
    """Refuse a metric that is 0 for every model, because no item is of the class that it measures."""
    if metric.zero_without_items and not np.any(panel.truth == place):
        raise InputError(
            f"no item belongs to class {shown(panel.labels[place])}, so its {metric.key} is 0 for every "
            f"model; expected at least one such item: name another class as positive"
        )


def one_cluster() -> InputError:
    """The error for items where the variance between clusters is unknown."""
    return InputError(
        "all items are in one cluster, so the variance between clusters is unknown; expected two or more: "
        "check the column, or leave it out"
    )


def no_class(positive: object, metric: Metric) -> None:
    """Refuse a positive class where the metric has none."""
    if positive is not None:
        raise InputError(
            f"positive is {shown(positive)}, but {metric.key} has no positive class; leave it out"
        )


def _refuse_numbers(panel: LabelPanel) -> None:
    unnamed = panel.names == ("A", "B") or "truth" in panel.names
    names = ("truth", *(("a", "b") if unnamed else panel.names))
    columns = zip(names, (panel.truth, *panel.answers), strict=True)
    used = {name: [panel.labels[code] for code in np.unique(codes)] for name, codes in columns}
    try:
        refuse_fractions(used, items=panel.n)
    except InputError as problem:
        if not unnamed:  # the message has a name of its own
            problem.column, problem.role = problem.role, ("truth", "a", "b")[names.index(problem.role)]
        raise


def paired_items(a: Bools, b: Bools, counts: Ints) -> PairedItems:
    """Which items A and B got right, by rows that each stand for a number of items."""
    only_a, only_b, both = (int(counts[part].sum()) for part in (a & ~b, b & ~a, a & b))
    return PairedItems(only_a=only_a, only_b=only_b, n=int(counts.sum()), both_right=both)


def is_binary(scores: PairedScores) -> bool:
    """Whether every score is 1 or 0."""
    return all(bool(np.isin(each, (0.0, 1.0)).all()) for each in (scores.a, scores.b))


def _scores(panel: LabelPanel) -> PairedScores:
    """1 for a right and 0 for a wrong answer, with the number of items that are alike."""
    right = (panel.answers == panel.truth).astype(np.int64)
    given = [] if panel.clusters is None else [panel.clusters]
    *clusters, a, b, counts = combinations([*given, *right], panel.counts)
    return PairedScores(
        a=a.astype(float),
        b=b.astype(float),
        clusters=clusters[0] if clusters else None,
        counts=counts,
        span=1.0,
    )


def _table(panel: LabelPanel, *, counted: bool) -> Ints | SparseTable:
    """In full, or the cells that hold items where classes are many."""
    classes = len(panel.labels)
    most = MOST_COUNTED if counted else int(MOST_CELLS ** (1 / 3))
    if classes > most:
        raise InputError(
            f"there are {classes} classes, and this metric takes at most {most}, because the size of a "
            f"confusion matrix grows with the square of that number; use accuracy, merge rare classes, "
            f"or check that the columns hold labels"
        )
    if classes**3 > MOST_CELLS:
        cells, counts = combinations([_cells(panel)], panel.counts)
        return SparseTable(cells=cells, counts=counts, classes=classes)
    table = np.zeros(classes**3, dtype=np.int64)
    np.add.at(table, _cells(panel), panel.counts)
    return table.reshape(classes, classes, classes)


def _cells(panel: LabelPanel) -> Ints:
    """The place of each row in the flattened joint table."""
    classes = len(panel.labels)
    a, b = panel.answers
    cells: Ints = (panel.truth * classes + a) * classes + b
    return cells


def _kinds(panel: LabelPanel) -> ClusterKinds:
    """Clusters distinguished by their content, in an order that does not depend on their names."""
    assert panel.clusters is not None  # noqa: S101 - asked before
    cluster, cell, count = combinations([panel.clusters, _cells(panel)], panel.counts)
    held = np.stack([cell, count], axis=1)
    starts = np.flatnonzero(np.concatenate([[True], cluster[1:] != cluster[:-1]]))
    stops = [*starts[1:].tolist(), len(held)]
    by_cluster = [held[start:stop].tobytes() for start, stop in zip(starts.tolist(), stops, strict=True)]
    repeats = Counter(by_cluster)
    contents = sorted(repeats)
    places = {content: at for at, content in enumerate(contents)}
    parts = [np.frombuffer(content, dtype=np.int64).reshape(-1, 2) for content in contents]
    together = np.concatenate(parts)
    return ClusterKinds(
        kind=np.repeat(np.arange(len(parts)), [len(part) for part in parts]),
        cell=together[:, 0],
        count=together[:, 1],
        repeats=np.array([repeats[content] for content in contents]),
        of=np.array([places[content] for content in by_cluster]),
    )


FEWEST_FOR_A_SHARE = 30  # items: of fewer the commonest class is a matter of chance


def positive_place(labels: tuple[Any, ...], positive: object) -> int:
    """Which of the labels is the positive class: the one named, or else the last of two."""
    if positive is None:
        if len(labels) > 2:
            listed = ", ".join(str(label) for label in labels[:10])
            raise InputError(
                f"the metric needs one positive class, but there are {len(labels)} classes ({listed}); name "
                f"one as positive, or use an average such as macro-f1"
            )
        return len(labels) - 1
    positive = label_meant(positive, labels)
    if positive not in labels:
        raise unknown_name("class", positive, [str(label) for label in labels])
    return labels.index(positive)


def commonest(counts: Ints | Floats, labels: tuple[Any, ...]) -> tuple[str, float] | None:
    """The most frequent class and its share, by how many items there are of each class.

    None where there is only one, or hardly an item.

    >>> commonest(np.array([30, 10]), ("no", "yes"))
    ('no', 0.75)
    """
    items = int(counts.sum())
    if np.count_nonzero(counts) < 2 or items < FEWEST_FOR_A_SHARE:
        return None
    return str(labels[int(counts.argmax())]), float(counts.max() / items)


MOST_CLASSES = 20  # that are named by fractions


def refuse_fractions(columns: Mapping[str, Sequence[object]], *, items: int) -> None:
    """Refuse predictions such as 0.62 where the truth has whole numbers or words: scores, not labels.

    The columns may hold each value once; ``items`` says how many there are in all.
    """
    true = _fraction(columns["truth"])
    different = len(set(columns["truth"]))
    if true is not None and different > max(MOST_CLASSES, items / 2):  # no class has such a name
        raise InputError(
            f"truth holds {different} distinct numbers such as {true:g} where labels are expected; to "
            f"compare predicted numbers, use a regression metric such as squared-error or rmse",
            role="truth",
            expected="labels",
        )
    for name in [each for each in columns if each != "truth"] if true is None else []:
        value = _fraction(columns[name])
        if value is not None:
            raise InputError(
                f"{name} holds fractions such as {value:g} where labels are expected; compare "
                f"probabilities with auc, log-loss or brier, and predicted numbers with squared-error",
                role=name,
                value=value,
                expected="labels",
            )


def _fraction(values: Sequence[object]) -> float | None:
    """The first number that is not whole; None where there is something else than numbers."""
    values = [as_number(value) if isinstance(value, str) else value for value in values]
    if not all(isinstance(value, int | float) for value in values):
        return None
    fractions = (each for each in values if isinstance(each, float) and math.isfinite(each) and each % 1)
    return next(fractions, None)
