"""False alarms of the default test by each metric, where two models are equally good."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff import InputError, compare_item_scores, compare_predictions
from bakeoff.core.metric import Metric
from bakeoff.core.rng import generator
from bakeoff.metrics import METRICS

SIZES = (50, 200)
ALPHA = 0.05
Rng = np.random.Generator
Drawn = tuple[Any, Any, Any]


def labels(n: int, rng: Rng) -> Drawn:
    """Two classes, 30 % positive; either model is right with probability 0.85."""
    truth = rng.random(n) < 0.3
    a, b = (np.where(rng.random(n) < 0.85, truth, ~truth) for _ in range(2))
    return truth, a, b


def classes(n: int, rng: Rng) -> Drawn:
    """Three classes; either model is right with probability 0.8, and guesses otherwise."""
    truth = rng.integers(0, 3, n)
    a, b = (np.where(rng.random(n) < 0.8, truth, rng.integers(0, 3, n)) for _ in range(2))
    return truth, a, b


def ranked(n: int, rng: Rng) -> Drawn:
    """Normal scores with an area of 0.8."""
    truth = rng.random(n) < 0.3
    a, b = (rng.normal(1.19 * truth) for _ in range(2))
    return truth, a, b


def probabilities(n: int, rng: Rng) -> Drawn:
    """Probabilities of the positive class that know something."""
    truth = rng.random(n) < 0.5
    a, b = (1 / (1 + np.exp(-rng.normal(2.0 * truth - 1.0))) for _ in range(2))
    return truth, a, b


def of_classes(n: int, rng: Rng) -> Drawn:
    """Probabilities of three classes that know something."""
    truth = rng.integers(0, 3, n)
    a, b = ((rng.dirichlet(np.ones(3), n) + 0.2 * np.eye(3)[truth]) / 1.2 for _ in range(2))
    return truth, a, b


def numbers(n: int, rng: Rng) -> Drawn:
    """Numbers with normal errors."""
    truth = rng.normal(20.0, 5.0, n)
    a, b = (truth + rng.normal(0.0, 1.0, n) for _ in range(2))
    return truth, a, b


def values(n: int, rng: Rng) -> Drawn:
    """Losses that are skewed, as losses are."""
    return None, rng.gamma(2.0, 0.3, n), rng.gamma(2.0, 0.3, n)


def draw_for(metric: Metric) -> Callable[[int, Rng], Drawn]:
    """What two equally good models are drawn from."""
    if metric.needs == "labels":
        return labels if metric.per_class else classes
    if metric.needs == "scores":
        return ranked if metric.kind == "ranking" else of_classes
    return {"probabilities": probabilities, "numbers": numbers, "values": values}[metric.needs]


def decides(metric: Metric, drawn: Drawn) -> bool | None:
    """Whether the default test finds a difference; None where the metric is 0/0."""
    truth, a, b = drawn
    try:
        if truth is None:
            verdict = compare_item_scores(a, b, metric=metric.key)
        else:
            asked = {"positive": True} if metric.per_class or metric.kind == "ranking" else {}
            verdict = compare_predictions(truth, a, b, metric=metric.key, **asked)
    except InputError:
        return None
    return verdict.result.p_value < ALPHA


def alarms(metric: Metric, n: int, draws: int) -> tuple[int, int]:
    """False alarms, and draws on which the metric is defined."""
    draw, rng = draw_for(metric), generator(2026, "claims", metric.key, n)
    found = [decides(metric, draw(n, rng)) for _ in range(draws)]
    return sum(each is True for each in found), sum(each is not None for each in found)


def measure(draws: int) -> dict[str, dict[str, tuple[int, int]]]:
    """For every metric and size: false alarms, and draws."""
    return {metric.key: {f"{n} items": alarms(metric, n, draws) for n in SIZES} for metric in METRICS}
