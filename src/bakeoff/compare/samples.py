"""Comparisons of scores on independent samples, on data sets, and by training set and item."""

from typing import Unpack

from numpy.typing import ArrayLike

from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.scored import Values, number_column
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores, Floats, LayoutScores, SampleScores, finite
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.answer import Common, answer
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.scales import refuse_negated
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.metrics._bare import SUPPOSED, check_bare
from bakeoff.read.columns import same_rows


def compare_samples(
    a: Values,
    b: Values,
    *,
    paired: bool = True,
    method: str = "auto",
    metric: MetricLike = "accuracy",
    **common: Unpack[Common],
) -> Verdict:
    """Compare scores on independent samples, paired or unpaired.

    Examples
    --------
    >>> compare_samples([0.82, 0.85, 0.80, 0.84], [0.78, 0.80, 0.79, 0.80]).result.method
    'paired-t'
    """
    refuse_unknown(compare_samples, common, method=method)
    if paired:
        same_rows(a=a, b=b)
    left, right = _higher_is_better(number_column(a, "a"), number_column(b, "b"), metric_of(metric))
    outcomes = SampleScores(a=left, b=right, paired=paired)
    return answer(outcomes, method=method, metric=metric, **common)


def compare_datasets(
    a: Values,
    b: Values,
    *,
    method: str = "auto",
    metric: MetricLike | None = None,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two learners by one score for each data set.

    Scores without a named metric have no unit, and higher is better; outside 0 to 1 the metric must be named.

    Examples
    --------
    >>> compare_datasets([0.8, 0.9, 0.7, 0.6, 0.9], [0.7, 0.8, 0.6, 0.65, 0.8]).result.method
    'wilcoxon'
    """
    refuse_unknown(compare_datasets, common, method=method)
    known: tuple[Caveat, ...] = ()
    if metric is None:
        metric = check_bare(number_column(a, "a"), number_column(b, "b"))
        known = (BY_KEY["direction-assumed"].caveat(SUPPOSED, importance="limits"),)
    outcomes = dataset_scores(a, b, metric_of(metric))
    return answer(outcomes, method=method, metric=metric, known=known, **common)


def dataset_scores(a: Values, b: Values, metric: Metric) -> DatasetScores:
    """One score of A and of B for each data set, in the metric's own units, as outcomes."""
    same_rows(a=a, b=b)
    left, right = _higher_is_better(number_column(a, "a"), number_column(b, "b"), metric)
    return DatasetScores(a=left, b=right)


def compare_layout(
    a: ArrayLike,
    b: ArrayLike,
    *,
    method: str = "auto",
    metric: MetricLike = "accuracy",
    **common: Unpack[Common],
) -> Verdict:
    """Compare scores by training set (rows) and item (columns).

    Examples
    --------
    >>> compare_layout([[1, 1, 0], [1, 1, 1]], [[0, 1, 0], [1, 0, 0]]).result.method
    'quasi-f'
    """
    refuse_unknown(compare_layout, common, method=method)
    left, right = _higher_is_better(finite(a, "a", ndim=2), finite(b, "b", ndim=2), metric_of(metric))
    return answer(LayoutScores(a=left, b=right), method=method, metric=metric, **common)


def _higher_is_better(a: Floats, b: Floats, metric: Metric) -> tuple[Floats, Floats]:
    refuse_negated(a, b, metric)
    return metric.sign * a, metric.sign * b
