"""Comparison of fold scores."""

import os
from collections.abc import Mapping
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.item_runs import ItemRuns, item_runs
from bakeoff.compare.options import refuse_unknown
from bakeoff.core.arrays import PerItem
from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, FoldScores, MadeOf, finite
from bakeoff.core.pick import two_of
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.answer import Common, answer
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.scales import refuse_negated
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.metrics._bare import BARE, SUPPOSED, check_bare
from bakeoff.read.columns import same_rows
from bakeoff.read.fold_scores import LearnerScores, same_folds, scores_of

Scores = ArrayLike | Mapping[str, object] | str | os.PathLike[str]
"""Scores by fold: an array, a data frame, a dict of columns, or a file of one of these."""

CLOSE = 1e-6  # scores may have been rounded


def compare_scores(
    a: Scores,
    b: Scores | None = None,
    *,
    design: Design,
    method: str = "auto",
    metric: MetricLike | None = None,
    n_train: PerItem = None,
    n_test: PerItem = None,
    halves: PerItem = None,
    items: PerItem = None,
    folds: PerItem = None,
    **common: Unpack[Common],
) -> Verdict:
    """Compare two learners by their scores on the same splits of one data set.

    Parameters
    ----------
    a, b
        Scores as arrays (runs, folds), or flat in that order; the result of scikit-learn's
        ``cross_validate``; or tables with columns run, fold and score. A table of both learners (with a
        column learner, or a column for each) can be given as ``a`` alone, as can a ``cv_results_`` with two
        candidates.
    design
        How the scores were obtained, such as ``RepeatedKFold(runs=10, folds=10)``.
    method
        The key of a method for fold scores, or ``"auto"``.
    metric
        The metric of the scores. The sign is reversed for metrics where lower is better. If it is not named,
        a column such as ``test_accuracy`` names it; other scores have no unit, and higher is better. Scores
        outside 0 to 1 need a named metric.
    n_train, n_test
        Sizes of the training and test sets: a number, or one for each fold.
    halves
        For `half-sample-t`: an array (halvings, 2) of mean differences A minus B, in the units of the
        metric, on two disjoint halves of the data.
    items
        For `items-folds-t` and `half-sample-t`: the difference A minus B of each item, in the units of the
        metric, averaged over the runs. Or, with ``folds``, the differences in each run, an array (runs,
        items), or the values of both learners, (2, runs, items): for accuracy 1 where a learner is right and
        0 where it is wrong. They also show the variation between training sets, so the verdict equals that of
        `compare_learners`.
    folds
        For ``items`` of each run: the fold that tested each item, an array (runs, items).
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``, and
        options such as ``df``.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> verdict = compare_scores([0.9, 0.8, 0.85], [0.7, 0.75, 0.7], design=KFold(folds=3))
    >>> verdict.result.method
    'corrected-resampled-t'
    """
    refuse_unknown(compare_scores, common, method=method)
    if isinstance(design, type) or not isinstance(design, Design):
        raise InputError(
            f"design is {design!r}; expected how the scores were obtained, such as "
            f"KFold(folds=10) or RepeatedKFold(runs=10, folds=10)"
        )
    same_rows(a=a, b=b)
    named = None if metric is None else metric_of(metric).key
    left, right, names = _both(a, b, named)
    if left.scores.size != right.scores.size:
        raise InputError(
            f"a has {left.scores.size} scores and b {right.scores.size}; expected one score of each "
            f"model for every fold"
        )
    known: tuple[Caveat, ...] = ()
    if metric is None:
        metric = _metric_of_scores(left, right)
        if metric == BARE:
            known = (BY_KEY["direction-assumed"].caveat(SUPPOSED, importance="limits"),)
    measured = metric_of(metric)
    scores = _shaped(left.scores, design), _shaped(right.scores, design)
    by_run = _item_runs(items, folds, scores, measured)
    apart, models = (items, None) if by_run is None else by_run.apart()
    n_train = _sizes(n_train, left.n_train, right.n_train, "n_train", design)
    n_test = _sizes(n_test, left.n_test, right.n_test, "n_test", design)
    if by_run is not None and n_test is None:
        n_test = by_run.n_test
        n_train = by_run.values.shape[-1] - n_test if n_train is None else n_train
    outcomes = fold_outcomes(
        *scores,
        metric=measured,
        design=design,
        n_train=n_train,
        n_test=n_test,
        halves=halves,
        items=apart,
        models=models,
    )
    if measured.is_mean_over_items:
        _refuse_large(outcomes, measured)
        _refuse_other_items(outcomes)
    if names:
        common.setdefault("names", names)
    return answer(outcomes, method=method, metric=measured, known=known, **common)


def _metric_of_scores(a: LearnerScores, b: LearnerScores) -> str:
    """The metric of scores that is not named: as their columns say, or else none."""
    if a.metric and a.metric == b.metric:
        return a.metric
    return check_bare(a.scores, b.scores)


