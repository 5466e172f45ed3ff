"""Models of a panel as values that vary together: joint counts of labels, or scores of each item."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from scipy import sparse

from bakeoff.compare.cautions import WHO, cautions
from bakeoff.compare.item_scores import higher_for_better, item_material
from bakeoff.compare.predictions import different, item_outcomes
from bakeoff.core.class_order import by_counts
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, PairedItems, PairedScores, RankedItems
from bakeoff.core.panel import Column, ItemPanel, LabelPanel, combinations
from bakeoff.core.ranking import Omnibus
from bakeoff.core.result import Decision, Interval, Result
from bakeoff.core.verdict import Caveat
from bakeoff.judge.answer import ask
from bakeoff.judge.facts import basis_of, clusters_of, pick, unit_of
from bakeoff.judge.material import Built, positive_place, refuse_fractions
from bakeoff.judge.own_values import own_intervals
from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.judge.pitfalls.few import FEW_DF, ROUNDING, degrees_of_clusters
from bakeoff.judge.ranking import Asked, Together
from bakeoff.methods._areas import chance_apart, class_degrees, class_sizes, fewest_of_a_class
from bakeoff.methods._ranked_kinds import codes_of, one_more, placements
from bakeoff.methods.many._joint import Joint, Shapes, Totals, pairs_of
from bakeoff.methods.many._labels import LabelUnits
from bakeoff.methods.many.cochran_q import cochran_q
from bakeoff.metrics import is_known
from bakeoff.metrics._confusion import signed
from bakeoff.metrics._influence import rank_values
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length

Pair = Callable[[str, str], Built]
# Items of a class, or clusters of them, below which each pair of areas has its own test: with 25 and ten
# models, the joint reference found a false difference in up to 12 % of data sets at a nominal 5 %.
FEW_OF_A_CLASS = 50
PART = 1 << 16  # rows that are weighted at once


class Measured(NamedTuple):
    """The joint values of models, an omnibus test, and on how many units each model is better.

    ``both`` is how many items two models of a pair get right, where each item is right or wrong.
    """

    joint: Joint
    omnibus: Omnibus | None = None
    wins: tuple[Ints, Ints] | None = None
    both: Ints | None = None


def best_first(panel: ItemPanel | LabelPanel, asked: Asked, *, positive: Hashable) -> Together:
    """Models ready to be judged, from the best to the worst."""
    metric = asked.metric
    own = counted_panel(panel) if metric.kind == "labels" and panel.truth is not None else panel
    measure = partial(_measured, metric=metric, positive=positive, resamples=asked.resamples)
    order = _order(measure(own, partial(_pair, own, metric, positive)).joint)
    own = replace(own, **_reordered(own, order))
    pair = partial(_pair, own, metric, positive)
    found = measure(own, pair)
    built = [pair(own.names[0], name) for name in own.names[1:]]
    if found.both is not None and found.wins is not None:
        pair = partial(_counted_pair, own.names, found.joint.n, (*found.wins, found.both))
    repeats = own.repeats if isinstance(own, ItemPanel) else None
    few = _few(built[0].outcomes)
    return Together(
        names=own.names,
        joint=found.joint,
        method=pick("auto", built[0].outcomes)[0].key if few else "max-t",
        own=partial(_own, pair, asked),
        intervals=partial(_intervals, built, metric),
        basis=basis_of(built[0].outcomes, found.joint.n).answered(repeats),
        unit=unit_of(built[0].outcomes, metric, built[0].about),
        omnibus=found.omnibus,
        wins=found.wins,
        known=cautions(own, built, metric, values=found.joint.values, positive=positive),
        limits=partial(_limits, pair, asked, built[0].commonest),
        apart=few,
    )


def _few(outcomes: Any) -> bool:
    """Whether there is too little for a joint reference: clusters, or items of a class whose area it is."""
    if clusters_of(outcomes) and degrees_of_clusters(outcomes) < FEW_DF - ROUNDING:
        return True
    return round(fewest_of_a_class(outcomes), 9) < FEW_OF_A_CLASS


def _own(pair: Pair, asked: Asked, a: str, b: str, alpha: float) -> Result:
    """What the comparison of two says about a pair."""
    built = pair(a, b)
    return ask(
        built.outcomes,
        metric=asked.metric,
        about=built.about,
        again=False,
        draws=asked.resamples,
        alpha=alpha,
        rng=asked.rng,
    ).result


def _limits(
    pair: Pair, asked: Asked, commonest: tuple[str, float] | None, a: str, b: str, decision: Decision
) -> tuple[Caveat, ...]:
    """What limits the comparison of a pair in a ranking; what was known before is not repeated."""
    built = pair(a, b)
    case = ask(
        built.outcomes,
        metric=asked.metric,
        about=built.about,
        background=replace(built.background, commonest=commonest),
        again=False,
        draws=asked.resamples,
        alpha=asked.alpha,
        rng=asked.rng,
        names=(a, b),
    )
    case = replace(case, decision=decision, noun="ranking")
    return tuple(caveat for each in PITFALLS for caveat in each.caveats(case))


def _intervals(built: Sequence[Built], metric: Metric, level: float) -> list[Interval | None]:
    """An interval for the value of each model."""
    pairs = [own_intervals(each.outcomes, metric, level) or (None, None) for each in built]
    return [pairs[0][0], *(second for _, second in pairs)]


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
    """Models from the best to the worst; ties by the differences from the others, never by name."""
    k = joint.values.size
    first, second = pairs_of(k)

    def key(at: int) -> tuple[float, list[int], list[float]]:
        own = (first == at) | (second == at)
        errors = sorted(float(f"{each:.9g}") for each in joint.errors[own])
        return -round(float(joint.values[at]), 12), sorted(joint.differing[own].tolist()), errors

    return sorted(range(k), key=key)


def _counted_pair(names: Sequence[str], n: int, counts: tuple[Ints, Ints, Ints], a: str, b: str) -> Built:
    """Two models' right and wrong answers, from the counts of all pairs."""
    first, second = pairs_of(len(names))
    at = int(np.flatnonzero((first == names.index(a)) & (second == names.index(b)))[0])
    only_a, only_b, both = (int(each[at]) for each in counts)
    return Built(outcomes=PairedItems(only_a=only_a, only_b=only_b, n=n, both_right=both))


