"""From a conducted experiment to what it found: every pair, on every data set, by every metric."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from bakeoff.compare.samples import dataset_scores
from bakeoff.core.family import adjustment_for
from bakeoff.core.panel import DatasetPanel
from bakeoff.core.verdict import Comparison
from bakeoff.experiment.calibrate import recall
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.panels import Scored, score
from bakeoff.experiment.rankings import rankings_of
from bakeoff.experiment.remarks import tunings
from bakeoff.experiment.result import ALL_DATA, ExperimentResult
from bakeoff.experiment.run import failures
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.summaries import mean_of, summary_of
from bakeoff.experiment.verdict import Pair, answer_on
from bakeoff.judge.answer import Answer, ask, judge_together, verdict_of
from bakeoff.judge.pitfalls.few import FEWEST_DATA_SETS


def result_of(conducted: Conducted) -> ExperimentResult:
    """Judge every pair on every data set by every metric, adjusted for their number within a metric."""
    experiment, runs = conducted.experiment, conducted.runs
    # The panel of all learners on each data set, by each metric.
    scored = {
        metric: [
            score(run, measure_for(metric, run.data, experiment.positive), choice.halvings)
            for run, choice in zip(runs, conducted.choices, strict=True)
        ]
        for metric in experiment.metrics
    }
    within = {metric: _within(conducted, each) for metric, each in scored.items()}
    across = {metric: _across(experiment, each) for metric, each in scored.items()}
    join = partial(_together, experiment)
    return ExperimentResult(
        comparisons=tuple(each for metric, found in within.items() for each in join(metric, found)),
        across=tuple(each for metric, found in across.items() for each in join(metric, found)),
        summaries=tuple(
            summary_of(scored[metric][at], name, experiment.interval_level)
            for at in range(len(runs))
            for metric in experiment.metrics
            for name in experiment.names
        ),
        failed=tuple(
            (run.data.name, name, stage, at + 1, error)
            for run in runs
            for stage in run.stages
            for name, at, error in failures(run, experiment.names, stage)
        ),
        design=runs[0].splits.design,
        learners={learner.name: learner.words for learner in experiment.learners},
        trainings=sum(len(run.contents) for run in runs),
        seconds={
            name: sum(each for run in runs for place, each in run.seconds.items() if place.learner == name)
            for name in experiment.names
        },
        randomizations=conducted.randomizations,
        tuning=tuple(each for run in runs for each in tunings(run, experiment.names)),
        notes=experiment.notes,
        rankings=tuple(rankings_of(conducted, scored)),
    )


def _within(conducted: Conducted, scored: Sequence[Scored]) -> list[tuple[str, Answer]]:
    """Each pair on each data set."""
    experiment, found = conducted.experiment, []
    for each, choice in zip(scored, conducted.choices, strict=True):
        run, asked = each.run, (each.measure.metric.key, experiment.alpha)
        for names in experiment.pairs:
            known = recall(conducted.store, run, names, asked)
            pair = Pair(scored=each, names=names, experiment=experiment, choice=choice, calibrated=known)
            found.append((run.data.name, answer_on(pair)))
    return found


def _across(experiment: Experiment, scored: Sequence[Scored]) -> list[tuple[str, Answer]]:
    """Each pair over all data sets, by one score for each."""
    if len(scored) < FEWEST_DATA_SETS:
        return []
    means = [[mean_of(each.folds.scores[at]) for each in scored] for at in range(len(experiment.learners))]
    data = tuple(each.run.data.name for each in scored)
    panel = DatasetPanel(names=experiment.names, scores=np.array(means), datasets=data)
    metric, found = scored[0].measure.metric, []
    asked = {key: value for key, value in experiment.common.items() if key not in ("rng", "tuned_on_test")}
    for names in experiment.pairs:
        if not np.isfinite([panel.scores[panel.names.index(name)] for name in names]).all():
            continue
        both = panel.pair(*names)
        case = ask(dataset_scores(both.a, both.b, metric), metric=metric.key, names=names, **asked)
        found.append((ALL_DATA, Answer(case, verdict_of(case))))
    return found


def _together(experiment: Experiment, metric: str, found: Sequence[tuple[str, Answer]]) -> list[Comparison]:
    """Comparisons adjusted for their number; a single one was adjusted for its tries already."""
    verdicts = [each.verdict for _, each in found]
    if len(found) > 1:
        how = adjustment_for(len(found), method=experiment.adjustment, tried=experiment.tried)
        verdicts = judge_together([each for _, each in found], how)
    return [
        Comparison(data=data, metric=metric, verdict=verdict)
        for (data, _), verdict in zip(found, verdicts, strict=True)
    ]
