"""Conduct an experiment: check what is asked, run every cell once, keep it, and judge."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.compare.predictions import item_outcomes
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.splits import Splits
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.calibrated import recall
from bakeoff.experiment.data import Data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.interim import interim_of
from bakeoff.experiment.judge import judge
from bakeoff.experiment.pair import Question, by_items, check_items
from bakeoff.experiment.part import MAIN, Part, permuted, split_by
from bakeoff.experiment.plan import Plan, plan_for
from bakeoff.experiment.reference import Reference, reference_of
from bakeoff.experiment.run import How, Run, extend, facts_of, splits_fact
from bakeoff.experiment.scoring import Measure, measure_for
from bakeoff.judge.answer import answer
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.run_store import RunStore


@dataclass(frozen=True, kw_only=True, eq=False)
class Conducted:
    """An experiment whose cells are all there: one run for each data set.

    ``references`` are those to permuted labels, each with the name of its data set.
    """

    experiment: Experiment
    runs: tuple[Run, ...]
    plans: dict[str, Plan]
    store: RunStore | None = None
    references: tuple[tuple[str, Reference], ...] = ()


def conduct(experiment: Experiment, how: How) -> Conducted:
    """Run all cells of an experiment that are not in the store yet."""
    splits = [split_by(experiment.design, data, experiment.rng) for data in experiment.data]
    # All data sets are planned first: one that is too small is told of before another is trained on.
    plans = [_planned(experiment, *each) for each in zip(experiment.data, splits, strict=True)]
    mains = [Part(key=MAIN, splits=each) for each in splits]
    if how.store is not None:
        facts = facts_of(splits[0].design, experiment.rng, experiment.data, experiment.learners)
        pairs = zip(mains, experiment.data, strict=True)
        how.store.hold_to([*facts, *(splits_fact(main, data) for main, data in pairs)])
    runs = []
    for data, main, plan in zip(experiment.data, mains, plans, strict=True):
        run = Run(data=data, learners=experiment.learners, rng=experiment.rng)
        extend(run, [main, *plan.halves], how, interim=_interim(experiment, data))
        runs.append(run)
    found = tuple(each for run in runs for each in _references(experiment, run, how))
    by_name = {data.name: plan for data, plan in zip(experiment.data, plans, strict=True)}
    return Conducted(
        experiment=experiment, runs=tuple(runs), plans=by_name, store=how.store, references=found
    )


def _planned(experiment: Experiment, data: Data, splits: Splits) -> Plan:
    plan = plan_for(experiment.method, splits, data, halvings=experiment.halvings, rng=experiment.rng)
    rehearse(experiment, plan, data, splits)
    if experiment.permutations:  # labels that cannot be permuted are told of before anything is trained
        permuted(data, experiment.design, 0, experiment.rng)
    return plan


def _references(experiment: Experiment, run: Run, how: How) -> list[tuple[str, Reference]]:
    """What each learner makes of labels that mean nothing, where that was asked for."""
    if not experiment.permutations:
        return []
    measure = measure_for(METRICS[experiment.metrics[0]], run.data, experiment.positive)
    return [
        (
            run.data.name,
            reference_of(run, each.name, measure, experiment.design, experiment.permutations, how),
        )
        for each in experiment.learners
    ]


def question_of(experiment: Experiment, plan: Plan, metric: str) -> Question:
    """What is asked about each pair of learners."""
    names = ("alpha", "level", "alternative", "margin", "rng", "tried", "tuned_on_test")
    return Question(
        metric=metric,
        asked=experiment.method,
        method=plan.method,
        why_not=plan.why_not,
        positive=experiment.positive,
        halvings=plan.halvings,
        common={name: getattr(experiment, name) for name in names},
        options=experiment.options,
    )


def _interim(experiment: Experiment, data: Data) -> Any:
    first, second = (experiment.learners[at].name for at in experiment.pairs[0])
    measure = measure_for(METRICS[experiment.metrics[0]], data, experiment.positive)
    return interim_of(first, second, measure, experiment.level)


def rehearse(experiment: Experiment, plan: Plan, data: Data, splits: Splits) -> None:
    """Ask every question of made-up outcomes: what is wrong with it is told before hours of training."""
    for metric in experiment.metrics:
        measure = measure_for(METRICS[metric], data, experiment.positive)
        question = question_of(experiment, plan, metric)
        if by_items(plan.method):
            check_items(plan.method, splits, measure)
            made_up = _items(plan.method, data, measure)
        else:
            made_up = _folds(splits, question.halvings, measure)
        answer(made_up, method=plan.method, metric=metric, again=False, **question.common, **question.options)


def _folds(splits: Splits, halvings: int, measure: Measure) -> FoldScores:
    draws = np.random.default_rng(0)
    by_item = halvings and measure.metric.is_mean_over_items
    a, b = draws.uniform(0.4, 0.6, (2, *splits.shape))
    return FoldScores(
        a=a,
        b=b,
        design=splits.design,
        n_train=splits.n_train,
        n_test=splits.n_test,
        halves=draws.uniform(size=(halvings, 2)) if halvings else None,
        items=draws.uniform(-1, 1, splits.n) if by_item else None,
    )


def _items(method: str, data: Data, measure: Measure) -> Any:
    """Outcomes of two learners that both say what is true, or what scores need no truth for."""
    metric, said = measure.metric, data.y
    if metric.kind == "ranking":
        said = np.zeros(data.n)
    elif metric.kind == "per-item" and data.kind == "classes":
        said = np.full((data.n, len(data.classes)), 1 / len(data.classes))
    return item_outcomes(
        data.y,
        said,
        said,
        metric=metric,
        method=method,
        clusters=data.groups,
        positive=None if measure.place is None else data.classes[measure.place],
    ).outcomes


def verdict_on(
    conducted: Conducted, run: Run, pair: tuple[int, int], metric: str, *, alone: bool = False, **changed: Any
) -> Verdict:
    """The verdict on one pair of learners on one data set, with what the experiment asks or a little else.

    ``alone`` leaves out what other methods say.
    """
    names = (conducted.experiment.learners[pair[0]].name, conducted.experiment.learners[pair[1]].name)
    splits = run.parts[MAIN].splits
    families = [method.key for method in METHODS if method.family == "cv"]
    question = replace(
        question_of(conducted.experiment, conducted.plans[run.data.name], metric),
        calibrated=recall(
            conducted.store, run, splits, names, (metric, conducted.experiment.alpha), families
        ),
    )
    question = replace(question, common=question.common | changed)
    return judge(run, *names, question, alone=alone)
