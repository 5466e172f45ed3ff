"""Rankings of the learners of an experiment: on each data set, and over all of them."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from bakeoff.core.exceptions import BakeoffError, InputError
from bakeoff.core.ranking import Ranking
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.panels import Scored
from bakeoff.experiment.result import ALL_DATA, RankedData
from bakeoff.experiment.summaries import mean_of
from bakeoff.experiment.together import DRAWS, ranking_on
from bakeoff.judge.dataset_ranking import DatasetsAsked, Learners, judged_over_datasets
from bakeoff.judge.pitfalls.few import FEWEST_DATA_SETS
from bakeoff.judge.ranking import Asked

FEWEST_LEARNERS = 3  # for two, their comparison is enough


def rankings_of(conducted: Conducted, scored: Mapping[str, Sequence[Scored]]) -> Iterator[RankedData]:
    """By each metric a ranking on each data set, and one over all data sets where there are several.

    Two learners are ranked over as many data sets as a test over data sets needs, and not at all otherwise.
    """
    experiment = conducted.experiment
    enough = len(experiment.learners) >= FEWEST_LEARNERS
    over = len(conducted.runs) >= (2 if enough else FEWEST_DATA_SETS)
    for metric, each in scored.items():
        for one in each if enough else ():
            yield _ranked(one.run.data.name, metric, partial(_on, conducted, one))
        if over:
            yield _ranked(ALL_DATA, metric, partial(_over, conducted, each))


def _ranked(data: str, metric: str, rank: Callable[[], Ranking]) -> RankedData:
    """A ranking, or why there is none: the comparisons of pairs do not need it."""
    try:
        return RankedData(data=data, metric=metric, ranking=rank())
    except BakeoffError as error:
        return RankedData(data=data, metric=metric, refused=str(error))


def _on(conducted: Conducted, scored: Scored) -> Ranking:
    experiment = conducted.experiment
    asked = Asked(
        metric=scored.measure.metric,
        alpha=experiment.alpha,
        baseline=experiment.baseline,
        margin=experiment.margin,
        tried=_families(conducted),
        tuned_on_test=experiment.tuned_on_test,
        resamples=DRAWS,
        rng=experiment.rng,
    )
    # Which of two is first depends on their scores: pairs are judged on both sides.
    plain = replace(
        experiment, alternative="two-sided", level=None, margin=None, tried=1, tuned_on_test=False
    )
    return ranking_on(replace(conducted, experiment=plain), scored, asked)


def _over(conducted: Conducted, scored: Sequence[Scored]) -> Ranking:
    experiment = conducted.experiment
    scores = np.array([[mean_of(folds) for folds in each.folds.scores] for each in scored])
    for at, place in np.argwhere(~np.isfinite(scores)):
        raise InputError(f"{experiment.names[place]} has no score on data set {scored[at].run.data.name}")
    learners = Learners(
        names=experiment.names,
        datasets=tuple(each.run.data.name for each in scored),
        scores=scores,
    )
    asked = DatasetsAsked(
        metric=scored[0].measure.metric,
        baseline=experiment.baseline,
        alpha=experiment.alpha / _families(conducted),
    )
    return judged_over_datasets(learners, asked)


def _families(conducted: Conducted) -> int:
    """How many families of comparisons like these were tried, where more were than these."""
    return math.ceil(conducted.experiment.tried / len(conducted.experiment.pairs))
