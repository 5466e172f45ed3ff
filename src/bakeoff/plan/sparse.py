"""A bound that holds where few items differ, so that their variance is hardly known.

Differences x of items count as wins and losses of one size, ``s = sum x^2 / sum |x|``, which keeps their
variance; Tango's test is asked about ``sum x+ / s`` wins and ``sum x- / s`` losses. Where items belong
together, wins, losses and items are divided by the design effect
``(sum_g X_g^2 + c^2 / 4) / (sum |x| + c / 4)``, in units of s, with X_g the sum of cluster g and c the mean
size of an item's cluster: a quarter of a cluster in which all items differ is added, because the data may not
have shown one.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.joint import held as cells_of
from bakeoff.core.outcomes import Floats, Ints, Outcomes, PairedLabels, PairedScores, RankedItems
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.plan.paired_gate import edge, tango_p

UNSEEN = 0.25  # clusters that differ in all items, added to those that were seen


@dataclass(frozen=True, kw_only=True)
class Sparse:
    """Effective wins, losses and items, and the ``size`` of one difference."""

    wins: float
    losses: float
    items: float
    size: float

    @property
    def turned(self) -> "Sparse":
        """The same with wins for losses."""
        return replace(self, wins=self.losses, losses=self.wins)

    def p_value(self, margin: float) -> float:
        """Tango's p-value against a difference of -margin or less."""
        return tango_p(self.wins, self.losses, self.items, -margin / self.size)

    def bound(self, alpha: float, margin: float) -> float:
        """The lower bound, above -margin exactly where the p-value is at most alpha."""
        if not math.isfinite(self.size):
            return -math.inf
        anchor, estimate = -margin / self.size, (self.wins - self.losses) / self.items
        test = lambda d: tango_p(self.wins, self.losses, self.items, d)  # noqa: E731
        return self.size * edge(test, alpha, anchor, (min(-1.0, anchor), estimate))


def sparse_of(outcomes: Outcomes, *, same: bool = False) -> Sparse | None:
    """What few differing items say; None for outcomes whose own method allows for that.

    Rankings are one only where both models rank the items the ``same``.

    >>> few = PairedScores(a=[1.0, 0.0, 1.0, 1.0], b=[1.0, 1.0, 1.0, 1.0], span=1.0)
    >>> sparse_of(few)
    Sparse(wins=0.0, losses=1.0, items=4.0, size=1.0)
    """
    if isinstance(outcomes, PairedScores):
        counts = np.ones(len(outcomes.a), dtype=np.int64) if outcomes.counts is None else outcomes.counts
        clusters = None if outcomes.clusters is None else np.unique(outcomes.clusters, return_inverse=True)[1]
        return _sparse(outcomes.a - outcomes.b, counts, clusters, _largest(outcomes))
    if isinstance(outcomes, PairedLabels) and outcomes.clusters is not None:
        return _of_labels(outcomes)
    if isinstance(outcomes, RankedItems) and same:
        positives = int(np.sum(outcomes.positive))
        units = min(positives, len(outcomes.a) - positives)
        if outcomes.clusters is not None:
            units = min(units, len(np.unique(outcomes.clusters)))
        return Sparse(wins=0.0, losses=0.0, items=float(units), size=1.0)
    return None


def _largest(scores: PairedScores) -> float:
    """How far an item may differ where none does: by all that items differ among themselves."""
    if math.isfinite(scores.span):
        return scores.span
    return float(np.ptp(np.concatenate([scores.a, scores.b])))


def _of_labels(labels: PairedLabels) -> Sparse | None:
    """Items on which the models differ by how far they move the difference of the metrics, in their clusters.

    These moves are deviations from the mean; the same is added to each, so that their sum is the difference.
    """
    kinds = label_kinds(replace(labels, clusters=None))
    held = labels.clusters
    if held is None or not kinds.differing:
        return None  # which the method allows for
    cells = cells_of(labels.table)[0]
    apart = np.where(kinds.unlike, -kinds.influences * (kinds.n - 1), 0.0)
    lacking = (kinds.n * kinds.estimate - float(kinds.repeats @ apart)) / kinds.differing
    moves = np.where(kinds.unlike, apart + lacking, 0.0)[np.searchsorted(cells, held.cell)]
    counts = held.count * held.repeats[held.kind]
    count = held.count.astype(np.float64)
    sums, sizes = _totals(held.kind, moves * count, count)
    return _effective(moves, counts, (sums, sizes, held.repeats))


def _sparse(x: Floats, counts: Ints, clusters: Ints | None, largest: float) -> Sparse:
    if not np.any(x):
        units = counts.sum() if clusters is None else clusters.max() + 1
        return Sparse(wins=0.0, losses=0.0, items=float(units), size=largest or math.inf)
    if clusters is None:
        return _effective(x, counts, None)
    sums, sizes = _totals(clusters, x * counts, counts.astype(float))
    return _effective(x, counts, (sums, sizes, np.ones(len(sums), dtype=np.int64)))


def _totals(place: Ints, *values: Floats) -> list[Floats]:
    return [np.bincount(place, weights=each).astype(np.float64) for each in values]


def _effective(x: Floats, counts: Ints, units: tuple[Floats, Floats, Ints] | None) -> Sparse:
    n, apart = float(counts.sum()), float(counts @ np.abs(x))
    size = float(counts @ x**2) / apart
    effect = 1.0
    if units is not None:
        sums, sizes, repeats = units
        own = float(repeats @ sizes**2) / n
        seen = float(repeats @ sums**2) / size**2
        effect = max(1.0, (seen + UNSEEN * own**2) / (apart / size + UNSEEN * own))
    wins, losses = (float(counts @ np.maximum(side * x, 0)) / size / effect for side in (1, -1))
    return Sparse(wins=wins, losses=losses, items=n / effect, size=size)
