"""Metrics of users' own: any function of the counts."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints, Matrices
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.metrics import METRICS

Own = Callable[[Any], Any]
MetricLike = str | Metric | Own
PROBES = 7  # confusion matrices at once: a number that is hardly ever that of the classes


def metric_of(metric: MetricLike) -> Metric:
    """The record of a metric: by its key, as it is, or around a function of a confusion matrix.

    The function gets an array [predicted, true] of counts, with the classes in order, and gives a number
    that is higher the better. One that also takes a stack of them, [..., predicted, true], is fast.

    Examples
    --------
    >>> def caught(matrix): return matrix[..., 1, 1] / matrix[..., :, 1].sum(axis=-1)
    >>> metric_of(caught).title, metric_of("f1").title
    ('caught', 'F1')
    """
    if isinstance(metric, Metric):
        ours = metric.key in METRICS and METRICS[metric.key].compute is metric.compute
        if ours or metric.kind != "labels" or metric.per_class:
            return metric
        return replace(metric, compute=_stacked(metric.compute, metric.title))
    if not callable(metric):
        return METRICS[metric]
    name = str(getattr(metric, "__name__", type(metric).__name__)).replace("_", " ")
    name = "own metric" if name == "<lambda>" else name
    return Metric(
        key=name.replace(" ", "-"),
        title=name,
        formula="a function of the confusion matrix",
        higher_is_better=True,
        low=-math.inf,
        high=math.inf,
        kind="labels",
        compute=_stacked(metric, name),
    )


def _stacked(function: Own, name: str) -> Callable[[Matrices], Floats]:
    """The function over stacks of matrices; one at a time if it does not take them."""

    def one(matrix: Ints) -> float:
        value = function(matrix)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise InputError(
                f"the metric {name!r} gave {value!r} for one confusion matrix; expected a number"
            ) from None

    def compute(matrices: Matrices) -> Floats:
        stack = np.asarray(matrices)
        flat = stack.reshape(-1, *stack.shape[-2:])
        with np.errstate(divide="ignore", invalid="ignore"):
            values = function(flat) if _takes_stacks(function, one, flat) else [one(each) for each in flat]
        return np.asarray(values, dtype=np.float64).reshape(stack.shape[:-2])

    return compute


def _takes_stacks(function: Own, one: Callable[[Ints], float], flat: Ints) -> bool:
    """Whether the function gives for a stack what it gives for each of its matrices."""
    if len(flat) < PROBES:
        return False
    few = flat[:PROBES]
    try:
        together = np.asarray(function(few), dtype=np.float64)
    except Exception:  # whatever a function does with a stack that it was not made for
        return False
    expected = [one(each) for each in few]
    return together.shape == (PROBES,) and bool(np.array_equal(together, expected, equal_nan=True))
