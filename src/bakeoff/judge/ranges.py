"""Whether scores lie where their metric can: fractions, percentages, or neither."""

from typing import TypeGuard

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores, Floats, FoldScores, LayoutScores, Outcomes, SampleScores

Given = FoldScores | SampleScores | DatasetScores | LayoutScores


def refuse_negated(a: Floats, b: Floats, metric: Metric) -> None:
    """Refuse losses that are all negative: turned round once more they would name the wrong winner."""
    if metric.higher_is_better or metric.low < 0:
        return
    if max(a.max(), b.max()) <= 0 > min(a.min(), b.min()):
        raise InputError(
            f"the scores are negative, down to {min(a.min(), b.min()):g}, and {metric.key} never is; they "
            f"look negated, as scikit-learn does with losses: change their sign"
        )


def refuse_mixed(outcomes: Outcomes, metric: Metric) -> None:
    """Refuse percentages held against fractions: any difference would be one of their units."""
    if out_of_range(outcomes, metric) is not None or not in_percent(outcomes, metric):
        return
    least, most = sorted(tops(outcomes))
    if 0 < least <= 1 and most > 20 * least:
        raise InputError(
            f"scores of one side reach {most:g} and those of the other {least:g}: one looks like "
            f"percentages, the other like fractions; give both alike"
        )


def tops(outcomes: Given) -> tuple[float, float]:
    """The largest size of A's and of B's scores."""
    return float(np.max(np.abs(outcomes.a))), float(np.max(np.abs(outcomes.b)))


def in_percent(outcomes: Outcomes | None, metric: Metric) -> TypeGuard[Given]:
    """Whether scores that should be fractions look like percentages; rounding above 1 does not count."""
    return _given_rates(outcomes, metric) and max(tops(outcomes)) > 1 + 1e-9


def out_of_range(outcomes: Outcomes, metric: Metric) -> float | None:
    """A score that the metric cannot take, neither as a fraction nor in percent."""
    if not _given_rates(outcomes, metric):
        return None
    lowest, most = float(min(outcomes.a.min(), outcomes.b.min())), max(tops(outcomes))
    if metric.higher_is_better and lowest < metric.low * (100 if most > 2 else 1):
        return lowest
    return most if most > 100 else None


def _given_rates(outcomes: Outcomes | None, metric: Metric) -> TypeGuard[Given]:
    """Whether these are rates as the user gave them, not such as were computed from predictions."""
    return metric.is_rate and isinstance(outcomes, Given)
