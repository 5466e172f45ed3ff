"""Separate intervals for the values of A and of B, inside the metric's range.

A value v of a metric between two ends is treated as a rate: with its standard error it is worth as much as
``n_eff = v (1 - v) / se^2`` items would of a rate (v on the scale from 0 to 1), and the interval holds the
quantiles of the Beta distribution with that mean and spread. So that the error is not 0 where every answer is
right, half a right and half a wrong answer of each class are added first, as Jeffreys' prior does for a
rate; for recall it is his interval. Clusters divide the counts by their design effect: how much larger
the variance of the value is than that of as many independent items.

A mean of losses or scores has the interval of the test `skewed-t`, which is that of its difference, too.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bakeoff.core.influences import Moved
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    Floats,
    Ints,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
)
from bakeoff.core.result import Interval
from bakeoff.judge.facts import values_of
from bakeoff.methods._kinds import BATCH, bell_mccaffrey
from bakeoff.methods._label_kinds import label_units, left_out
from bakeoff.methods._own_area import area_interval, beta_interval, design_effect, few_clusters
from bakeoff.methods._reference import student_quantile
from bakeoff.metrics._confusion import moved_counts

Pair = tuple[Interval, Interval]
STEP = 1e-4  # of a count, for derivatives
SAME = 1e-9  # what derivatives by steps make of equal ends
MOST_CLASSES = 40  # whose wrong answers are all thought possible


def own_intervals(
    outcomes: Outcomes, metric: Metric, level: float, values: tuple[float, float] | None = None
) -> Pair | None:
    """An interval for the metric of A and one for that of B, in its own units; None where it is unknown.

    ``level`` is the wanted coverage, two-sided; ``values`` are the metric of A and of B, where these are
    known already.

    >>> from bakeoff.metrics import METRICS
    >>> items = PairedItems(only_a=5, only_b=2, both_right=88, n=100)
    >>> a, b = own_intervals(items, METRICS["accuracy"], 0.95)
    >>> round(a.low, 3), round(a.high, 3)
    (0.867, 0.968)
    """
    values = values or values_of(outcomes, metric)
    if values is None or not np.all(np.isfinite(values)):
        return None
    if isinstance(outcomes, PairedItems | RatePair):
        return _rates(values, outcomes, metric, level)
    if isinstance(outcomes, RankedItems):
        a, b = (area_interval(outcomes, side, level) for side in outcomes.ranks)
        return a, b
    if isinstance(outcomes, PairedLabels):
        return _labels(values, outcomes, metric, level)
    return _scores(values, outcomes, metric, level) if isinstance(outcomes, PairedScores) else None


def _rates(
    values: tuple[float, float], outcomes: PairedItems | RatePair, metric: Metric, level: float
) -> Pair:
    """Jeffreys' interval of a share of items."""
    from bakeoff.intervals._rate import interval

    sizes = (outcomes.n_a, outcomes.n_b) if isinstance(outcomes, RatePair) else (outcomes.n, outcomes.n)
    a, b = (
        interval(round(value * n), n, level=level) if metric.is_rate else Interval(low=value, high=value)
        for value, n in zip(values, sizes, strict=True)
    )
    return a, b


def _labels(values: tuple[float, float], labels: PairedLabels, metric: Metric, level: float) -> Pair:
    """Any metric of one confusion matrix."""
    repeats, share = label_units(labels)
    df = bell_mccaffrey(share, repeats) if repeats.sum() > 1 else 1.0
    alike = None  # items in the cluster of an item
    if labels.clusters is not None:
        alike = float(np.sum(repeats * share**2)) * labels.n

    many = labels.of_counts and labels.table.shape[0] > MOST_CLASSES
    varied = partial(_varied, labels.metric, of_counts=many)

    def of_side(matrix: Floats, value: float, without: Floats) -> Interval:
        moved = np.where(np.isfinite(without), without - value, 0.0)
        robust = float(np.sum(repeats * (1 - share) * moved**2))
        if not (math.isfinite(metric.low) and math.isfinite(metric.high)):
            return _own_units(_student(value, robust, df, level), metric)
        shared, few = 1.0, 1.0
        if alike is not None:
            shared, few = design_effect(robust, varied(matrix)[1], alike), few_clusters(df, level)
        mean, variance = varied(matrix / shared + _added(matrix, metric))
        low, high = sorted((metric.sign * metric.low, metric.sign * metric.high))
        width = high - low
        found = beta_interval((mean - low) / width, variance / width**2 * few, (value - low) / width, level)
        return _own_units(Interval(low=low + width * found.low, high=low + width * found.high), metric)

    sides = (_two_classes(labels.table.sum(axis=axis).T.astype(np.float64)) for axis in (2, 1))
    a, b = map(of_side, sides, (metric.sign * value for value in values), left_out(labels))
    if values[0] == values[1] and max(abs(a.low - b.low), abs(a.high - b.high)) <= SAME:
        a = b = Interval(low=min(a.low, b.low), high=max(a.high, b.high))  # whichever is called A
    return a, b


def _two_classes(matrix: Floats) -> Floats:
    """A confusion matrix of two or more classes: where one alone was seen, another may still be mistaken."""
    return np.pad(matrix, (0, 1)) if len(matrix) == 1 else matrix


