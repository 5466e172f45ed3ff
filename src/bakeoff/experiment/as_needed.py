"""Add runs of folds only while another partition of the data could change a decision (SEQ-CV)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

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

WIDTH = 4.0  # standard errors by which further runs may move a mean difference: docs/measured.md

Change = Callable[[FoldScores], FoldScores]


def conduct_as_needed(experiment: Experiment, setup: Setup) -> Conducted:
    """Conduct an experiment, and add runs up to its limit as long as they could change a decision.

    The decisions of every comparison are taken four times: with the mean difference over the runs as it is,
    with `WIDTH` Monte-Carlo standard errors more and less, and without the variance between models, which few
    runs show badly. Data sets where these differ get as many runs again as the design has. A run has the same
    folds whatever the number of runs, so that the answer is that of the design with the runs that were made.
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
    """The runs below the limit on whose data sets a decision could change."""
    experiment, runs = conducted.experiment, conducted.runs
    below = [run for run in runs if run.splits.shape[0] < experiment.limit]
    if not below:
        return []
    open_runs = set()
    for metric in experiment.metrics:
        scored = [score(run, measure_for(metric, run.data, experiment.positive)) for run in runs]
        decisions = [_decisions(experiment, scored, conducted.choices, change) for change in CHANGES]
        each = iter(zip(*decisions, strict=True))
        for run in runs:
            if any(len(set(next(each))) > 1 for _ in experiment.pairs):
                open_runs.add(id(run))
    return [run for run in below if id(run) in open_runs]


def _decisions(
    experiment: Experiment, scored: Sequence[Scored], choices: Sequence[Choice], change: Change
) -> list[Decision | None]:
    """What is decided on every pair where scores are changed; None where nothing can be."""
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


def moved(scores: FoldScores, by: float) -> FoldScores:
    """Fold scores whose mean difference is larger by some Monte-Carlo standard errors over the runs.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> design = RepeatedKFold(runs=2, folds=2)
    >>> scores = FoldScores(a=[[0.5, 0.5], [0.7, 0.7]], b=[[0, 0], [0, 0]], design=design)
    >>> moved(scores, 2).differences.round(3).tolist()
    [[0.7, 0.7], [0.9, 0.9]]
    """
    means = scores.differences.mean(axis=1)
    shift = by * float(np.std(means, ddof=1)) / np.sqrt(len(means))
    items = None if scores.items is None else scores.items + shift
    return replace(scores, a=scores.a + shift, items=items)


def without_models(scores: FoldScores) -> FoldScores:
    """Fold scores that do not tell how far models differ."""
    restricted = None if scores.restricted is None else without_models(scores.restricted)
    return replace(scores, models=None, restricted=restricted)


CHANGES: tuple[Change, ...] = (*(partial(moved, by=by) for by in (0, -WIDTH, WIDTH)), without_models)
