"""Ranking of many models by their predictions for the same items."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from bakeoff.compare.predictions import item_outcomes
from bakeoff.compare.scored import column_or_table
from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, PairedScores, RankedItems
from bakeoff.core.panel import Column, ItemPanel, LabelPanel, combinations
from bakeoff.core.ranking import Ranking
from bakeoff.judge.material import positive_place, refuse_fractions
from bakeoff.judge.ranking import Asked, Together, judged
from bakeoff.methods._ranked_kinds import placements
from bakeoff.methods.many._joint import Joint, Totals, pairs_of
from bakeoff.methods.many._labels import LabelUnits
from bakeoff.methods.many.cochran_q import cochran_q
from bakeoff.metrics._confusion import signed
from bakeoff.metrics._influence import rank_values
from bakeoff.metrics._own import MetricLike, metric_of
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import named_columns, same_length, same_rows, to_array


class RankOptions(TypedDict, total=False):
    """Keywords that every ``rank_*`` of items takes.

    alpha
        The chance that anything is said of any pair, rank or best set that is not so (default 0.05).
    margin
        Differences smaller than this do not matter; allows the decision ``equivalent``.
    resamples
        How often the items are drawn anew (default 10,000).
    step_down
        Whether p-values are those of the step-down method, which intervals do not follow (default False).
    tried
        How many such families of models were tried in all (default 1).
    tuned_on_test
        Whether the items helped to choose what is compared; a caveat says what that spoils.
    rng
        A whole number or numpy Generator (default 0).
    """

    alpha: float
    margin: float | None
    resamples: int
    step_down: bool
    tried: int
    tuned_on_test: bool
    rng: Any


def rank_predictions(
    truth: ArrayLike,
    models: Mapping[str, ArrayLike] | object,
    *,
    metric: MetricLike = "accuracy",
    baseline: str | None = None,
    clusters: PerItem = None,
    by: PerItem = None,
    positive: Hashable = None,
    **options: Unpack[RankOptions],
) -> Ranking:
    """Rank models by their predictions for the same items.

    All intervals and p-values, the possible ranks and the set of possible best are from one joint reference:
    a studentised bootstrap of the items.

    Parameters
    ----------
    truth
        What is true of each item.
    models
        What each model predicted, by name: a dict or a data frame, items in the order of truth. Labels; for
        ``auc``, ``log-loss`` and ``brier`` scores or probabilities as in `compare_predictions`.
    metric
        What to rank by: a key, or a function of the confusion matrix, as in `compare_predictions`.
    baseline
        The model that all others are held against; without one all pairs are.
    clusters
        Which items belong together: they are drawn whole.
    by
        A column that slices the items: the ranking then has one for each of its values, too.
    positive
        The class that ``f1``, ``precision``, ``auc`` and the like speak of.
    **options
        ``alpha``, ``margin``, ``resamples``, ``step_down``, ``tried``, ``tuned_on_test``, ``rng``.

    Examples
    --------
    >>> truth = [1, 0] * 100
    >>> models = {"always": [1] * 200, "truth": truth, "nearly": truth[:-9] + [0] * 9}
    >>> ranking = rank_predictions(truth, models, resamples=1000)
    >>> [(each.name, each.rank) for each in ranking.models], ranking.best
    ([('truth', (1, 2)), ('nearly', (1, 2)), ('always', (3, 3))], ('truth', 'nearly'))
    """
    record = metric_of(metric)
    named = named_columns(models)
    if named is None:
        raise InputError(
            f"models is {type(models).__name__}; expected a dict or data frame of predictions by name"
        )
    called = {f"model {name}": each for name, each in named.items()}
    same_rows(truth=truth, clusters=clusters, by=by, **called)
    as_column = to_array if record.kind == "labels" else column_or_table
    panel = ItemPanel(
        names=tuple(named),
        truth=to_array(truth, "truth"),
        answers=tuple(as_column(each, name) for name, each in called.items()),
        clusters=None if clusters is None else to_array(clusters, "clusters"),
        slices=None if by is None else to_array(by, "by"),
    )
    return rank_panel(panel, record, baseline=baseline, positive=positive, **options)


def rank_panel(
    panel: ItemPanel | LabelPanel,
    metric: Metric,
    *,
    baseline: str | None = None,
    positive: Hashable = None,
    **options: Unpack[RankOptions],
) -> Ranking:
    """The ranking of the models of a panel."""
    if len(panel.names) < 2:
        raise InputError(
            f"there is one model, {panel.names[0]!r}; expected two or more to rank"
            if panel.names
            else "there are no models; expected two or more to rank"
        )
    asked = Asked(metric=metric, baseline=baseline, **options)
    own = counted_panel(panel) if metric.kind == "labels" else cast(ItemPanel, panel)
    first = together(own, metric, positive=positive, resamples=asked.resamples)
    ordered = replace(own, **_reordered(own, _order(first.joint)))
    return judged(together(ordered, metric, positive=positive, resamples=asked.resamples), asked)


def _reordered(panel: ItemPanel | LabelPanel, order: list[int]) -> dict[str, Any]:
    names = tuple(panel.names[at] for at in order)
    if isinstance(panel, LabelPanel):
        *columns, counts = combinations(
            [panel.truth, *panel.answers[order], *([] if panel.clusters is None else [panel.clusters])],
            panel.counts,
        )
        found = {"names": names, "truth": columns[0], "counts": counts, "slices": None}
        found["answers"] = np.stack(columns[1 : len(names) + 1])
        return found | ({} if panel.clusters is None else {"clusters": columns[-1]})
    return {"names": names, "answers": tuple(panel.answers[at] for at in order)}


def _order(joint: Joint) -> list[int]:
    """Models from the best to the worst; equal ones by how they differ from the others, never by name."""
    k = joint.values.size
    first, second = pairs_of(k)

    def key(at: int) -> tuple[float, list[int], list[float]]:
        own = (first == at) | (second == at)
        errors = sorted(float(f"{each:.9g}") for each in joint.errors[own])
        return -round(float(joint.values[at]), 12), sorted(joint.differing[own].tolist()), errors

    return sorted(range(k), key=key)


def together(
    panel: ItemPanel | LabelPanel, metric: Metric, *, positive: Hashable, resamples: int
) -> Together:
    """Models ready to be judged, in the order of the panel."""
    pair = partial(_pair, panel, metric, positive)
    if isinstance(panel, LabelPanel):
        pair(panel.names[0], panel.names[1])  # refuses what cannot be judged
        if metric.right_or_wrong:
            return _by_rightness(panel, metric, pair, resamples)
        place = positive_place(panel.labels, positive) if metric.per_class else None
        joint = _label_joint(panel, metric, place, resamples)
        return Together(names=panel.names, joint=joint, pair=pair, omnibus=None)
    return _by_scores(panel, metric, pair, resamples)


def _pair(panel: Any, metric: Metric, positive: Hashable, a: str, b: str) -> Any:
    return item_outcomes(panel.pair(a, b), metric, positive=positive)


def _by_rightness(panel: LabelPanel, metric: Metric, pair: Any, resamples: int) -> Together:
    right = panel.answers == panel.truth
    clusters = [] if panel.clusters is None else [panel.clusters]
    *columns, counts = combinations([*clusters, *right.astype(np.int64)], panel.counts)
    rows = np.stack(columns[len(clusters) :], axis=1).astype(bool)
    first, second = pairs_of(len(panel.names))
    ahead, behind = (rows[:, first] > rows[:, second]), (rows[:, first] < rows[:, second])
    wins = counts @ ahead, counts @ behind
    if panel.clusters is None:
        units = Totals(total=rows.astype(np.float64), size=np.ones(len(rows)), repeats=counts)
        omnibus = cochran_q(rows, counts)
        differing = wins[0] + wins[1]
    else:
        units = _by_cluster(rows * counts[:, np.newaxis], counts, columns[0])
        omnibus, differing = None, _unlike(units)
    joint = units.joint(differing=differing, span=1.0, resamples=resamples)
    return Together(names=panel.names, joint=joint, pair=pair, omnibus=omnibus, wins=wins)


def _by_cluster(total: Any, size: Any, clusters: Ints) -> Totals:
    """Clusters as units, those alike taken together, in an order that does not depend on that of the rows."""
    codes = np.unique(clusters, return_inverse=True)[1]
    columns = [*np.asarray(total, dtype=np.float64).T, np.asarray(size, dtype=np.float64)]
    sums = np.stack([np.bincount(codes, weights=each) for each in columns], axis=1)
    kinds, repeats = np.unique(sums, axis=0, return_counts=True)
    return Totals(
        total=np.asarray(kinds[:, :-1], float), size=np.asarray(kinds[:, -1], float), repeats=repeats
    )


def _unlike(units: Totals) -> Ints:
    """On how many units two models of a pair differ."""
    first, second = pairs_of(units.total.shape[1])
    return np.asarray(units.repeats @ (units.total[:, first] != units.total[:, second]))


def _by_scores(panel: ItemPanel, metric: Metric, pair: Any, resamples: int) -> Together:
    """Scores of each item, or what items add to an area."""
    built = [pair(panel.names[0], name).outcomes for name in panel.names[1:]]
    sides = [built[0].a, *(each.b for each in built)]
    values = np.stack([_values(built[0], side) for side in sides], axis=1)
    clusters = built[0].clusters
    if clusters is None:
        kinds, repeats = np.unique(values, axis=0, return_counts=True)
        units = Totals(total=kinds, size=np.ones(len(kinds)), repeats=repeats)
    else:
        units = _by_cluster(values, np.ones(len(values)), clusters)
    span = built[0].span if isinstance(built[0], PairedScores) else 1.0
    joint = units.joint(differing=_unlike(units), span=span, resamples=resamples)
    return Together(names=panel.names, joint=joint, pair=pair, omnibus=None, wins=_wins(built[0], sides))


def _values(outcomes: PairedScores | RankedItems, side: Floats) -> Floats:
    if isinstance(outcomes, PairedScores):
        return side
    positive = outcomes.positive
    others = np.where(positive, np.sum(~positive), np.sum(positive))
    return rank_values(positive, placements(side, positive) / (2 * others))


def _wins(outcomes: PairedScores | RankedItems, sides: list[Floats]) -> tuple[Ints, Ints] | None:
    if isinstance(outcomes, RankedItems):
        return None
    first, second = pairs_of(len(sides))
    pairs = list(zip(first, second, strict=True))
    return (
        np.array([np.sum(sides[i] > sides[j]) for i, j in pairs]),
        np.array([np.sum(sides[i] < sides[j]) for i, j in pairs]),
    )


def _label_joint(panel: LabelPanel, metric: Metric, place: int | None, resamples: int) -> Joint:
    classes = len(panel.labels)
    cells = panel.answers * classes + panel.truth
    rows = len(panel.counts)
    if panel.clusters is None:
        kind, counts, repeats = np.arange(rows), np.ones(rows), panel.counts
    else:
        kind, repeats = _cluster_kinds(panel, cells)
        counts = panel.counts.astype(np.float64)
    shape = (len(repeats), classes**2)
    held = np.ones(rows, dtype=bool) if panel.clusters is None else kind >= 0
    contents = tuple(sparse.csr_array((counts[held], (kind[held], own[held])), shape=shape) for own in cells)
    first, second = pairs_of(len(panel.names))
    unlike = [abs(contents[i] - contents[j]).sum(axis=1) > 0 for i, j in zip(first, second, strict=True)]
    differing = np.array([int(repeats[np.asarray(each).ravel()].sum()) for each in unlike])
    units = LabelUnits(contents=contents, repeats=repeats, classes=classes, metric=signed(metric, place))
    return units.joint(differing=differing, span=metric.high - metric.low, resamples=resamples)


def _cluster_kinds(panel: LabelPanel, cells: Ints) -> tuple[Ints, Ints]:
    """Each row's cluster, numbered by what is in it, so that the order does not depend on their names."""
    codes = np.unique(cast(Ints, panel.clusters), return_inverse=True)[1]
    order = np.lexsort((panel.counts, *cells[::-1], codes))
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    content = np.column_stack([*cells, panel.counts])[order]
    parts = [tuple(map(tuple, part)) for part in np.split(content, starts[1:])]
    rank = np.argsort(np.array(sorted(range(len(parts)), key=parts.__getitem__)))
    return rank[codes], np.ones(len(parts), dtype=np.int64)


def counted_panel(panel: ItemPanel | LabelPanel) -> LabelPanel:
    """Rows of labels as joint counts of all models."""
    if isinstance(panel, LabelPanel):
        return panel
    columns: dict[str, Column] = {"truth": cast(Column, panel.truth)}
    columns |= {f"model {name}": each for name, each in zip(panel.names, panel.answers, strict=True)}
    same_length(**columns)
    for name, each in columns.items():
        if name != "truth" and each.dtype.kind == "f":
            given = {"truth": columns["truth"].tolist(), "a": each.tolist(), "b": [""]}
            refuse_fractions(given, items=panel.n)
    codes, labels = to_labels(**columns)
    found = LabelPanel(
        names=panel.names,
        labels=labels,
        truth=codes["truth"],
        answers=np.stack([codes[name] for name in columns if name != "truth"]),
        counts=np.ones(panel.n, dtype=np.int64),
        clusters=None if panel.clusters is None else to_labels(clusters=panel.clusters)[0]["clusters"],
    )
    return replace(found, **_reordered(found, list(range(len(panel.names)))))