def _added(matrix: Floats, metric: Metric) -> Floats:
    """Answers added to a confusion matrix: one right and one wrong, evenly among the classes.

    A metric of one class depends on the items of that class only: they are given half of each.
    """
    classes = len(matrix)
    wrong = ~np.eye(classes, dtype=bool)
    if classes > MOST_CLASSES:
        wrong &= matrix > 0
    total = classes / 2 if metric.per_class else 1.0
    added = np.diag(np.full(classes, total / classes))
    return np.asarray(added + wrong * (total / max(1, int(wrong.sum()))))


def _varied(metric: Callable[[Any], Any], matrix: Floats, *, of_counts: bool = False) -> tuple[float, float]:
    """A metric of a confusion matrix, and its variance by the delta method: ``sum_c n_c (dv / dn_c)^2``."""
    cells, width = np.flatnonzero(matrix), 3 * len(matrix) if of_counts else matrix.size
    rows, moved = max(1, BATCH // width // 2), moved_counts if of_counts else _moved
    found = [moved(metric, matrix, cells[at : at + rows], STEP) for at in range(0, cells.size, rows)]
    up, down = (np.concatenate([part[side] for part in found]) for side in (1, 2))
    counts = matrix.ravel()[cells]
    slopes = (up - down) / (2 * STEP * counts)
    slopes = np.where(np.isfinite(slopes), slopes, 0.0)
    slopes -= np.sum(counts * slopes) / counts.sum()
    return float(found[0][0][0]), float(np.sum(counts * slopes**2))


def _moved(metric: Callable[[Any], Any], matrix: Floats, cells: Ints, step: float) -> list[Floats]:
    """The metric as it is, and where there is a little more or less in each of these cells in turn."""
    moved = np.tile(matrix.ravel(), (1 + 2 * cells.size, 1))
    moved[1 + np.arange(cells.size), cells] *= 1 + step
    moved[1 + cells.size + np.arange(cells.size), cells] *= 1 - step
    found = np.asarray(metric(moved.reshape(-1, *matrix.shape)), dtype=np.float64)
    return np.split(found, [1, 1 + cells.size])


def _scores(values: tuple[float, float], scores: PairedScores, metric: Metric, level: float) -> Pair | None:
    """A mean over items: of right and wrong answers as a rate, of anything else as `skewed-t` has it."""
    found = [_mean(side, scores, metric, level) for side in (scores.a, scores.b)]
    if found[0] is None or found[1] is None:
        return None
    if metric.higher_is_better:
        return found[0], found[1]
    # A rate was taken from 1 to be higher the better, a loss negated; values are in the metric's own units.
    turned = [round(value + mean) for value, mean in zip(values, _means(scores), strict=True)]
    a, b = (
        Interval(low=shift - each.high, high=shift - each.low)
        for shift, each in zip(turned, found, strict=True)
        if each is not None
    )
    return a, b


def _mean(side: Floats, scores: PairedScores, metric: Metric, level: float) -> Interval | None:
    """The interval of one side's mean, as the scores are; None where one cluster is all there is."""
    mean = float(_means(scores, side)[0])
    from bakeoff.intervals._skewed import skewed_interval
    from bakeoff.methods._kinds import units_of

    apart, size, repeats = units_of(side - mean, scores)
    n, units = scores.n, int(repeats.sum())
    if units < 2:
        return None
    robust = float(np.sum(repeats * apart**2 / (1 - size / n))) / n**2
    df = bell_mccaffrey(size / n, repeats)
    if not metric.right_or_wrong or not np.all((side == 0) | (side == 1)):
        moved, (low, high) = Moved(apart, repeats), _range(scores, metric)
        used = moved.degrees(df)
        quantile = student_quantile(used, (1 - level) / 2)
        found = skewed_interval(mean, math.sqrt(robust), moved, used, quantile)
        if metric.kind == "whole" and high == 0 and mean < 0:
            # On the scale of the logarithm 0 is no limit of a root mean square, and no end of its interval.
            found = Interval(low=found.low, high=mean * math.exp((found.high - mean) / mean))
        return Interval(low=max(found.low, low), high=min(found.high, high))
    plain = mean * (1 - mean) / n
    alike = float(np.sum(repeats * size**2)) / n  # items in the cluster of an item
    shared = design_effect(robust, plain, alike)
    if scores.clusters is not None:
        shared *= few_clusters(df, level)
    items = n / shared
    share = (mean * items + 0.5) / (items + 1)
    return beta_interval(share, share * (1 - share) / (items + 1), mean, level)


def _means(scores: PairedScores, *sides: Floats) -> list[float]:
    """Means over items, added up from the smallest to the largest."""
    counts = np.ones(scores.a.size) if scores.counts is None else scores.counts
    return [float(np.sum(np.sort(side * counts))) / scores.n for side in sides or (scores.a, scores.b)]


def _range(scores: PairedScores, metric: Metric) -> tuple[float, float]:
    """The range of the scores: that of the metric, with their sign."""
    if metric.higher_is_better:
        return metric.low, metric.high
    taken_from_1 = metric.is_rate and min(np.min(scores.a), np.min(scores.b)) >= 0
    return (1 - metric.high, 1 - metric.low) if taken_from_1 else (-metric.high, -metric.low)


def _student(value: float, variance: float, df: float, level: float) -> Interval:
    reach = student_quantile(df, (1 - level) / 2) * math.sqrt(variance)
    return Interval(low=value - reach, high=value + reach)


def _own_units(found: Interval, metric: Metric) -> Interval:
    """The interval of a value that is higher the better, in the metric's own units and range."""
    low, high = sorted((metric.sign * found.low, metric.sign * found.high))
    return Interval(low=max(low, metric.low), high=min(high, metric.high))
