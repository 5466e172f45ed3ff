"""A thousand classes and a hundred thousand clusters, to the verdict: seconds and memory."""

from benchmarks.predictions import peak, processor_seconds

CLASSES = """
import numpy as np
from bakeoff import compare_predictions
draws = np.random.default_rng(0)
n, classes = 100_000, 1000
truth = draws.integers(0, classes, n)
a, b = (np.where(draws.random(n) < p, truth, draws.integers(0, classes, n)) for p in (0.8, 0.79))
compare_predictions(truth, a, b, metric="macro-f1")
"""
CLUSTERS = """
import numpy as np
from bakeoff import compare_predictions
draws = np.random.default_rng(0)
n = 300_000
truth = draws.integers(0, 2, n)
a, b = truth + draws.normal(size=(2, n))
compare_predictions(truth, a, b, metric="auc", clusters=draws.integers(0, 100_000, n))
"""


def classes() -> float:
    """Processor seconds of macro-F1 of a thousand classes, with the start of Python."""
    return processor_seconds(CLASSES)


def classes_memory() -> float:
    """Megabytes that it takes."""
    return peak(CLASSES)


def clusters() -> float:
    """Processor seconds of areas with a hundred thousand clusters, with the start of Python."""
    return processor_seconds(CLUSTERS)
