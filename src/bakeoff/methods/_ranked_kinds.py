"""Kinds of items by their two scores: areas under ROC curves of resamples from one sort."""

from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints, RankedItems
from bakeoff.methods._kinds import Kinds
from bakeoff.methods._placements import placements
from bakeoff.methods._reference import IDENTICAL
from bakeoff.methods._weighting import Sample, blocks, draw_places, unit_by_unit

ALONG = 16  # samples drawn place by place are never held all at once: as many more make a chunk


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
    rankings = (ranking(a[first], split), ranking(b[first], split))

    by_place = repeats.max() == 1 and unit_by_unit(repeats) and items.a.size < 2**30

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
        gaps=lambda weights: gaps_of(weights, split, *rankings),
        without=without,
        width=max(1, repeats.size // ALONG) if by_place else repeats.size,
        span=1.0,
        same=IDENTICAL,
        draw=(lambda count, rng: _draw(count, rng, split, *rankings)) if by_place else None,
    )


def ranking(rank: Ints | Floats, split: int) -> Ranking:
    """The order of kinds that have these ranks, the first ``split`` of them positive."""
    above, below = rank[:split], rank[split:]
    order = np.argsort(above, kind="stable")
    ranked = above[order]
    left, right = (np.searchsorted(ranked, below, side=side) for side in ("left", "right"))
    in_order = bool(np.all(order[:-1] < order[1:]))
    return Ranking(None if in_order else order, left, None if np.array_equal(left, right) else right)


def gaps_of(weights: Ints, split: int, a: Ranking, b: Ranking) -> Floats:
    """AUC of A minus that of B where kinds, ``split`` positive ones first, have these weights."""
    lower, gaps = Lower.of(split, weights.shape[1] - split), np.full(len(weights), np.nan)
    for at, row in enumerate(weights):
        above, below = row[:split], row[split:]
        pairs = 2 * int(above.sum()) * int(below.sum())
        if pairs:
            apart = lower.weigh(above, b, lower.b) - lower.weigh(above, a, lower.a)
            gaps[at] = int(below @ apart) / pairs
    return gaps


def _draw(count: int, rng: np.random.Generator, split: int, a: Ranking, b: Ranking) -> Floats:
    """The same of samples where every item is a kind of its own: negatives need not be counted.

    Two samples are handled at once, each in half of the bits of a number: to move numbers is most of the
    work.
    """
    first, second = blocks(split), blocks(a.left.size)
    lower, above = Lower.of(split, a.left.size), np.zeros(split, dtype=np.int64)
    samples, gaps = draw_places(np.concatenate([first, second]), count, rng), []
    while two := list(islice(samples, 2)):
        for half, sample in enumerate(two):
            for part, places in sample[: first.size]:
                _halves(above)[part, half] = np.bincount(places, minlength=part.stop - part.start)
        of_b, of_a = (_halves(lower.weigh(above, *side)) for side in ((b, lower.b), (a, lower.a)))
        apart = np.subtract(of_b, of_a, out=of_a)
        for half, sample in enumerate(two):
            positives = sum(places.size for _, places in sample[: first.size])
            pairs = 2 * positives * (split + a.left.size - positives)
            summed = _summed(np.ascontiguousarray(apart[:, half]), sample[first.size :], split)
            gaps.append(summed / pairs if pairs else np.nan)
    return np.array(gaps)


def _halves(numbers: Ints) -> npt.NDArray[np.int32]:
    return numbers.view(np.int32).reshape(-1, 2)


def _summed(apart: npt.NDArray[np.int32], sample: Sample, split: int) -> int:
    """The sum over the negatives that were drawn."""
    return sum(
        int(apart[part.start - split : part.stop - split].take(places).sum(dtype=np.int64))
        for part, places in sample
    )


class Lower(NamedTuple):
    """Arrays that are used again: fresh memory costs as much as what is computed in it."""

    ordered: Ints
    summed: Ints
    a: Ints
    b: Ints

    @classmethod
    def of(cls, positives: int, negatives: int) -> "Lower":
        """Arrays for so many kinds of either class."""
        a, b = (np.empty(negatives, dtype=np.int64) for _ in "ab")
        return cls(np.empty(positives, dtype=np.int64), np.zeros(positives + 1, dtype=np.int64), a, b)

    def weigh(self, above: Ints, ranking: Ranking, out: Ints) -> Ints:
        """For each negative kind twice the weight of the positives with a lower score, ties counted once."""
        if ranking.order is not None:
            above = np.take(above, ranking.order, out=self.ordered, mode="clip")
        np.cumsum(above, out=self.summed[1:])
        np.take(self.summed, ranking.left, out=out, mode="clip")
        return np.add(out, out if ranking.right is None else self.summed[ranking.right], out=out)
