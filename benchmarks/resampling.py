"""A bootstrap of 10,000 resamples of 100,000 items, against a loop over scikit-learn.

The loop draws rows for both models, as is usual; a few of its rounds are timed and scaled up.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.timing import best_of

ITEMS, RESAMPLES, ROUNDS = 100_000, 10_000, 10
Columns = tuple[Any, Any, Any]


def labels(classes: int) -> Columns:
    """Truth and two models that are right on four items of five."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, classes, ITEMS)
    a, b = (
        np.where(rng.random(ITEMS) < right, truth, rng.integers(0, classes, ITEMS)) for right in (0.8, 0.79)
    )
    return truth, a, b


def scores() -> Columns:
    """Truth and two models' scores, without ties."""
    rng = np.random.default_rng(0)
    truth = rng.random(ITEMS) < 0.5
    a, b = truth + rng.normal(size=(2, ITEMS))
    return truth, a, b


def ours(columns: Columns, metric: str) -> Callable[[], object]:
    """Everything from the columns to the verdict."""
    from bakeoff import compare_predictions

    return lambda: compare_predictions(*columns, metric=metric, method="bootstrap", resamples=RESAMPLES)


def loop(columns: Columns, metric: str) -> Callable[[], object]:
    """A few rounds of the loop."""
    from sklearn.metrics import f1_score, roc_auc_score

    def value(truth: Any, said: Any) -> float:
        return float(
            roc_auc_score(truth, said) if metric == "auc" else f1_score(truth, said, average="macro")
        )

    rng = np.random.default_rng(1)

    def rounds() -> None:
        for _ in range(ROUNDS):
            rows = rng.integers(0, ITEMS, ITEMS)
            truth, a, b = (column[rows] for column in columns)
            value(truth, a) - value(truth, b)

    return rounds


def times_as_fast(columns: Columns, metric: str, repetitions: int) -> float:
    """The time of the whole loop as a multiple of ours."""
    slow, fast = best_of(repetitions, loop(columns, metric), ours(columns, metric))
    return slow * RESAMPLES / ROUNDS / fast


def two_classes() -> float:
    """Macro-F1 of two classes."""
    return times_as_fast(labels(2), "macro-f1", 5)


def ten_classes() -> float:
    """Macro-F1 of ten classes."""
    return times_as_fast(labels(10), "macro-f1", 3)


def area() -> float:
    """The area under the ROC curve."""
    return times_as_fast(scores(), "auc", 2)
