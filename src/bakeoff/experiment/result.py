"""What an experiment found: a verdict for each pair, data set and metric, and how each learner did."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bakeoff.compare.samples import compare_datasets
from bakeoff.core.adjustment import Adjustment, adjust
from bakeoff.core.decide import decide
from bakeoff.core.design import in_words
from bakeoff.core.face import face
from bakeoff.core.outcomes import Floats
from bakeoff.core.splits import Splits
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.conduct import Conducted, verdict_on
from bakeoff.experiment.part import MAIN
from bakeoff.experiment.reference import Reference
from bakeoff.experiment.remarks import Tuning, failures, tuning_of
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import UndefinedScoreError, measure_for, split_scores
from bakeoff.intervals._rate import interval
from bakeoff.judge.pitfalls.few import FEWEST_DATA_SETS
from bakeoff.methods._reference import student_quantile
from bakeoff.metrics import METRICS

UNSURE = "may-not-replicate"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The verdict on one pair of learners, on one data set or over all, by one metric."""

    data: str
    metric: str
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, with what it is about."""
        return {"data": self.data, **self.verdict.to_dict()}


@dataclass(frozen=True, kw_only=True)
class Summary:
    """How one learner did by one metric: mean and spread over the splits, and an interval (PRO-2)."""

    data: str
    learner: str
    metric: str
    mean: float | None
    sd: float | None = None
    low: float | None = None
    high: float | None = None
    splits: int = 0
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain values."""
        names = ("data", "learner", "metric", "mean", "sd", "splits", "note")
        ends = None if self.low is None else [self.low, self.high]
        return {name: getattr(self, name) for name in names} | {"interval": ends}