def _item_runs(
    items: PerItem, folds: PerItem, scores: tuple[Floats, Floats], metric: Metric
) -> ItemRuns | None:
    """Items of each run, checked against the scores; None where there is one number for each item."""
    if np.ndim(items if items is not None else ()) < 2:
        if folds is not None:
            raise InputError(
                "folds is given, but items has no values for each run; expected items as an array "
                "(runs, items)"
            )
        return None
    if not metric.is_mean_over_items:
        raise InputError(
            f"items has values for each run, but {metric.key} is not a mean over items; expected the "
            f"mean value of each item, or a metric such as accuracy"
        )
    runs, splits = scores[0].shape
    found = item_runs(items, folds, (runs, splits))
    a, b = (np.array([np.mean(each) for each in side]) for side in found.by_split)
    by_items, by_folds = a - b, (scores[0] - scores[1]).ravel()
    apart = np.abs(by_items - by_folds)
    if apart.max() > CLOSE * (1 + np.abs(by_items).max()):
        at = int(apart.argmax())
        raise InputError(
            f"in run {at // found.folds + 1}, fold {at % found.folds + 1} the difference is "
            f"{by_folds[at]:g} from the scores but {by_items[at]:g} from the items; expected items and "
            f"folds of the same scores, with folds in the order of the scores"
        )
    return found


def fold_outcomes(
    a: Floats,
    b: Floats,
    *,
    metric: Metric,
    design: Design,
    n_train: Floats | None,
    n_test: Floats | None,
    halves: PerItem = None,
    items: PerItem = None,
    models: float | None = None,
    models_error: float | None = None,
    pooled: bool = False,
) -> FoldScores:
    """Scores (runs, folds) in the metric's own units as outcomes, where higher is better."""
    refuse_negated(a, b, metric)
    left, right = _turn(a, b, metric)
    return FoldScores(
        a=left,
        b=right,
        design=design,
        n_train=n_train,
        n_test=n_test,
        halves=None if halves is None else metric.sign * finite(halves, "halves", ndim=2),
        items=None if items is None else metric.sign * finite(items, "items", ndim=1),
        models=models,
        models_error=models_error,
        made_of=_made_of(metric),
        pooled=pooled,
        right_or_wrong=metric.right_or_wrong,
    )


def _made_of(metric: Metric) -> MadeOf:
    if metric.ranks_items:
        return "ranks"
    return "labels" if metric.kind == "labels" and not metric.is_mean_over_items else "means"


def _refuse_large(scores: FoldScores, metric: Metric) -> None:
    """Refuse differences of items that are larger than the range of the metric."""
    widest = metric.high - metric.low
    largest = 0.0 if scores.items is None else float(np.abs(scores.items).max())
    if metric.is_mean_over_items and largest > widest:
        raise InputError(
            f"items reaches {largest:g}, but two values of {metric.key} differ by {widest:g} at most; "
            f"expected the mean difference of each item, in fractions"
        )


def _refuse_other_items(scores: FoldScores) -> None:
    """Refuse items whose mean is not the weighted mean of the folds: they belong to other scores."""
    if scores.items is None or scores.n_test is None:
        return
    by_folds = float(np.average(scores.differences, weights=scores.n_test))
    by_items = float(np.mean(scores.items))
    if abs(by_folds - by_items) > CLOSE * (1 + abs(by_items)):
        raise InputError(
            f"the mean difference is {by_folds:g} from the folds but {by_items:g} from the items; "
            f"expected items of the same scores, A minus B averaged over the runs"
        )


def _both(
    a: Scores, b: Scores | None, metric: str | None
) -> tuple[LearnerScores, LearnerScores, tuple[str, str] | None]:
    """The scores of both learners, from two places or from one table of both."""
    if b is not None:
        left, right = scores_of(a, metric, name="a"), scores_of(b, metric, name="b")
        same_folds(left, right)
        return left, right, None
    from bakeoff.read.importers.fold_table import read_folds

    panel = read_folds(a, pick=two_of(None, None), metric=metric)
    left = LearnerScores(
        scores=panel.scores[0], n_train=panel.n_train, n_test=panel.n_test, metric=panel.metric
    )
    right = LearnerScores(scores=panel.scores[1], metric=panel.metric)
    return left, right, (panel.names[0], panel.names[1])


def _shaped(scores: Floats, design: Design) -> Floats:
    """Scores as (runs, folds); `FoldScores` refuses other numbers of scores."""
    if design.shape is not None and scores.size == design.shape[0] * design.shape[1]:
        flat = scores.ndim == 1 or 1 in scores.shape
        return scores.reshape(design.shape) if flat else scores
    return scores[None, :] if scores.ndim == 1 else scores


def _turn(a: Floats, b: Floats, metric: Metric) -> tuple[Floats, Floats]:
    """Scores in units where higher is better: an error rate becomes an accuracy, a loss negative."""
    if metric.higher_is_better:
        return a, b
    fractions = metric.is_rate and all(each.min() >= 0 and each.max() <= 1 for each in (a, b))
    return (1 - a, 1 - b) if fractions else (-a, -b)


def _sizes(
    given: PerItem, of_a: Floats | None, of_b: Floats | None, name: str, design: Design
) -> Floats | None:
    """Sizes of the sets as given, or else as they came with the scores of either learner."""
    if given is None and of_a is not None and of_b is not None and not np.array_equal(of_a, of_b):
        raise InputError(f"{name} of a and b differ; expected scores of both learners on the same splits")
    sizes = given if given is not None else of_a if of_a is not None else of_b
    try:
        array = None if sizes is None else np.asarray(sizes, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} is {sizes!r}; expected a number of items, or one for each fold") from None
    return array if array is None or array.ndim == 0 else _shaped(array, design)
