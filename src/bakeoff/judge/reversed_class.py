"""Probabilities that belong to the other class: losses would name the opposite winner."""

import math
from collections.abc import Sequence

import numpy as np

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.verdict import Caveat
from bakeoff.core.written import listed
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.metrics.auc import auc

BEYOND_CHANCE = 1.645  # standard errors: 5 % of areas of models that know nothing are further below .5
LISTED = 3  # models whose losses are listed; of more models only the first is
IN_ORDER = "check that the columns of probabilities are in the order of the sorted classes"


def reversed_class(true: Ints, chances: Sequence[Floats], metric: Metric) -> tuple[Caveat, ...]:
    """A caveat where models seem to predict the other one of two classes than is taken as class 1.

    No model may do better than a constant probability or rank the items better than chance, and one at
    least must rank them the wrong way round. A bad model beside a good one does not raise it.

    >>> from bakeoff.metrics import METRICS
    >>> true, good = np.array([0, 1] * 20), np.array([0.2, 0.9] * 20)
    >>> [each.key for each in reversed_class(true, [1 - good, 0.9 - 0.8 * good], METRICS["log-loss"])]
    ['probabilities-reversed']
    >>> reversed_class(true, [1 - good, good], METRICS["log-loss"])
    ()
    """
    ones, count = int(np.count_nonzero(true)), len(true)
    if not 0 < ones < count or any(each.ndim == 2 and each.shape[1] != 2 for each in chances):
        return ()
    constant = _loss(metric, true, np.full(count, ones / count), like=chances[0])
    losses = [_loss(metric, true, each) for each in chances]
    if min(losses) < constant * (1 - 1e-9):
        return ()
    limit = BEYOND_CHANCE * math.sqrt((count + 1) / (12 * ones * (count - ones)))
    above = [auc(true, each if each.ndim == 1 else each[:, 1]) - 0.5 for each in chances]
    turned = [_loss(metric, true, 1 - each) for each in chances]
    wrong = [area < -limit and other < own for area, own, other in zip(above, losses, turned, strict=True)]
    if max(above) > limit or not any(wrong):
        return ()
    told = f"{metric.title} {constant:.3g}"
    found = (
        f"{_none_of(len(chances))} predicts better than a constant probability ({told}), and with the "
        f"{_turned_so(chances[0])}, {_instead(losses, turned, wrong)}"
    )
    pitfall = BY_KEY["probabilities-reversed"]
    return (pitfall.caveat(found, IN_ORDER if chances[0].ndim == 2 else pitfall.remedy),)


def _loss(metric: Metric, true: Ints, chances: Floats, *, like: Floats | None = None) -> float:
    """The mean loss; of one column of probabilities in the form of others."""
    if like is not None and like.ndim == 2:
        chances = np.column_stack([1 - chances, chances])
    return float(np.mean(metric.compute(true, chances)))


def _none_of(models: int) -> str:
    return "neither model" if models == 2 else f"none of the {models} models"


def _turned_so(chances: Floats) -> str:
    return "other class as positive" if chances.ndim == 1 else "two columns exchanged"


def _instead(losses: list[float], turned: list[float], wrong: list[bool]) -> str:
    """What the losses would be instead."""
    if len(losses) > LISTED:
        at = wrong.index(True)
        return f"{sum(wrong)} values would be smaller, the first {turned[at]:.3g} instead of {losses[at]:.3g}"
    now, then = (listed([f"{each:.3g}" for each in some]) for some in (losses, turned))
    return f"the values would be {then} instead of {now}"
