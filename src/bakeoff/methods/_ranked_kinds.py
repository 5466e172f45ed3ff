"""Kinds of items by their two scores: areas under ROC curves of resamples from one sort."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.methods._kinds import Kinds
from bakeoff.methods._placements import placements
from bakeoff.methods._reference import IDENTICAL


class Ranking(NamedTuple):
    """One model's order of the positive kinds, and for each negative one how many lie below, ties and all."""

    order: Ints | None
    left: Ints
    right: Ints | None


def ranked_kinds(items: RankedItems) -> Kinds:
    """Items of one class with the same two scores are of one kind."""
    a, b = (np.unique(score, return_inverse=True)[1] for score in (items.a, items.b))
    code = (np.where(items.positive, 0, a.max() + 1) + a) * (b.max() + 1) + b
    _, first, repeats = np.unique(code, return_index=True, return_counts=True)
    above = items.positive[first]  # positive kinds come first, in the order of A
    positives, negatives = int(items.positive.sum()), int((~items.positive).sum())
    gain = (placements(items.a, items.positive) - placements(items.b, items.positive))[first]
    size = np.where(above, positives, negatives)  # of the own class
    moved = gain / (2 * (items.a.size - size))
    mean = int(gain[above] @ repeats[above]) / (2 * positives * negatives)
    split = int(above.sum())
    rankings = (_ranking(a[first], split), _ranking(b[first], split))

    def without() -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):  # the only item of its class
            found: Floats = np.where(size > 1, (size * mean - moved) / (size - 1), np.nan)
        return found

    return Kinds(
        estimate=mean,
        repeats=repeats,
        unlike=gain != 0,
        share=np.full(repeats.size, 1 / items.a.size),
        n=items.a.size,
        gaps=lambda weights: _gaps(weights, split, *rankings),
        without=without,
        width=repeats.size,
        span=1.0,
        same=IDENTICAL,
    )


def _ranking(rank: Ints, split: int) -> Ranking:
    above, below = rank[:split], rank[split:]
    order = np.argsort(above, kind="stable")
    ranked = above[order]
    left, right = (np.searchsorted(ranked, below, side=side) for side in ("left", "right"))
    in_order = bool(np.all(order[:-1] < order[1:]))
    return Ranking(None if in_order else order, left, None if np.array_equal(left, right) else right)


def _gaps(weights: Ints, split: int, a: Ranking, b: Ranking) -> Floats:
    """AUC of A minus that of B where kinds, ``split`` positive ones first, have these weights."""
    gaps = np.full(len(weights), np.nan)
    # Large arrays are made once: fresh memory costs as much as what is computed in it.
    scratch = Scratch.of(split, weights.shape[1] - split)
    for at, row in enumerate(weights):
        above, below = row[:split], row[split:]
        pairs = 2 * int(above.sum()) * int(below.sum())
        if pairs:
            apart = np.subtract(
                _lower(above, b, scratch.b, scratch), _lower(above, a, scratch.a, scratch), out=scratch.a
            )
            gaps[at] = int(np.einsum("i,i->", below, apart)) / pairs
    return gaps


class Scratch(NamedTuple):
    """Arrays that hold what comes in between."""

    ordered: Ints
    lower: Ints
    a: Ints
    b: Ints

    @classmethod
    def of(cls, positives: int, negatives: int) -> "Scratch":
        """Arrays for so many kinds of either class."""
        ordered, lower = np.empty(positives, dtype=np.int64), np.zeros(positives + 1, dtype=np.int64)
        return cls(ordered, lower, np.empty(negatives, dtype=np.int64), np.empty(negatives, dtype=np.int64))


def _lower(above: Ints, ranking: Ranking, out: Ints, scratch: Scratch) -> Ints:
    """For each negative kind twice the weight of the positives with a lower score, ties counted once."""
    if ranking.order is not None:
        above = np.take(above, ranking.order, out=scratch.ordered, mode="clip")
    np.cumsum(above, out=scratch.lower[1:])
    np.take(scratch.lower, ranking.left, out=out, mode="clip")
    return np.add(out, out if ranking.right is None else scratch.lower[ranking.right], out=out)
