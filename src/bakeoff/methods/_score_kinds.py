"""Kinds of items, or of clusters, by the difference of their scores."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.outcomes import Floats, Ints, PairedScores
from bakeoff.methods._kinds import Kinds
from bakeoff.methods._reference import IDENTICAL, noise_of


class Units(NamedTuple):
    """Independent units by the sum of what their items have and their size, those alike taken together."""

    total: Floats
    size: Ints
    repeats: Ints


def units_of(values: Floats, scores: PairedScores) -> Units:
    """Items, or clusters where there are any, in an order that does not depend on that of the rows."""
    counts = np.ones(values.size, dtype=np.int64) if scores.counts is None else scores.counts
    if scores.clusters is None:
        kinds, place = np.unique(values, return_inverse=True)
        repeats = np.bincount(place, weights=counts).astype(np.int64)
        return Units(kinds, np.ones(kinds.size, dtype=np.int64), repeats)
    order = np.lexsort((values, scores.clusters))
    clusters, values, counts = scores.clusters[order], values[order], counts[order]
    starts = np.flatnonzero(np.concatenate([[True], clusters[1:] != clusters[:-1]]))
    total, size = np.add.reduceat(values * counts, starts), np.add.reduceat(counts, starts)
    pairs, repeats = np.unique(np.column_stack([total, size]), axis=0, return_counts=True)
    return Units(pairs[:, 0], pairs[:, 1].astype(np.int64), repeats)


def score_kinds(scores: PairedScores) -> Kinds:
    """Units whose items' differences have the same sum are of one kind; a sample's gap is a ratio of sums."""
    total, size, repeats = units_of(scores.a - scores.b, scores)
    n, whole = int(repeats @ size), float((repeats * total).sum())

    def gaps(weights: Ints) -> Floats:
        # einsum adds up in one order whatever the machine; a product of matrices need not.
        found: Floats = np.einsum("rk,k->r", weights, total) / np.einsum("rk,k->r", weights, size)
        return found

    def without() -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):  # the only unit
            found: Floats = (whole - total) / (n - size)
        return found

    return Kinds(
        estimate=whole / n,
        repeats=repeats,
        unlike=np.abs(total) > size * noise_of(scores.a, scores.b),
        share=size / n,
        n=n,
        gaps=gaps,
        without=without,
        width=repeats.size,
        span=scores.span,
        same=IDENTICAL,
    )
