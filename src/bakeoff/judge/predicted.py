"""What predictions show before losses are taken of them: no error at all, or the same for all items."""

import numpy as np

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.core.panel import Column
from bakeoff.judge.pitfalls.pitfall import Predicted


def predicted(true: Column, said: Floats, metric: Metric) -> Predicted:
    """What is seen in one model's numbers, scores or probabilities; where all items are alike, nothing.

    ``true`` are numbers, or the classes as columns of ``said``; one column is for class 1.

    >>> from bakeoff.metrics import METRICS
    >>> predicted(np.array([0, 0, 1]), np.array([0.1, 0.6, 0.7]), METRICS["log-loss"])
    Predicted(perfect=True, constant=False)
    >>> predicted(np.array([0, 0, 1]), np.array([0.2, 0.2, 0.2]), METRICS["brier"])
    Predicted(perfect=False, constant=True)
    >>> predicted(np.array([1.5, 2.0]), np.array([1.5, 2.0]), METRICS["squared-error"])
    Predicted(perfect=True, constant=False)
    """
    if not len(true) or not np.any(true != true[0]):
        return Predicted()
    constant = not np.any(said != said[0])
    if constant:
        return Predicted(constant=True)
    if metric.needs == "numbers":
        return Predicted(perfect=bool(np.array_equal(true, said)))
    columns = {1: said} if said.ndim == 1 else dict(enumerate(said.T))
    return Predicted(perfect=all(_separated(true == at, column) for at, column in columns.items()))


def _separated(own: Column, scores: Floats) -> bool:
    """Whether items of a class have higher scores than all others; also where there are none of it."""
    return not own.any() or bool(scores[own].min() > scores[~own].max())
