"""Comparison of scores that each item already has, whatever their source: no truth is needed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.scored import number_column
from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, PairedItems, PairedScores
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.judge.material import Built, Material, judge, paired_items
from bakeoff.judge.slices import few_enough
from bakeoff.methods import METHODS
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, same_rows


def compare_item_scores(
    a: ArrayLike,
    b: ArrayLike,
    *,
    metric: MetricLike = "score",
    called: str = "",
    clusters: PerItem = None,
    by: PerItem = None,
    method: str = "auto",
    resamples: int = 10_000,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models by a score or loss for each item, such as partial credit.

    Parameters
    ----------
    a, b
        The values of A and of B for each item, in the same order, without missing values.
    metric
        The metric of the values: ``"score"`` (higher is better), ``"loss"`` (lower is better), ``accuracy``
        or ``error`` of each item (1 or 0), or ``log-loss``, ``brier``, ``squared-error``.
    called
        The name of the score or loss in reports, such as ``"exact match"``.
    clusters
        Which items belong together (one user, document or question each).
    by
        A column that divides the items into slices: the verdict then has a verdict for each of its values.
    method
        The key of a method for such values, or ``"auto"``: McNemar's mid-p test if every value is 0 or 1 and
        the items are independent, otherwise `skewed-t`, a test of the mean difference.
    resamples
        Number of resamples, for methods that resample.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``rng``, ``tried``, ``tuned_on_test``.

    References
    ----------
    Miller 2024, Adding error bars to evals, arXiv:2411.00640.

    Examples
    --------
    >>> verdict = compare_item_scores([0.9, 0.5, 1.0, 0.7], [0.6, 0.5, 0.8, 0.6], called="partial credit")
    >>> verdict.result.method, round(verdict.result.estimate, 3)
    ('skewed-t', 0.15)
    """
    refuse_unknown(compare_item_scores, common, method=method)
    same_rows(a=a, b=b, clusters=clusters, by=by)
    left, right = number_column(a, "a"), number_column(b, "b")
    record = described(metric_of(metric), left, right, called)
    material = item_material(left, right, record, clusters=clusters, by=by)
    told = "" if by is None else str(getattr(by, "name", None) or "slice")
    return judge(material, metric=record, method=method, by=told, resamples=resamples, **common)


def item_material(
    a: Floats, b: Floats, metric: Metric, *, clusters: PerItem = None, by: PerItem = None
) -> Material:
    """Numbers by item, ready to judge, as a whole and by slices."""
    groups = {} if clusters is None else to_labels(clusters=clusters)[0]
    slices, names = ({}, ()) if by is None else to_labels(by=by)
    same_length(a=a, b=b, **groups, **slices)
    parts = {}
    for at, name in enumerate(few_enough(names, len(a))):
        own = slices["by"] == at
        kept = groups["clusters"][own] if groups else None
        parts[str(name)] = _material(a[own], b[own], kept, metric)
    return replace(_material(a, b, groups.get("clusters"), metric), parts=parts)


def described(metric: Metric, a: Floats, b: Floats, called: str) -> Metric:
    """The metric with its name and, for what is given, the range that the numbers show."""
    if not metric.is_mean_over_items:
        raise InputError(
            f"{metric.key} is not a mean over items, so it is undefined for a single item; expected "
            f"score, loss, accuracy, error, log-loss, brier or squared-error"
        )
    low, high = float(min(a.min(), b.min())), float(max(a.max(), b.max()))
    if low < metric.low or high > metric.high:
        odd = low if low < metric.low else high
        raise InputError(
            f"{metric.key} of an item is {odd:g}, but it lies between {metric.low:g} and {metric.high:g}; "
            f"give metric='score' or 'loss' if it is another measure"
        )
    title = called or metric.title
    shares = metric.higher_is_better and 0 <= low <= high <= 1
    if metric.is_given and (shares or _is_binary(a, b)):
        return replace(metric, title=title, low=0.0, high=1.0)
    return replace(metric, title=title)


def _material(a: Floats, b: Floats, clusters: Ints | None, metric: Metric) -> Material:
    binary = clusters is None and metric.is_rate and _is_binary(a, b)
    kinds = (PairedItems, PairedScores) if binary else (PairedScores,)
    span = metric.high - metric.low

    def build(method: str) -> Built:
        legal = kinds if method == "auto" else [kind for kind in METHODS[method].kinds if kind in kinds]
        wanted = legal[0] if legal else PairedScores
        left, right = (higher_for_better(each, metric) for each in (a, b))
        if wanted is PairedItems:
            return Built(outcomes=paired_items(left > 0.5, right > 0.5, np.ones(len(a), dtype=np.int64)))
        return Built(outcomes=PairedScores(a=left, b=right, clusters=clusters, span=span))

    def methods() -> Iterable[Method]:
        return (each for each in METHODS if set(each.kinds) & set(kinds))

    return Material(n=len(a), clusters=clusters, build=build, methods=methods)


def higher_for_better(values: Floats, metric: Metric) -> Floats:
    """Values of items, with the sign reversed where lower is better."""
    if metric.higher_is_better:
        return values
    return 1 - values if metric.is_rate else -values


def _is_binary(a: Floats, b: Floats) -> bool:
    return all(bool(np.isin(each, (0.0, 1.0)).all()) for each in (a, b))
