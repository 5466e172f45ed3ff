"""Add runs of folds only while another partition of the data could change a decision (SEQ-CV)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.family import adjustment_for
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Decision
from bakeoff.experiment.conduct import Choice, Conducted, conduct, watched
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.panels import Scored, score
from bakeoff.experiment.run import Run, Setup, extend
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.stage import MAIN, Stage, split_by
from bakeoff.judge.answer import Answer, ask, decide_together, verdict_of
from bakeoff.methods._reference import student_quantile

# Tail probabilities of Student's t: further runs should not move the mean difference and the variance
# between models beyond these quantiles (docs/measured.md).
MEAN_TAIL, MODELS_TAIL = 0.02, 0.01

Change = Callable[[FoldScores], FoldScores]


def conduct_as_needed(experiment: Experiment, setup: Setup) -> Conducted:
    """Conduct an experiment, and add runs up to its limit while they could change a decision.

    Two statistics depend on the partition: the mean difference, and the variance between models, which
    few runs estimate poorly. Each gets a prediction interval for its value once the limit is reached. Every
    comparison is decided nine times: with each statistic as it is, or at either end of its interval. Data
    sets where these decisions differ get as many further runs as the design has. A run has the same folds
    whatever the number of runs, so the answer is that of the design with the runs that were made.
    """
    found = conduct(experiment, setup)
    while open_runs := _unsettled(found):
        for run in open_runs:
            _add_runs(run, experiment, setup)
    return found


def _add_runs(run: Run, experiment: Experiment, setup: Setup) -> None:
    runs = min(run.splits.shape[0] + experiment.design.runs, experiment.limit)
    splits = split_by(replace(experiment.design, runs=runs), run.data, experiment.rng)
    extend(run, [Stage(key=MAIN, splits=splits)], setup, interim=watched(experiment, run, setup))


def _unsettled(conducted: Conducted) -> list[Run]:
    """The runs, below the limit, on data sets where a decision could still change."""
    experiment, runs = conducted.experiment, conducted.runs
    below = [run for run in runs if run.splits.shape[0] < experiment.limit]
    if not below:
        return []
    open_runs = set()
    for metric in experiment.metrics:
        scored = [score(run, measure_for(metric, run.data, experiment.positive)) for run in runs]
        decisions = [
            _decisions(experiment, scored, conducted.choices, change) for change in changes(experiment.limit)
        ]
        each = iter(zip(*decisions, strict=True))
        for run in runs:
            if any(len(set(next(each))) > 1 for _ in experiment.pairs):
                open_runs.add(id(run))
    return [run for run in below if id(run) in open_runs]


def _decisions(
    experiment: Experiment, scored: Sequence[Scored], choices: Sequence[Choice], change: Change
) -> list[Decision | None]:
    """The decision on every pair with changed scores; None where nothing can be decided."""
    found = [
        _answer(experiment, each, choice.method, names, change)
        for each, choice in zip(scored, choices, strict=True)
        for names in experiment.pairs
    ]
    there = [each for each in found if each is not None]
    how = adjustment_for(len(there), method=experiment.adjustment, tried=experiment.tried)
    judged = iter(
        decide_together(
            [each.verdict for each in there],
            [each.case.asked.result for each in there],
            how if len(there) > 1 else None,
        )
    )
    return [None if each is None else next(judged).decision for each in found]


def _answer(
    experiment: Experiment, scored: Scored, method: str, names: tuple[str, str], change: Change
) -> Answer | None:
    try:
        case = ask(
            change(scored.pair(*names)),
            method=method,
            metric=scored.measure.metric.key,
            names=names,
            again=False,
            **experiment.common,
            **experiment.options,
        )
    except BakeoffError:
        return None  # more runs would be refused as well
    return Answer(case, verdict_of(case))


def moved(scores: FoldScores, side: int, limit: float, tail: float = MEAN_TAIL) -> FoldScores:
    """Fold scores whose mean difference is at the upper (1) or lower (-1) end of its interval.

    The interval is that of the mean after ``limit`` runs.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> design = RepeatedKFold(runs=3, folds=2)
    >>> scores = FoldScores(a=[[0.5, 0.5], [0.6, 0.6], [0.7, 0.7]], b=[[0, 0]] * 3, design=design)
    >>> [round(float(moved(scores, 1, limit, tail=0.01).differences.mean()), 3) for limit in (4, 1000)]
    [0.801, 1.001]
    """
    means = scores.differences.mean(axis=1)
    reach = _reach(len(means), limit, tail) * float(np.std(means, ddof=1)) / np.sqrt(len(means))
    items = None if scores.items is None else scores.items + side * reach
    return replace(scores, a=scores.a + side * reach, items=items)


def models_moved(scores: FoldScores, side: int, limit: float, tail: float = MODELS_TAIL) -> FoldScores:
    """Fold scores whose variance between models is at one end of its interval after ``limit`` runs."""
    if scores.models is None or scores.models_error is None:
        return scores
    reach = _reach(len(scores.a), limit, tail) * scores.models_error
    restricted = None if scores.restricted is None else models_moved(scores.restricted, side, limit, tail)
    return replace(scores, models=scores.models + side * reach, restricted=restricted)


def _reach(runs: int, limit: float, tail: float) -> float:
    """How many standard errors a mean over ``runs`` runs may move until the limit is reached.

    The runs that were made remain part of the mean, so that its change has 1 - runs / limit of the variance.
    """
    return student_quantile(runs - 1, tail) * math.sqrt(max(0.0, 1 - runs / limit))


def changes(
    limit: float, mean_tail: float = MEAN_TAIL, models_tail: float = MODELS_TAIL
) -> tuple[Change, ...]:
    """The scores as they are, and with one or both statistics at the ends of their intervals."""
    return tuple(
        partial(_changed, sides=sides, limit=limit, tails=(mean_tail, models_tail))
        for sides in sorted(product((0, -1, 1), repeat=2), key=np.count_nonzero)
    )


def _changed(
    scores: FoldScores, sides: Sequence[int], limit: float, tails: tuple[float, float]
) -> FoldScores:
    for side, tail, move in zip(sides, tails, (moved, models_moved), strict=True):
        scores = move(scores, side, limit, tail) if side else scores
    return scores
