"""Whether scores lie where their metric can: fractions, percentages, or neither."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores, Floats, FoldScores, SampleScores


def refuse_negated(a: Floats, b: Floats, metric: Metric) -> None:
    """Refuse losses that are all negative: turned round once more they would name the wrong winner."""
    if metric.higher_is_better or metric.low < 0:
        return
    if max(a.max(), b.max()) <= 0 > min(a.min(), b.min()):
        raise InputError(
            f"the scores are negative, down to {min(a.min(), b.min()):g}, and {metric.key} never is; they "
            f"look negated, as scikit-learn does with losses: change their sign"
        )


def tops(outcomes: Any) -> tuple[float, float]:
    """The largest size of A's and of B's scores."""
    return float(np.max(np.abs(outcomes.a))), float(np.max(np.abs(outcomes.b)))


def in_percent(outcomes: Any, metric: Metric) -> bool:
    """Whether scores that should be fractions look like percentages."""
    if not metric.is_rate or not isinstance(outcomes, FoldScores | SampleScores | DatasetScores):
        return False
    return max(tops(outcomes)) > 1
