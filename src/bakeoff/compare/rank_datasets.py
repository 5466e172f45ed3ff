"""Ranking of many learners by their scores on many data sets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Rng
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.panel import place_of
from bakeoff.core.ranking import Ranking
from bakeoff.core.roles import role_of
from bakeoff.core.verdict import Caveat
from bakeoff.judge.dataset_ranking import RANDOM_EFFECTS, DatasetsAsked, Learners, judged_over_datasets
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.methods.many._joint import pairs_of
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.metrics._bare import SUPPOSED, check_bare
from bakeoff.read.dataset_scores import ScoreTable, read_datasets, score_table

__all__ = ["rank_datasets", "read_datasets"]

Scores = Mapping[str, Any] | object
"""Scores of learners on data sets: a dict of columns, a dict of dicts, or a data frame."""


def rank_datasets(
    scores: Scores,
    *,
    method: str = "wilcoxon-holm",
    metric: MetricLike | None = None,
    baseline: str | None = None,
    rope: float | None = None,
    datasets: Sequence[str] | None = None,
    variances: Scores | None = None,
    alpha: float = 0.05,
    omnibus: str | None = "iman-davenport",
    resamples: int | None = None,
    rng: Rng = None,
) -> Ranking:
    """Rank learners by their scores on the same data sets.

    Parameters
    ----------
    scores
        One score of each learner for each data set: a dict of columns by name, a dict of dicts by data set,
        or a data frame whose rows are data sets. A column of text, or the index of a data frame, has the
        names of the data sets. Columns of ids, sizes and the like are no learners and rows of averages no
        data sets: they are left out with a note. Fold scores can be given instead: an array (data sets,
        folds) or (data sets, runs, folds) for each learner. All methods test their means; ``random-effects``
        also estimates from the folds how much of the variation between data sets is due to chance.
    method
        ``"wilcoxon-holm"`` (default), ``"nemenyi"``, ``"shaffer"``, ``"bonferroni-dunn"`` (with a baseline),
        ``"bayes-signed-rank"`` or ``"random-effects"``.
    metric
        The metric of the scores; for errors and losses, lower is better. Scores without a named metric have
        no unit, and higher is better; outside 0 to 1 the metric must be named.
    baseline
        The learner that all others are compared with; by default all pairs are compared.
    rope
        The largest difference that does not matter (``bayes-signed-rank``).
    datasets
        Names of the data sets.
    variances
        The variance of each learner's score on each data set, in the form of ``scores``, for
        ``random-effects``. The variance of a difference is the sum of both, which is too large if the
        learners were tested on the same items.
    alpha
        The probability of any false statement about pairs, ranks or the set of possible best models.
    omnibus
        ``"iman-davenport"`` (default), ``"friedman"``, ``"block-anova"`` or None.
    resamples
        Number of draws from the posterior of ``bayes-signed-rank`` (default 50,000).
    rng
        A whole number or numpy Generator (default 0).

    Returns
    -------
    Ranking
        ``value`` is the mean score of a learner in the units of the metric, and ``mean_rank`` its mean rank.
        Possible ranks follow from the decisions on all pairs. The set of possible best models leaves out each
        learner that is worse than another one, by one-sided tests adjusted for k - 1 comparisons.

    Examples
    --------
    >>> scores = {
    ...     "forest": [0.91, 0.85, 0.78, 0.93, 0.88, 0.81, 0.95, 0.74],
    ...     "boosting": [0.90, 0.86, 0.77, 0.94, 0.87, 0.80, 0.93, 0.75],
    ...     "tree": [0.84, 0.80, 0.70, 0.88, 0.80, 0.72, 0.90, 0.66],
    ... }
    >>> ranking = rank_datasets(scores)
    >>> [(each.name, each.rank) for each in ranking.models], ranking.best
    ([('forest', (1, 2)), ('boosting', (1, 2)), ('tree', (3, 3))], ('forest', 'boosting'))
    """
    kept = () if baseline is None else (baseline,)
    table = score_table(scores, datasets=datasets, kept=kept)
    known: tuple[Caveat, ...] = ()
    if metric is None:
        metric = check_bare(table.values)
        known = (BY_KEY["direction-assumed"].caveat(SUPPOSED, importance="limits"),)
    asked = DatasetsAsked(
        metric=metric_of(metric),
        method=method,
        omnibus=omnibus,
        baseline=baseline,
        alpha=alpha,
        options={"rope": rope, "resamples": resamples, "rng": rng},
    )
    given = None if variances is None else _given_variances(variances, table)
    ranking = judged_over_datasets(_learners(table, given, asked), asked)
    ranking = replace(ranking, caveats=known + ranking.caveats)
    if not table.notes:
        return ranking
    roles = {"models": role_of(table.names, said=False)}
    return replace(ranking, roles=roles, left_out=table.left_out, notes=(*ranking.notes, *table.notes))


def _learners(table: ScoreTable, variances: Floats | None, asked: DatasetsAsked) -> Learners:
    folds = table.values.ndim > 2
    if folds and variances is not None:
        raise InputError("both fold scores and variances are given; leave the variances out")
    if folds and asked.method == RANDOM_EFFECTS:
        variances = _fold_variances(table)
    return Learners(
        names=table.names,
        datasets=table.datasets,
        scores=table.values.mean(axis=(2, 3)) if folds else table.values,
        variances=variances,
    )


def _fold_variances(table: ScoreTable) -> Floats:
    """Nadeau and Bengio's corrected variance of each pair's mean difference, averaged over the data sets.

    That of a single data set rests on few folds, and is 0 where both learners have the same scores, so that
    weights made from it would favour the data sets on which the folds happen to agree.
    """
    runs, folds = table.values.shape[2:]
    if folds < 2 and (table.test_to_train is None or runs < 2):
        raise InputError(
            f"there is only one fold in each run of {table.names[0]} on data set {table.datasets[0]!r}; "
            f"expected two or more, several runs with columns n_train and n_test, or another method"
        )
    first, second = pairs_of(len(table.names))
    apart = table.values[:, first] - table.values[:, second]
    spread = np.var(apart.reshape(*apart.shape[:2], -1), axis=2, ddof=1)
    shares = np.full(len(apart), 1 / (folds - 1)) if table.test_to_train is None else table.test_to_train
    own = (1 / (runs * folds) + shares[:, np.newaxis]) * spread
    return np.broadcast_to(own.mean(axis=0), own.shape)


def _given_variances(variances: Scores, table: ScoreTable) -> Floats:
    """Variances of differences as sums of those of both learners, for each data set and pair."""
    own = score_table(variances, datasets=table.datasets, what="variances")
    places = [place_of(name, own.names) for name in table.names]
    if own.values.ndim > 2 or (own.values < 0).any():
        raise InputError(
            "variances has a negative number or a list; expected one variance of at least 0 for each score"
        )
    first, second = pairs_of(len(table.names))
    found = np.asarray(own.values[:, places][:, first] + own.values[:, places][:, second])
    for at, pair in np.argwhere((found == 0) & found.any(axis=0)):
        raise InputError(
            f"the variances of {table.names[first[pair]]} and {table.names[second[pair]]} are 0 for data set "
            f"{table.datasets[at]!r}, which would have all the weight; expected a positive one"
        )
    return found