@dataclass(frozen=True, kw_only=True, eq=False)
class ExperimentResult:
    """All that an experiment found. ``seconds`` is the time of all trainings and tests, by learner."""

    comparisons: tuple[Comparison, ...]
    across: tuple[Comparison, ...]
    summaries: tuple[Summary, ...]
    failed: tuple[tuple[str, str, str, int, str], ...]
    design: str
    learners: dict[str, str]
    trainings: int
    seconds: dict[str, float]
    references: tuple[tuple[str, Reference], ...] = ()
    tuning: tuple[Tuning, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The first verdict: that of the first metric on the first data set and pair."""
        return self.comparisons[0].verdict

    def __str__(self) -> str:
        shown = [
            f"{each.data}: {each.verdict.names[0]} against {each.verdict.names[1]}"
            for each in self.comparisons
        ]
        return "\n".join(
            f"{about}: {each.verdict.sentence}" for about, each in zip(shown, self.comparisons, strict=True)
        )

    def _repr_html_(self) -> str:
        # Reports know experiments, not the other way round: they are looked up when one is shown.
        return face().html(self)

    @property
    def deciding(self) -> tuple[Comparison, ...]:
        """The comparisons by the first metric, which decides."""
        return tuple(each for each in self.comparisons if each.metric == self.comparisons[0].metric)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for strict JSON; where one comparison decides, its names stand on top.

        Times are left out: a run that was stopped and resumed says exactly what an undisturbed one says.
        """
        names = ("data", "learner", "part", "split", "error")
        top = self.comparisons[0].to_dict() if len(self.deciding) == 1 else {}
        return top | {
            "design": self.design,
            "learners": self.learners,
            "trainings": self.trainings,
            "comparisons": [each.to_dict() for each in self.comparisons],
            "across": [each.to_dict() for each in self.across],
            "summaries": [each.to_dict() for each in self.summaries],
            "failed": [dict(zip(names, each, strict=True)) for each in self.failed],
            "references": [{"data": data, **each.to_dict()} for data, each in self.references],
            "tuning": [asdict(each) for each in self.tuning],
            "remarks": list(self.notes),
        }


def result_of(conducted: Conducted) -> ExperimentResult:
    """Judge every pair on every data set by every metric, adjusted for their number within a metric."""
    experiment = conducted.experiment
    comparisons, across = [], []
    for metric in experiment.metrics:
        found = [
            Comparison(data=run.data.name, metric=metric, verdict=verdict_on(conducted, run, pair, metric))
            for run in conducted.runs
            for pair in experiment.pairs
        ]
        adjusted = _adjusted(found, experiment.adjustment, experiment.tried)
        comparisons += [_among(conducted, each, max(len(found), experiment.tried)) for each in adjusted]
        across += _across(conducted, metric)
    names = [learner.name for learner in experiment.learners]
    return ExperimentResult(
        comparisons=tuple(comparisons),
        across=tuple(across),
        summaries=tuple(_summaries(conducted)),
        failed=tuple(
            (run.data.name, name, part, at + 1, error)
            for run in conducted.runs
            for part in run.parts
            for name, at, error in failures(run, names, part)
        ),
        design=in_words(conducted.runs[0].parts[MAIN].splits.design),
        learners={learner.name: learner.words for learner in experiment.learners},
        trainings=sum(len(run.contents) for run in conducted.runs),
        seconds=_seconds(conducted, names),
        references=conducted.references,
        tuning=tuple(
            tuned for run in conducted.runs for name in names if (tuned := tuning_of(run, name)) is not None
        ),
        notes=experiment.notes,
    )


def _adjusted(found: Sequence[Comparison], method: str, tried: int) -> list[Comparison]:
    """Verdicts that count how many they are: the adjusted p-value decides.

    Where more were tried than these, the others count as if they had shown nothing, which is never too bold.
    """
    if len(found) < 2:
        return list(found)
    others = max(tried - len(found), 0)
    p_values = adjust([each.verdict.result.p_value for each in found] + [1.0] * others, method=method)
    how = Adjustment(method=method, count=len(found) + others, kind="tries" if others else "comparisons")
    return [
        replace(each, verdict=_decided_again(each.verdict, float(p), how))
        for each, p in zip(found, p_values, strict=False)
    ]


def _decided_again(verdict: Verdict, p_value: float, how: Adjustment) -> Verdict:
    result = replace(verdict.result, p_value=p_value)
    decision = decide(result, alpha=verdict.alpha)
    return replace(verdict, decision=decision, adjusted_p_value=p_value, adjustment=how)


def _among(conducted: Conducted, comparison: Comparison, count: int) -> Comparison:
    """What several comparisons change beside the p-value: equivalence, and how sure the decision is.

    Equivalence needs a wider interval, two one-sided tests at alpha / count. The chance of the same decision
    is that at the level which the adjusted p-value amounts to.
    """
    experiment, verdict = conducted.experiment, comparison.verdict
    if count < 2 or verdict.adjusted_p_value is None:
        return comparison
    run = next(run for run in conducted.runs if run.data.name == comparison.data)
    places = [learner.name for learner in experiment.learners]
    pair = (places.index(verdict.names[0]), places.index(verdict.names[1]))
    strictest = experiment.alpha / count
    factor = verdict.result.p_value / verdict.adjusted_p_value if verdict.adjusted_p_value else 0.0
    level = max(experiment.level, 1 - 2 * strictest)
    alpha = max(experiment.alpha * factor, strictest)
    fresh = verdict_on(conducted, run, pair, comparison.metric, alone=True, level=level, alpha=alpha, tried=1)
    decision = "equivalent" if fresh.decision == "equivalent" else verdict.decision
    same = fresh.decision == decision
    kept = (each for each in verdict.caveats if each.key != UNSURE)
    caveats = (*kept, *(each for each in fresh.caveats if each.key == UNSURE and same))
    replicability = fresh.replicability if same else None
    decided = replace(verdict, decision=decision, replicability=replicability, caveats=caveats)
    return replace(comparison, verdict=decided)


def _across(conducted: Conducted, metric: str) -> list[Comparison]:
    """Each pair over all data sets, by one score for each."""
    experiment = conducted.experiment
    if len(conducted.runs) < FEWEST_DATA_SETS:
        return []
    means = {
        learner.name: [_mean(run, learner.name, metric, experiment.positive) for run in conducted.runs]
        for learner in experiment.learners
    }
    found = []
    for pair in experiment.pairs:
        first, second = (experiment.learners[at].name for at in pair)
        if None in means[first] or None in means[second]:
            continue
        verdict = compare_datasets(
            means[first],
            means[second],
            metric=metric,
            names=(first, second),
            alpha=experiment.alpha,
            level=experiment.level,
            alternative=experiment.alternative,
        )
        found.append(Comparison(data="all data sets", metric=metric, verdict=verdict))
    return _adjusted(found, experiment.adjustment, experiment.tried)


def _mean(run: Run, learner: str, metric: str, positive: Any) -> float | None:
    scores = _scores(run, learner, metric, positive)
    return None if isinstance(scores, str) or not len(scores) else float(np.mean(scores))


def _scores(run: Run, learner: str, metric: str, positive: Any) -> Floats | str:
    """The scores of the splits that were finished, or why there are none."""
    try:
        scores = split_scores(run, learner, MAIN, measure_for(METRICS[metric], run.data, positive))
    except UndefinedScoreError as problem:
        return str(problem)
    return scores[np.isfinite(scores)]


def _summaries(conducted: Conducted) -> list[Summary]:
    experiment = conducted.experiment
    return [
        _summary(run, learner.name, metric, experiment.positive, experiment.level)
        for run in conducted.runs
        for metric in experiment.metrics
        for learner in experiment.learners
    ]


def _summary(run: Run, learner: str, metric: str, positive: Any, level: float) -> Summary:
    scores = _scores(run, learner, metric, positive)
    empty = Summary(data=run.data.name, learner=learner, metric=metric, mean=None)
    if isinstance(scores, str) or not len(scores):
        return replace(empty, note=scores if isinstance(scores, str) else "all cells failed")
    splits = run.parts[MAIN].splits
    low, high = _ends(scores, splits, metric, level, grouped=run.data.groups is not None)
    sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else None
    return replace(empty, mean=float(np.mean(scores)), sd=sd, low=low, high=high, splits=len(scores))


def _ends(
    scores: Floats, splits: Splits, metric: str, level: float, *, grouped: bool
) -> tuple[float | None, float | None]:
    """An interval for a learner's own mean: Nadeau and Bengio's variance, as folds share training data."""
    record = METRICS[metric]
    if len(scores) == 1:
        n = int(splits.n_test.sum())
        if not record.right_or_wrong or grouped:
            return None, None  # items of a group are not independent
        rate = 1 - float(scores[0]) if record.higher_is_better else float(scores[0])
        ends = interval(round(rate * n), n, level=level)
        low, high = float(ends.low), float(ends.high)
        return (1 - high, 1 - low) if record.higher_is_better else (low, high)
    if np.ptp(scores) == 0:
        return None, None  # no spread to judge by: an interval of no width would claim to be sure
    ratio = float(np.mean(splits.n_test / splits.n_train))
    reach = student_quantile(len(scores) - 1, (1 - level) / 2) * math.sqrt(
        (1 / len(scores) + ratio) * float(np.var(scores, ddof=1))
    )
    mean = float(np.mean(scores))
    return max(mean - reach, record.low), min(mean + reach, record.high)


def _seconds(conducted: Conducted, names: list[str]) -> dict[str, float]:
    return {
        name: sum(
            each for run in conducted.runs for place, each in run.seconds.items() if place.learner == name
        )
        for name in names
    }
