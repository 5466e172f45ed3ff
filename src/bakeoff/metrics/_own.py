"""Metrics of users' own: any function of the counts."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints, Matrices
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric

Own = Callable[[Any], Any]
PROBES = 7  # confusion matrices at once: a number that is hardly ever that of the classes


def of_record(metric: Metric) -> Metric:
    """A user's own record, whose function takes stacks of matrices."""
    if metric.kind != "labels" or metric.per_class:
        return replace(metric, of_counts=False)
    return replace(metric, compute=_stacked(metric.compute, metric.title), of_counts=False)


def of_function(function: Own) -> Metric:
    """The record around a function of a confusion matrix."""
    name = str(getattr(function, "__name__", type(function).__name__)).replace("_", " ")
    name = "own metric" if name == "<lambda>" else name
    return Metric(
        key=name.replace(" ", "-"),
        title=name,
        formula="a function of the confusion matrix",
        higher_is_better=True,
        low=-math.inf,
        high=math.inf,
        kind="labels",
        compute=_stacked(function, name),
        of_counts=False,
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