def _measured(
    panel: ItemPanel | LabelPanel, pair: Pair, *, metric: Metric, positive: Hashable, resamples: int
) -> Measured:
    """The joint values of models, in the order of the panel."""
    if isinstance(panel, LabelPanel):
        pair(panel.names[0], panel.names[1])  # refuses what cannot be judged
        if metric.right_or_wrong:
            return _by_rightness(panel, resamples)
        place = positive_place(panel.labels, positive) if metric.per_class else None
        joint = _label_joint(panel, metric, place, resamples)
        _refuse_undefined(panel, metric, joint.values)
        return Measured(joint)
    if panel.truth is None:
        values = np.stack([higher_for_better(each, metric) for each in panel.answers], axis=1)
        clusters = None if panel.clusters is None else to_labels(clusters=panel.clusters)[0]["clusters"]
        return _by_values(values, clusters, resamples, span=metric.high - metric.low)
    if metric.right_or_wrong:  # pairs are counts, and all models together scores
        pair = partial(_pair, panel, metric, positive, method="skewed-t")
    found = _by_scores(panel, pair, resamples)
    return found._replace(wins=None) if metric.kind == "whole" else found


def _refuse_undefined(panel: LabelPanel, metric: Metric, values: Floats) -> None:
    """Refuse a metric that is 0/0 for models that never predict a class that only others predict."""
    never = np.setdiff1d(np.arange(len(panel.labels)), panel.truth)
    answers = zip(panel.names, panel.answers, strict=True)
    saying = [name for name, said in answers if np.isin(never, said).any()]
    undefined = [name for name, value in zip(panel.names, values, strict=True) if np.isnan(value)]
    without = [name for name in undefined if name not in saying]
    if without and saying:
        strange = next(panel.labels[at] for at in never if np.isin(at, panel.answers))
        raise InputError(
            f"{metric.key} is undefined (0/0) on these items for {_some(without)}: class {strange!r} "
            f"never occurs in the truth and only some models predict it ({_some(saying)}); leave these "
            f"models out, or use another metric, such as accuracy"
        )


