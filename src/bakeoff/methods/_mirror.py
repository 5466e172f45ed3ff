"""The same answer whichever model is called A: what is drawn at random depends on the data, not on the names.

Outcomes are turned to face one way before anything is drawn, and the answer is turned back. Which way that is
depends on what the units hold, never on their order. Where exchanging A and B changes nothing, draws come in
pairs that mirror each other.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast

import numpy as np

from bakeoff.core.joint import SparseTable
from bakeoff.core.outcomes import ClusterKinds, Floats, Ints, PairedLabels, PairedScores, RankedItems
from bakeoff.core.result import Alternative, Interval, Result
from bakeoff.methods._kinds import units_of
from bakeoff.methods._label_kinds import refuse_undefined

Drawn = TypeVar("Drawn", bound=PairedLabels | RankedItems | PairedScores)
Summed = TypeVar("Summed", PairedLabels, PairedScores)
OPPOSITE: dict[Alternative, Alternative] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


@dataclass(frozen=True, slots=True)
class Faced(Generic[Drawn]):
    """Outcomes that face one way: ``turned`` if A and B were exchanged, ``even`` if that changes nothing."""

    outcomes: Drawn
    turned: bool
    even: bool

    def asked(self, alternative: Alternative) -> Alternative:
        """What to ask about the outcomes as they face."""
        return OPPOSITE[alternative] if self.turned else alternative

    def answered(self, result: Result) -> Result:
        """The answer about the outcomes as they were."""
        if not self.turned:
            return result
        low, high = result.interval
        return replace(
            result,
            estimate=0.0 - result.estimate,
            statistic=None if result.statistic is None else 0.0 - result.statistic,
            interval=Interval(low=0.0 - high, high=0.0 - low),
            alternative=OPPOSITE[result.alternative],
            favours=None if result.favours is None else -result.favours,
        )


def faced(outcomes: Drawn) -> Faced[Drawn]:
    """The outcomes in an order that does not depend on which model is called A.

    >>> facing = faced(PairedScores(a=[1, 0, 0], b=[0, 1, 1]))
    >>> facing.outcomes.a.tolist(), facing.turned
    ([0.0, 1.0, 1.0], True)
    """
    here, there = in_order(outcomes), in_order(swapped(outcomes))
    one, other = content(here), content(there)
    turned = other < one
    return Faced(there if turned else here, turned=turned, even=one == other)


def mirrored(
    method: Callable[[Summed, float, Alternative], Result],
    outcomes: Summed,
    level: float,
    alternative: Alternative,
) -> Result:
    """The answer of a method whose sums would be rounded in another way with A and B exchanged."""
    if isinstance(outcomes, PairedLabels):
        refuse_undefined(outcomes)  # in words with the names of A and B as they are
    facing = _by_extremes(outcomes) or faced(outcomes)
    return facing.answered(method(facing.outcomes, level, facing.asked(alternative)))


def _by_extremes(outcomes: Summed) -> Faced[Summed] | None:
    """Scores so that A has the larger of the largest differences, which are found without sorting."""
    if not isinstance(outcomes, PairedScores):
        return None
    apart = outcomes.a - outcomes.b
    ahead, behind = float(np.max(apart)), -float(np.min(apart))
    if ahead == behind:
        return None
    turned = behind > ahead
    return Faced(swapped(outcomes) if turned else outcomes, turned=turned, even=False)


def swapped(outcomes: Drawn) -> Drawn:
    """The same outcomes with A and B exchanged."""
    if isinstance(outcomes, RankedItems):
        return cast(Drawn, outcomes.swapped())
    if isinstance(outcomes, PairedScores):
        again = outcomes.remeasure
        return replace(
            outcomes, a=outcomes.b, b=outcomes.a, remeasure=None if again is None else again.swapped()
        )
    clusters, table = outcomes.clusters, outcomes.table
    if clusters is not None:
        clusters = replace(clusters, cell=_turned(clusters.cell, table.shape))
    if isinstance(table, SparseTable):
        cells = _turned(table.cells, table.shape)
        order = np.argsort(cells)
        return replace(
            outcomes, table=replace(table, cells=cells[order], counts=table.counts[order]), clusters=clusters
        )
    return replace(outcomes, table=np.ascontiguousarray(table.swapaxes(1, 2)), clusters=clusters)


def _turned(cells: Ints, shape: tuple[int, ...]) -> Ints:
    """The places of cells where A and B are exchanged."""
    truth, a, b = np.unravel_index(cells, shape)
    return np.asarray(np.ravel_multi_index((truth, b, a), shape))


def in_order(outcomes: Drawn) -> Drawn:
    """The same outcomes, their kinds of clusters in an order that depends on what they hold alone."""
    if not isinstance(outcomes, PairedLabels) or outcomes.clusters is None:
        return outcomes
    kinds = outcomes.clusters
    order = np.lexsort((kinds.cell, kinds.kind))
    held = np.stack([kinds.cell[order], kinds.count[order]], axis=1)
    parts = np.split(held, np.flatnonzero(np.diff(kinds.kind[order])) + 1)
    found = sorted(range(len(parts)), key=lambda at: (parts[at].tobytes(), int(kinds.repeats[at])))
    together = np.concatenate([parts[at] for at in found])
    ordered = ClusterKinds(
        kind=np.repeat(np.arange(len(found)), [len(parts[at]) for at in found]),
        cell=together[:, 0],
        count=together[:, 1],
        repeats=kinds.repeats[found],
    )
    return replace(outcomes, clusters=ordered)


def content(outcomes: PairedLabels | RankedItems | PairedScores) -> bytes:
    """What the units hold, in bytes that distinguish two facings and do not depend on the order of rows."""
    if isinstance(outcomes, PairedScores):
        again = () if outcomes.remeasure is None else (np.unique(outcomes.remeasure.rows, axis=0),)
        return _bytes(*units_of(outcomes.a - outcomes.b, outcomes), *again)
    if isinstance(outcomes, RankedItems):
        return _bytes(_ranked(outcomes))
    kinds = outcomes.clusters
    held = () if kinds is None else (kinds.kind, kinds.cell, kinds.count, kinds.repeats)
    table = outcomes.table
    return _bytes(*((table.cells, table.counts) if isinstance(table, SparseTable) else (table,)), *held)


def _bytes(*parts: Floats | Ints) -> bytes:
    return b"".join(np.ascontiguousarray(part).tobytes() for part in parts)


def _ranked(items: RankedItems) -> Ints:
    """Cluster, class and both ranks of every item, sorted."""
    a, b = (ranks.group.astype(np.int64) for ranks in items.ranks)
    clusters = np.zeros(a.size, dtype=np.int64) if items.clusters is None else items.clusters
    rows = np.stack([clusters, items.positive.astype(np.int64), a, b])
    groups = [ranks.groups for ranks in items.ranks]
    if items.clusters is None and 2 * groups[0] * groups[1] < 2**63:  # one number says all
        return np.asarray(rows[:, np.argsort((rows[1] * groups[0] + a) * groups[1] + b)])
    return np.asarray(rows[:, np.lexsort(rows[::-1])])
