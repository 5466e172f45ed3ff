"""From a conducted experiment to what it found: every pair, on every data set, by every metric."""

from collections.abc import Sequence

from bakeoff.compare.samples import dataset_scores
from bakeoff.core.comparison import Comparison
from bakeoff.core.family import adjustment_for
from bakeoff.experiment.conduct import Conducted, pair_of
from bakeoff.experiment.remarks import failures, tuning_of
from bakeoff.experiment.result import ExperimentResult
from bakeoff.experiment.stage import MAIN
from bakeoff.experiment.summaries import mean_score, summaries_of
from bakeoff.experiment.verdict import answer_on
from bakeoff.judge.answer import Answer, ask, verdict_of
from bakeoff.judge.pitfalls.few import FEWEST_DATA_SETS
from bakeoff.judge.together import judge_together
from bakeoff.metrics import METRICS

ALL_DATA = "all data sets"


def result_of(conducted: Conducted) -> ExperimentResult:
    """Judge every pair on every data set by every metric, adjusted for their number within a metric."""
    experiment, runs = conducted.experiment, conducted.runs
    names = [learner.name for learner in experiment.learners]
    return ExperimentResult(
        comparisons=tuple(each for metric in experiment.metrics for each in _within(conducted, metric)),
        across=tuple(each for metric in experiment.metrics for each in _across(conducted, metric)),
        summaries=tuple(summaries_of(conducted)),
        failed=tuple(
            (run.data.name, name, stage, at + 1, error)
            for run in runs
            for stage in run.stages
            for name, at, error in failures(run, names, stage)
        ),
        design=runs[0].stages[MAIN].splits.design,
        learners={learner.name: learner.words for learner in experiment.learners},
        trainings=sum(len(run.contents) for run in runs),
        seconds=_seconds(conducted, names),
        randomizations=conducted.randomizations,
        tuning=tuple(tuned for run in runs for name in names if (tuned := tuning_of(run, name)) is not None),
        notes=experiment.notes,
    )


def _within(conducted: Conducted, metric: str) -> list[Comparison]:
    """Each pair on each data set."""
    found = [
        (run.data.name, answer_on(pair_of(conducted, run, pair, metric)))
        for run in conducted.runs
        for pair in conducted.experiment.pairs
    ]
    return _together(conducted, metric, found)


def _across(conducted: Conducted, metric: str) -> list[Comparison]:
    """Each pair over all data sets, by one score for each."""
    experiment = conducted.experiment
    if len(conducted.runs) < FEWEST_DATA_SETS:
        return []
    means = {
        learner.name: [mean_score(run, learner.name, metric, experiment.positive) for run in conducted.runs]
        for learner in experiment.learners
    }
    found = []
    for pair in experiment.pairs:
        first, second = (experiment.learners[at].name for at in pair)
        if None in means[first] or None in means[second]:
            continue
        case = ask(
            dataset_scores(means[first], means[second], METRICS[metric]),
            metric=metric,
            names=(first, second),
            alpha=experiment.alpha,
            level=experiment.level,
            alternative=experiment.alternative,
            margin=experiment.margin,
            tried=experiment.tried,
        )
        found.append((ALL_DATA, Answer(case, verdict_of(case))))
    return _together(conducted, metric, found)


def _together(conducted: Conducted, metric: str, found: Sequence[tuple[str, Answer]]) -> list[Comparison]:
    """Comparisons that count how many they are; one alone was decided among its tries already."""
    experiment, verdicts = conducted.experiment, [each.verdict for _, each in found]
    if len(found) > 1:
        how = adjustment_for(len(found), method=experiment.adjustment, tried=experiment.tried)
        verdicts = judge_together([each for _, each in found], how)
    return [
        Comparison(data=data, metric=metric, verdict=verdict)
        for (data, _), verdict in zip(found, verdicts, strict=True)
    ]


def _seconds(conducted: Conducted, names: list[str]) -> dict[str, float]:
    return {
        name: sum(
            each for run in conducted.runs for place, each in run.seconds.items() if place.learner == name
        )
        for name in names
    }