def _some(names: Sequence[str]) -> str:
    """The first three names, and how many more there are.

    >>> _some(["a", "b"]), _some(["a", "b", "c", "d", "e"])
    ('a, b', 'a, b, c and 2 more')
    """
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _pair(
    panel: ItemPanel | LabelPanel, metric: Metric, positive: Hashable, a: str, b: str, method: str = "auto"
) -> Built:
    two = panel.pair(a, b)
    if two.truth is not None:
        return item_outcomes(two, metric, method=method, positive=positive)
    first, second = two.answers
    return item_material(first, second, metric, clusters=two.clusters).build("auto")


def _by_rightness(panel: LabelPanel, resamples: int) -> Measured:
    right = panel.answers == panel.truth
    clusters = [] if panel.clusters is None else [panel.clusters]
    *columns, counts = combinations([*clusters, *right.view(np.uint8)], panel.counts)
    rows = np.stack(columns[len(clusters) :], axis=1).view(bool)
    first, second = pairs_of(len(panel.names))
    total = rows.astype(np.float64)
    parts = (slice(at, at + PART) for at in range(0, len(total), PART))
    sums = [(total[at] * counts[at, np.newaxis]).T @ total[at] for at in parts]
    both = np.sum(sums, axis=0)  # whole numbers, so exact in any order
    alone, shared = np.diagonal(both).astype(np.int64), both[first, second].astype(np.int64)
    wins = alone[first] - shared, alone[second] - shared
    if panel.clusters is None:
        units = Totals(total=total, size=np.ones(len(rows)), repeats=counts)
        omnibus = cochran_q(rows, counts)
        differing = wins[0] + wins[1]
    else:
        units = _by_cluster(total * counts[:, np.newaxis], counts, columns[0])
        omnibus, differing = None, _unlike(units)
    joint = units.joint(differing=differing, span=1.0, resamples=resamples)
    return Measured(joint, omnibus, wins, shared if panel.clusters is None else None)


def _by_cluster(total: Any, size: Any, clusters: Ints) -> Totals:
    """Clusters as units, those alike taken together, in an order that does not depend on that of the rows."""
    codes = np.unique(clusters, return_inverse=True)[1]
    columns = [*np.asarray(total, dtype=np.float64).T, np.asarray(size, dtype=np.float64)]
    order = np.lexsort((*columns, codes))  # so that sums are the same in any order of the rows
    sums = np.stack([np.bincount(codes[order], weights=each[order]) for each in columns], axis=1)
    kinds, repeats = np.unique(sums, axis=0, return_counts=True)
    return Totals(
        total=np.asarray(kinds[:, :-1], float), size=np.asarray(kinds[:, -1], float), repeats=repeats
    )


def _unlike(units: Totals) -> Ints:
    """On how many units two models of a pair differ."""
    first, second = pairs_of(units.total.shape[1])
    return np.asarray(units.repeats @ (units.total[:, first] != units.total[:, second]))


def _by_scores(panel: ItemPanel, pair: Pair, resamples: int) -> Measured:
    """By scores of each item, or by what items add to an area."""
    built = [pair(panel.names[0], name).outcomes for name in panel.names[1:]]
    first: PairedScores | RankedItems = built[0]
    values = np.stack([_values(first, side) for side in (first.a, *(each.b for each in built))], axis=1)
    if isinstance(first, PairedScores):
        return _by_values(values, first.clusters, resamples, span=first.span)
    class_sizes(WHO, first)
    units = _units(values, first.clusters)
    joint = units.joint(differing=_unlike(units), span=1.0, resamples=resamples)
    wary = _wary(joint, units.variances, first)
    return Measured(replace(joint, errors=wary, shapes=partial(_shapes_of_areas, units, joint, wary, first)))


def _wary(joint: Joint, variances: Floats, items: RankedItems) -> Floats:
    """Standard errors of differences of areas, with one more item of each class, as `area-t` has them."""
    first, second = pairs_of(joint.values.size)  # those of the draws stay: with both larger nothing changes
    chance = chance_apart(joint.errors**2, variances[first] + variances[second])
    more = sum(one_more(1.0, df) for df in class_degrees(items)) * chance
    return np.where(joint.alike, 0.0, np.sqrt(joint.errors**2 + more))


