"""What a verdict says beside its result: of what, on what, and each side's own value."""

from dataclasses import replace

import numpy as np

from bakeoff.core.basis import Basis
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    ClusterKinds,
    DatasetScores,
    Floats,
    FoldScores,
    LayoutScores,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.unit import Unit
from bakeoff.core.verdict import Verdict
from bakeoff.judge.ranges import in_percent

Sided = PairedScores | FoldScores | SampleScores | DatasetScores | LayoutScores


def unit_of(outcomes: Outcomes | None, metric: Metric, about: str) -> Unit:
    """How differences of this metric are said; an error rate is spoken of as accuracy."""
    subject = (metric.complement_of or metric.title) + (f" of {about}" if about else "")
    return Unit(
        subject,
        100.0 if metric.is_rate and not in_percent(outcomes, metric) else 1.0,
        points=metric.is_rate,
        less=not metric.higher_is_better and not metric.complement_of,
    )


def basis_of(outcomes: Outcomes, n: int) -> Basis:
    """What a verdict rests on."""
    if isinstance(outcomes, RatePair):
        return Basis(of="items", counts=(outcomes.n_a, outcomes.n_b))
    if isinstance(outcomes, FoldScores):
        runs, folds = outcomes.a.shape
        if runs > 1:
            return Basis(of="runs of folds", counts=(runs, folds))
        return Basis(of="folds" if outcomes.design.key == "kfold" else "splits", counts=(folds,))
    if isinstance(outcomes, LayoutScores):
        return Basis(of="training sets of items", counts=outcomes.a.shape)
    if isinstance(outcomes, SampleScores):
        sizes = (len(outcomes.a), len(outcomes.b))
        same = sizes[0] == sizes[1]
        return Basis(of="samples", counts=sizes[:1] if same else sizes, each=same and not outcomes.paired)
    of_data_sets = isinstance(outcomes, DatasetScores)
    return Basis(of="data sets" if of_data_sets else "items", counts=(n,), clusters=clusters_of(outcomes))


def clusters_of(outcomes: Outcomes) -> int:
    """How many clusters the items are in; 0 where each is by itself."""
    if not isinstance(outcomes, PairedScores | PairedLabels | RankedItems) or outcomes.clusters is None:
        return 0
    kinds = outcomes.clusters
    return kinds.clusters if isinstance(kinds, ClusterKinds) else len(np.unique(kinds))


def values_of(outcomes: Outcomes, metric: Metric) -> tuple[float, float] | None:
    """The metric of A and of B, in its own units, where the outcomes tell."""
    if isinstance(outcomes, PairedItems):
        if outcomes.both_right is None:
            return None
        rates = [(outcomes.both_right + own) / outcomes.n for own in (outcomes.only_a, outcomes.only_b)]
        return _own(rates[0], rates[1], metric, fractions=True)
    if isinstance(outcomes, RatePair):
        rates = [1 - outcomes.errors_a / outcomes.n_a, 1 - outcomes.errors_b / outcomes.n_b]
        return _own(rates[0], rates[1], metric, fractions=True)
    if isinstance(outcomes, PairedLabels):
        sides = (outcomes.table.sum(axis=2).T, outcomes.table.sum(axis=1).T)
        a, b = (float(outcomes.metric(side)) for side in sides)
        return _own(a, b, metric, fractions=False)
    if isinstance(outcomes, RankedItems):
        a, b = (float(metric.compute(outcomes.positive, side)) for side in (outcomes.a, outcomes.b))
        return a, b
    a, b = (_mean(outcomes, side) for side in (outcomes.a, outcomes.b))
    return _own(a, b, metric, fractions=_turned(outcomes, metric))


def _mean(outcomes: Sided, side: Floats) -> float:
    """The mean over all items, the same to the bit in whatever order they came."""
    if isinstance(outcomes, PairedScores) and outcomes.counts is not None:
        return float(np.dot(side, outcomes.counts) / outcomes.n)
    return float(np.mean(np.sort(side, axis=None)))


def _turned(outcomes: Sided, metric: Metric) -> bool:
    """Whether a rate where lower is better was taken from 1, not negated."""
    possible = metric.is_rate and isinstance(outcomes, FoldScores | PairedScores)
    return possible and bool(min(np.min(outcomes.a), np.min(outcomes.b)) >= 0)


def _own(a: float, b: float, metric: Metric, *, fractions: bool) -> tuple[float, float]:
    if metric.higher_is_better:
        return a, b
    return (1 - a, 1 - b) if fractions else (-a, -b)


def opening(v: Verdict) -> str:
    """What the sentence begins with: the decision, with names."""
    # How far apart the two may lie is not less of anything.
    size = replace(v.unit, less=False).amount(f"{(v.margin or 0.0) * v.unit.factor:g}")
    margin = "" if v.margin is None else f" within {size}"
    return {
        "a-better": f"{v.names[0]} is better",
        "b-better": f"{v.names[1]} is better",
        "equivalent": f"{v.names[0]} and {v.names[1]} are equivalent{margin}",
        "undecided": "Undecided",
    }[v.decision]
