"""Scores as they were given: losses that look negated, percentages among fractions, what is out of range."""

from collections.abc import Sequence
from typing import TypeGuard

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores, Floats, FoldScores, LayoutScores, Outcomes, SampleScores

Given = FoldScores | SampleScores | DatasetScores | LayoutScores


def refuse_negated(a: Floats, b: Floats, metric: Metric) -> None:
    """Refuse losses that are all negative: negated again, they would name the wrong winner."""
    if metric.higher_is_better or metric.low < 0:
        return
    if max(a.max(), b.max()) <= 0 > min(a.min(), b.min()):
        raise InputError(
            f"the scores are negative, down to {min(a.min(), b.min()):g}, but {metric.key} is never "
            f"negative; they look like losses negated by scikit-learn: change their sign"
        )


def refuse_mixed(outcomes: Outcomes, metric: Metric) -> None:
    """Refuse percentages compared with fractions: any difference would be one of their units."""
    if out_of_range(outcomes, metric) is not None or not in_percent(outcomes, metric):
        return
    least, most = sorted(tops(outcomes))
    if _unlike(least, most):
        raise InputError(
            f"the scores of one model reach {most:g} and those of the other {least:g}; one looks like "
            f"percentages, the other like fractions: give both on the same scale"
        )
    if isinstance(outcomes, DatasetScores):
        refuse_mixed_rows(np.column_stack([outcomes.a, outcomes.b]))


def refuse_mixed_rows(scores: Floats, names: Sequence[str] = ()) -> None:
    """Refuse percentages on some data sets, the rows, and fractions on others."""
    largest = np.abs(scores).max(axis=1)
    low, high = int(np.argmin(largest)), int(np.argmax(largest))
    if _unlike(float(largest[low]), float(largest[high])):
        one, other = (repr(names[at]) if names else f"{at + 1}" for at in (high, low))
        raise InputError(
            f"the scores on data set {one} reach {largest[high]:g} and those on data set {other} "
            f"{largest[low]:g}; one looks like percentages, the other like fractions: give all on the same "
            f"scale"
        )


def refuse_board(scores: Floats, datasets: Sequence[str], metric: Metric) -> None:
    """Refuse scores by data set and learner that look negated or mixed, or that the metric cannot take."""
    refuse_negated(scores, scores, metric)
    first, *others = columns = metric.sign * scores.T
    whole = DatasetScores(a=columns.ravel(), b=columns.ravel())
    odd = out_of_range(whole, metric)
    if odd is not None:
        raise InputError(
            f"a score is {odd:g}, but {metric.key} lies between {metric.low:g} and {metric.high:g}; name the "
            f"metric of the scores: --metric rmse, another one, score (higher is better) or loss (lower is "
            f"better)"
        )
    if in_percent(whole, metric):
        refuse_mixed_rows(scores, datasets)
    for each in others:
        refuse_mixed(DatasetScores(a=first, b=each), metric)


def _unlike(least: float, most: float) -> bool:
    return 0 < least <= 1 and most > 20 * least


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
    pooled = isinstance(outcomes, FoldScores) and outcomes.pooled
    return metric.is_rate and isinstance(outcomes, Given) and not pooled
