"""Conduct an experiment: check what is asked, run every cell once, keep it, and judge."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.compare.predictions import item_outcomes
from bakeoff.core.design import Splits
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.panel import ItemPanel
from bakeoff.experiment.calibrated import recall
from bakeoff.experiment.choice import Choice, choice_for
from bakeoff.experiment.data import Data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.interim import interim_of
from bakeoff.experiment.pair import Pair, Wanted, by_items, check_items, make_pair
from bakeoff.experiment.part import MAIN, Part, permuted, split_by
from bakeoff.experiment.randomization import Randomization, randomization_of
from bakeoff.experiment.run import Run, Setup, extend, facts_of, splits_fact
from bakeoff.experiment.scoring import Measure, measure_for
from bakeoff.judge.answer import ask
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.run_store import RunStore


@dataclass(frozen=True, kw_only=True, eq=False)
class Conducted:
    """An experiment whose cells are all there: one run for each data set.

    ``randomizations`` are of permuted labels, each with the name of its data set.
    """

    experiment: Experiment
    runs: tuple[Run, ...]
    choices: dict[str, Choice]
    store: RunStore | None = None
    randomizations: tuple[tuple[str, Randomization], ...] = ()


def conduct(experiment: Experiment, setup: Setup) -> Conducted:
    """Run all cells of an experiment that are not in the store yet."""
    splits = [split_by(experiment.design, data, experiment.rng) for data in experiment.data]
    # All data sets are settled first: one that is too small is told of before another is trained on.
    choices = [_settled(experiment, *each) for each in zip(experiment.data, splits, strict=True)]
    mains = [Part(key=MAIN, splits=each) for each in splits]
    if setup.store is not None:
        facts = facts_of(splits[0].design, experiment.rng, experiment.data, experiment.learners)
        pairs = zip(mains, experiment.data, strict=True)
        setup.store.hold_to([*facts, *(splits_fact(main, data) for main, data in pairs)])
    runs = []
    for data, main, choice in zip(experiment.data, mains, choices, strict=True):
        run = Run(data=data, learners=experiment.learners, rng=experiment.rng)
        extend(run, [main, *choice.halves], setup, interim=_interim(experiment, data))
        runs.append(run)
    found = tuple(each for run in runs for each in _randomizations(experiment, run, setup))
    by_name = {data.name: choice for data, choice in zip(experiment.data, choices, strict=True)}
    return Conducted(
        experiment=experiment, runs=tuple(runs), choices=by_name, store=setup.store, randomizations=found
    )


def _settled(experiment: Experiment, data: Data, splits: Splits) -> Choice:
    choice = choice_for(experiment.method, splits, data, halvings=experiment.halvings, rng=experiment.rng)
    rehearse(experiment, choice, data, splits)
    if experiment.permutations:  # labels that cannot be permuted are told of before anything is trained
        permuted(data, experiment.design, 0, experiment.rng)
    return choice


def _randomizations(experiment: Experiment, run: Run, setup: Setup) -> list[tuple[str, Randomization]]:
    """What each learner makes of labels that mean nothing, where that was asked for."""
    if not experiment.permutations:
        return []
    measure = measure_for(METRICS[experiment.metrics[0]], run.data, experiment.positive)
    return [
        (
            run.data.name,
            randomization_of(run, each.name, measure, experiment.design, experiment.permutations, setup),
        )
        for each in experiment.learners
    ]


def wanted_of(experiment: Experiment, choice: Choice, metric: str) -> Wanted:
    """What is asked about each pair of learners."""
    names = ("alpha", "level", "alternative", "margin", "rng", "tried", "tuned_on_test")
    return Wanted(
        metric=metric,
        asked=experiment.method,
        method=choice.method,
        why_not=choice.why_not,
        positive=experiment.positive,
        halvings=choice.halvings,
        common={name: getattr(experiment, name) for name in names},
        options=experiment.options,
    )


def _interim(experiment: Experiment, data: Data) -> Any:
    first, second = (experiment.learners[at].name for at in experiment.pairs[0])
    measure = measure_for(METRICS[experiment.metrics[0]], data, experiment.positive)
    return interim_of(first, second, measure, experiment.level)


def rehearse(experiment: Experiment, choice: Choice, data: Data, splits: Splits) -> None:
    """Ask every question of made-up outcomes: what is wrong with it is told before hours of training."""
    for metric in experiment.metrics:
        measure = measure_for(METRICS[metric], data, experiment.positive)
        wanted = wanted_of(experiment, choice, metric)
        if by_items(choice.method):
            check_items(choice.method, splits, measure)
            made_up = _items(choice.method, data, measure)
        else:
            made_up = _folds(splits, wanted.halvings, measure)
        ask(made_up, method=choice.method, metric=metric, again=False, **wanted.common, **wanted.options)


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
    items = ItemPanel(names=("a", "b"), truth=data.y, answers=(said, said), clusters=data.groups)
    meant = None if measure.place is None else data.classes[measure.place]
    return item_outcomes(items, metric, method=method, positive=meant).outcomes


def pair_of(conducted: Conducted, run: Run, places: tuple[int, int], metric: str) -> Pair:
    """Two learners on one data set, with what the experiment asks about them."""
    experiment = conducted.experiment
    names = (experiment.learners[places[0]].name, experiment.learners[places[1]].name)
    wanted = wanted_of(experiment, conducted.choices[run.data.name], metric)
    families = [method.key for method in METHODS if method.family == "cv"]
    known = recall(conducted.store, run, run.parts[MAIN].splits, names, (metric, experiment.alpha), families)
    return make_pair(run, names, replace(wanted, calibrated=known))