def _shapes_of_areas(units: Totals, joint: Joint, wary: Floats, items: RankedItems) -> Shapes:
    """What `area-t` nearly says of all pairs, with no smaller errors and no more degrees of freedom."""
    found, held = units.shapes(), [np.bincount(each) for each in _units_by_class(items)]
    apart = 1 - max(float(each.max() / each.sum()) for each in held)  # of a class, outside its largest unit
    square = (np.maximum(found.errors, joint.errors) / apart) ** 2 + wary**2 - joint.errors**2
    most = min(class_degrees(items))
    return replace(found, errors=np.sqrt(square), degrees=np.minimum(found.degrees, most))


def _units_by_class(items: RankedItems) -> tuple[Ints, Ints]:
    """The unit, item or cluster, of each item of either class."""
    units = np.arange(items.positive.size) if items.clusters is None else codes_of(items.clusters)
    return units[items.positive], units[~items.positive]


def _by_values(values: Floats, clusters: Ints | None, resamples: int, *, span: float) -> Measured:
    """By values [item, model] whose means are compared."""
    units = _units(values, clusters)
    first, second = pairs_of(values.shape[1])
    pairs = list(zip(first, second, strict=True))
    wins = np.array([np.sum(values[:, i] > values[:, j]) for i, j in pairs])
    losses = np.array([np.sum(values[:, i] < values[:, j]) for i, j in pairs])
    joint = units.joint(differing=_unlike(units), span=span, resamples=resamples)
    return Measured(joint, None, (wins, losses))


def _units(values: Floats, clusters: Ints | None) -> Totals:
    """Items with these values, or clusters of them, as units."""
    if clusters is not None:
        return _by_cluster(values, np.ones(len(values)), clusters)
    kinds, repeats = np.unique(values, axis=0, return_counts=True)
    return Totals(total=kinds, size=np.ones(len(kinds)), repeats=repeats)


def _values(outcomes: PairedScores | RankedItems, side: Floats) -> Floats:
    if isinstance(outcomes, PairedScores):
        return side
    positive = outcomes.positive
    others = np.where(positive, np.sum(~positive), np.sum(positive))
    return rank_values(positive, placements(side, positive) / (2 * others))


def _label_joint(panel: LabelPanel, metric: Metric, place: int | None, resamples: int) -> Joint:
    if is_known(metric):
        panel, places = by_counts(panel)
        place = None if place is None else int(places[place])
    classes = len(panel.labels)
    small = np.min_scalar_type(classes**2)
    cells = panel.answers.astype(small) * small.type(classes) + panel.truth.astype(small)
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
    units = LabelUnits(
        contents=contents,
        repeats=repeats,
        classes=classes,
        metric=signed(metric, place),
        of_counts=metric.of_counts,
    )
    return units.joint(differing=differing, span=metric.high - metric.low, resamples=resamples)


def _cluster_kinds(panel: LabelPanel, cells: Ints) -> tuple[Ints, Ints]:
    """Each row's cluster, numbered by its content, so that the order does not depend on their names."""
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
        called = ("truth", *(f"model {name}" for name in panel.names))
        columns = zip(called, (panel.truth, *panel.answers), strict=True)
        used = {name: [panel.labels[at] for at in np.unique(each)] for name, each in columns}
        refuse_fractions(used, items=panel.n)
        return panel
    given: dict[str, Column] = {"truth": cast(Column, panel.truth)}
    given |= {f"model {name}": each for name, each in zip(panel.names, panel.answers, strict=True)}
    same_length(**given)
    refuse_fractions({name: different(each) for name, each in given.items()}, items=panel.n)
    codes, labels = to_labels(**given)
    found = LabelPanel(
        names=panel.names,
        labels=labels,
        truth=codes["truth"],
        answers=np.stack([codes[name] for name in given if name != "truth"]),
        counts=np.ones(panel.n, dtype=np.int64),
        clusters=None if panel.clusters is None else to_labels(clusters=panel.clusters)[0]["clusters"],
        source=panel.source,
    )
    return replace(found, **_reordered(found, list(range(len(panel.names)))))
