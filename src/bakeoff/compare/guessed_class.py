"""A positive class that nobody named: whether the scores contradict the guess, and what rests on it."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from bakeoff.compare.scored import class_columns
from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.panel import Column, ItemPanel, LabelPanel
from bakeoff.core.ranks import Ranks
from bakeoff.core.verdict import Caveat
from bakeoff.judge.either_class import Guess
from bakeoff.judge.labels import guessed, is_guess, mark_as_doubtful
from bakeoff.methods._own_area import clustered_effect
from bakeoff.methods._reference import normal_quantile, student_quantile
from bakeoff.read.alike import to_labels
from bakeoff.read.values import shown

# The share of test sets on which models that know nothing contradict a right guess, all of them together.
FALSE_ALARMS = 0.02


@dataclass(frozen=True, kw_only=True)
class PositiveClass:
    """The positive class to judge by, and caveats about it.

    ``guess`` names the other class, too, where the conclusion may depend on which of them it is.
    """

    positive: Hashable
    guess: Guess | None = None
    known: tuple[Caveat, ...] = ()


def settle_class(panel: ItemPanel | LabelPanel, metric: Metric, positive: Hashable) -> PositiveClass:
    """Choose the positive class once for all items, models and slices.

    A guess is refused where a model ranks the items clearly worse than chance by it: a metric of scores then
    names the wrong model, because with the other class the order of the models is the reverse.
    """
    if positive is not None or not metric.needs_class or panel.truth is None:
        return PositiveClass(positive=positive)
    if isinstance(panel, LabelPanel):
        if not metric.per_class or len(panel.labels) != 2:
            return PositiveClass(positive=None)
        return _last_of(panel.labels, metric, guessed(panel.labels, 1, None))
    codes, labels = to_labels(truth=cast(Column, panel.truth))
    scores = _columns_of(panel, metric, labels)
    if not scores or not is_guess(labels):
        return PositiveClass(positive=None)
    areas = _areas(codes["truth"] == 1, scores, panel.clusters)
    below = [at for at, (area, reach) in enumerate(areas) if area < 0.5 - reach]
    if below:
        raise InputError(_contradicted(panel, areas, below, labels))
    known = guessed(labels, 1, None)
    if not any(area > 0.5 + reach for area, reach in areas):
        known = mark_as_doubtful(known, "no AUC is clearly above .5, so the scores do not confirm it")
        against = sum(area - 0.5 for area, _ in areas) < 0
        if against or not metric.ranks_items:  # of a ranking every decision is the reverse by the other class
            return _last_of(labels, metric, known)
    return PositiveClass(positive=labels[1], known=known)


def _last_of(labels: tuple[Any, ...], metric: Metric, known: tuple[Caveat, ...]) -> PositiveClass:
    """The class that sorts last, with the other one if it is a guess."""
    guess = Guess(positive=labels[1], other=labels[0], metric=metric.key) if is_guess(labels) else None
    return PositiveClass(positive=labels[1], guess=guess, known=known)


def _columns_of(panel: ItemPanel, metric: Metric, labels: tuple[Any, ...]) -> list[Floats]:
    """The scores of the class that sorts last, by model; nothing where the class is not a guess."""
    if len(labels) != 2 or any(len(each) != len(cast(Column, panel.truth)) for each in panel.answers):
        return []
    tables = [each.ndim == 2 for each in panel.answers]
    if any(tables) and metric.needs == "probabilities":
        return []  # the columns are in the order of the classes
    return [
        np.asarray(each[:, class_columns(labels, each.shape[1])[1]] if table else each, dtype=np.float64)
        for each, table in zip(panel.answers, tables, strict=True)
    ]


def _areas(positive: Bools, scores: Sequence[Floats], clusters: Column | None) -> list[tuple[float, float]]:
    """The area of each model, and how far from .5 those of models that know nothing are by chance."""
    groups: Ints | None = None if clusters is None else to_labels(clusters=clusters)[0]["clusters"]
    ones, count = int(np.count_nonzero(positive)), positive.size
    error = math.sqrt((count + 1) / (12 * ones * (count - ones)))
    tail = FALSE_ALARMS / len(scores)
    found = []
    for score in scores:
        ranks = Ranks.of(positive, score)
        reach = error * normal_quantile(tail)
        if groups is not None:
            reach = error * _clustered_quantile(ranks.placed(positive), positive, groups, tail)
        found.append((ranks.area(), reach))
    return found


def _clustered_quantile(placed: Ints, positive: Bools, clusters: Ints, tail: float) -> float:
    """The quantile for items in clusters, in standard errors of as many independent items."""
    try:
        effect, df = clustered_effect(placed, positive, clusters)
    except InputError:  # a class is in one cluster only, which shows nothing about others
        return math.inf
    return math.sqrt(effect) * student_quantile(max(df, 1.0), tail)


def _contradicted(
    panel: ItemPanel, areas: list[tuple[float, float]], below: list[int], labels: tuple[Any, ...]
) -> str:
    """The error for a guess by which models are clearly worse than chance."""
    first, last = map(shown, labels)
    tables = any(each.ndim == 2 for each in panel.answers)
    order = ", and check that the columns are in the order of the sorted classes" if tables else ""
    lowest = _lowest(panel, areas, below)
    return (
        f"no class is named as positive, and if it is {last}, which sorts last, {lowest}, clearly below .5; "
        f"name the class that the scores belong to as positive ({first} or {last}){order}"
    )


def _lowest(panel: ItemPanel, areas: list[tuple[float, float]], below: list[int]) -> str:
    at = min(below, key=lambda each: areas[each][0])
    others = f" (the lowest of {len(below)} such)" if len(below) > 1 else ""
    return f"the AUC of {panel.names[at]} is {areas[at][0]:.3g}{others}"
