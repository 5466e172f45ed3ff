"""What worlds draw: items answered by two classifiers, and scores on folds, samples and data sets."""

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import special

from bakeoff.core.design import Design
from bakeoff.core.outcomes import (
    DatasetScores,
    Floats,
    FoldScores,
    Ints,
    JudgedItems,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    SampleScores,
)
from bakeoff.core.world import Draw
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling

DESIGNS: tuple[Design, ...] = (Resampling(), KFold(), RepeatedKFold(), FiveByTwo())
SAMPLES, FAMILIES, MEMBERS = 12, 4, 6
# How far scores or their differences spread.
OF_FOLDS, OF_SAMPLES, OF_DATASETS = 0.05, 0.04, 0.03


def category_chances(effect: float, discordant: float, both_right: float) -> Floats:
    """Probabilities of the four categories: both right, A alone, B alone, both wrong."""
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


def judged_items(
    effect: float, rng: np.random.Generator, *, labels: int, items: int, size: int = 1, favour: float = 1.0
) -> JudgedItems:
    """Units of ``size`` like items with right and wrong answers, and a judge that errs on a fifth of them.

    Units where A alone is right are labelled ``favour`` times as often as the others.
    """
    kinds = rng.choice(4, size=items, p=category_chances(effect, discordant=0.3, both_right=0.5))
    chance = np.where(kinds == 1, favour, 1.0)
    known = np.zeros(items, dtype=bool)
    known[rng.choice(items, size=labels, replace=False, p=chance / chance.sum())] = True
    right = np.repeat([np.isin(kinds, (0, 1)), np.isin(kinds, (0, 2))], size, axis=1)
    judge = np.where(rng.random(right.shape) < 0.2, ~right, right).astype(float)
    human = np.where(np.repeat(known, size), right.astype(float), np.nan)
    clusters = None if size == 1 else np.repeat(np.arange(items), size)
    return JudgedItems(a=judge[0], b=judge[1], human_a=human[0], human_b=human[1], clusters=clusters)


def equicorrelated(correlation: Callable[[Design], float]) -> Mapping[str, Draw]:
    """Draws for each design: normal differences, any two of them correlated alike."""

    def draw_with(design: Design) -> Draw:
        def draw(effect: float, rng: np.random.Generator) -> FoldScores:
            shape, rho = design.shape or (1, 10), correlation(design)
            shared, own = rng.standard_normal(), rng.standard_normal(shape)
            x = effect + OF_FOLDS * (np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)
            b = 0.8 + OF_FOLDS * rng.standard_normal(shape)
            return FoldScores(a=b + x, b=b, design=design, n_test=np.array(30.0))

        return draw

    return {design.key: draw_with(design) for design in DESIGNS}


def tested_share(design: Design) -> float:
    """The share of the data that a design tests on: Nadeau and Bengio's guess at the correlation."""
    ratio = design.test_to_train or 0.0
    return ratio / (1 + ratio)


def sample_scores(*, paired: bool, shared: float) -> Mapping[type, Draw]:
    """Draws in which the differences of any two samples correlate at ``shared``."""

    def draw(effect: float, rng: np.random.Generator) -> SampleScores:
        ease = rng.standard_normal(SAMPLES) if paired else np.zeros(SAMPLES)
        common = rng.standard_normal(2) * math.sqrt(shared)
        own = rng.standard_normal((2, SAMPLES)) * math.sqrt(1 - shared)
        a, b = 0.8 + OF_SAMPLES * (ease + common[:, None] + own)
        return SampleScores(a=a + effect, b=b, paired=paired)

    return {SampleScores: draw}


def dataset_scores(related: float) -> Mapping[type, Draw]:
    """Draws in which differences within a family of data sets correlate at ``related``."""

    def draw(effect: float, rng: np.random.Generator) -> DatasetScores:
        family = np.repeat(rng.standard_normal(FAMILIES), MEMBERS) * math.sqrt(related)
        own = rng.standard_normal(FAMILIES * MEMBERS) * math.sqrt(1 - related)
        b = rng.uniform(0.6, 0.9, FAMILIES * MEMBERS)
        return DatasetScores(a=b + effect + OF_DATASETS * (family + own), b=b)

    return {DatasetScores: draw}
