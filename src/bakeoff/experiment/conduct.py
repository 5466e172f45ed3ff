"""Conduct an experiment: check what is asked, run every cell once, keep it, and judge."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.compare.answer import answer
from bakeoff.compare.predictions import item_outcomes
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.splits import Splits
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.calibrated import recall
from bakeoff.experiment.data import Data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.interim import interim_of
from bakeoff.experiment.judge import HALF_SAMPLE, Question, judge, needs_halvings, tested_twice
from bakeoff.experiment.part import MAIN, Part, halves, split_by
from bakeoff.experiment.reference import Reference, reference_of
from bakeoff.experiment.run import How, Run, extend, facts_of, splits_fact
from bakeoff.experiment.scoring import Measure, measure_for
from bakeoff.io.run_store import RunStore
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS


@dataclass(frozen=True, kw_only=True, eq=False)
class Conducted:
    """An experiment whose cells are all there: one run for each data set.

    ``references`` are those to permuted labels, each with the name of its data set.
    """

    experiment: Experiment
    runs: tuple[Run, ...]
    store: RunStore | None = None
    references: tuple[tuple[str, Reference], ...] = ()


def conduct(experiment: Experiment, how: How) -> Conducted:
    """Run all cells of an experiment that are not in the store yet."""
    splits = [split_by(experiment.design, data, experiment.rng) for data in experiment.data]
    for data, each in zip(experiment.data, splits, strict=True):
        rehearse(experiment, data, each)
    # The parts of all data sets first: one that is too small is told of before another is trained on.
    plans = [_parts(experiment, *each) for each in zip(experiment.data, splits, strict=True)]
    if how.store is not None:
        facts = facts_of(splits[0].design, experiment.rng, experiment.data, experiment.learners)
        pairs = zip(plans, experiment.data, strict=True)
        how.store.hold_to([*facts, *(splits_fact(parts[0], data) for parts, data in pairs)])
    runs = []
    for data, parts in zip(experiment.data, plans, strict=True):
        run = Run(data=data, learners=experiment.learners, rng=experiment.rng)
        extend(run, parts, how, interim=_interim(experiment, data))
        runs.append(run)
    found = tuple(each for run in runs for each in _references(experiment, run, how))
    return Conducted(experiment=experiment, runs=tuple(runs), store=how.store, references=found)


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


def _parts(experiment: Experiment, data: Data, splits: Splits) -> list[Part]:
    more = halves(data, experiment.halvings, experiment.rng) if _halves(experiment, splits) else []
    return [Part(key=MAIN, splits=splits), *more]


def question_of(experiment: Experiment, metric: str, splits: Splits) -> Question:
    """What is asked about each pair of learners."""
    names = ("alpha", "level", "alternative", "margin", "rng")
    return Question(
        metric=metric,
        method=experiment.method,
        positive=experiment.positive,
        halvings=experiment.halvings if _halves(experiment, splits) else 0,
        common={name: getattr(experiment, name) for name in names},
        options=experiment.options,
    )


def _halves(experiment: Experiment, splits: Splits) -> bool:
    return needs_halvings(experiment.method, splits.design.key)


def _interim(experiment: Experiment, data: Data) -> Any:
    first, second = (experiment.learners[at].name for at in experiment.pairs[0])
    measure = measure_for(METRICS[experiment.metrics[0]], data, experiment.positive)
    return interim_of(first, second, measure, experiment.level)


def rehearse(experiment: Experiment, data: Data, splits: Splits) -> None:
    """Ask every question of made-up outcomes: what is wrong with it is told before hours of training."""
    for metric in experiment.metrics:
        measure = measure_for(METRICS[metric], data, experiment.positive)
        question = question_of(experiment, metric, splits)
        method = HALF_SAMPLE if question.halvings else experiment.method
        by_items = method == "auto" or METHODS[method].takes is not FoldScores
        if by_items and not splits.tests_each_once:
            raise tested_twice(method, splits)
        made_up = _items(method, data, measure) if by_items else _folds(splits, question.halvings)
        answer(made_up, method=method, metric=metric, **question.common, **question.options)


def _folds(splits: Splits, halvings: int) -> FoldScores:
    draws = np.random.default_rng(0)
    a, b = draws.uniform(0.4, 0.6, (2, *splits.shape))
    return FoldScores(
        a=a,
        b=b,
        design=splits.design,
        n_train=splits.n_train,
        n_test=splits.n_test,
        halves=draws.uniform(size=(halvings, 2)) if halvings else None,
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


def verdict_on(conducted: Conducted, run: Run, pair: tuple[int, int], metric: str) -> Verdict:
    """The verdict on one pair of learners on one data set."""
    names = (conducted.experiment.learners[pair[0]].name, conducted.experiment.learners[pair[1]].name)
    splits = run.parts[MAIN].splits
    families = [method.key for method in METHODS if method.key.startswith("cv-")]
    question = replace(
        question_of(conducted.experiment, metric, splits),
        calibrated=recall(conducted.store, run, splits, names, metric, families),
    )
    return judge(run, *names, question)
