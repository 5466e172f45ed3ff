"""Items answered by two classifiers, as the types of outcomes that methods take."""

import math

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats, Ints, PairedItems, PairedLabels, PairedScores, RankedItems


def category_chances(effect: float, discordant: float, both_right: float) -> Floats:
    """Chances of the four categories: both right, A alone, B alone, both wrong."""
    only_a, only_b = (discordant + effect) / 2, (discordant - effect) / 2
    return np.array([both_right, only_a, only_b, 1 - both_right - discordant])


def as_paired_items(counts: Ints) -> PairedItems:
    """Counts of the four categories as outcomes."""
    both, only_a, only_b, _ = (int(each) for each in counts)
    return PairedItems(only_a=only_a, only_b=only_b, n=int(counts.sum()), both_right=both)


def as_paired_labels(counts: Ints, rng: np.random.Generator) -> PairedLabels:
    """Counts of the four categories as a joint table of two equally likely classes, by accuracy."""
    of_class_0 = rng.binomial(counts, 0.5)
    table = np.zeros((2, 2, 2), dtype=np.int64)
    for truth, part in enumerate((of_class_0, counts - of_class_0)):
        both, only_a, only_b, neither = part
        table[truth, truth, truth], table[truth, 1 - truth, 1 - truth] = both, neither
        table[truth, truth, 1 - truth], table[truth, 1 - truth, truth] = only_a, only_b
    return PairedLabels(table=table, labels=(0, 1), metric=_accuracy)


def _accuracy(matrices: Floats) -> Floats:
    right: Floats = np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))
    return right


def as_paired_scores(categories: Ints, clusters: Ints | None = None) -> PairedScores:
    """One category an item as 0/1 scores of A and B."""
    right_a, right_b = np.isin(categories, (0, 1)), np.isin(categories, (0, 2))
    return PairedScores(a=right_a.astype(float), b=right_b.astype(float), clusters=clusters)


def ranked_items(n: int, base: float, effect: float, rng: np.random.Generator) -> RankedItems:
    """Correlated normal scores whose areas under the ROC curve are base + effect and base."""
    positive = np.arange(n) % 2 == 0
    shared, own_a, own_b = rng.standard_normal((3, n)) * math.sqrt(0.5)
    shift_a, shift_b = (math.sqrt(2) * float(special.ndtri(area)) for area in (base + effect, base))
    return RankedItems(
        positive=positive, a=shared + own_a + shift_a * positive, b=shared + own_b + shift_b * positive
    )
