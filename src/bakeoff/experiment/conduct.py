"""Conduct an experiment: check what is asked, and run every cell once."""

from dataclasses import dataclass

from bakeoff.core.design import Splits
from bakeoff.experiment.choice import Choice, choice_for, rehearse
from bakeoff.experiment.data import Data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.interim import interim_of
from bakeoff.experiment.randomization import Randomization, randomization_of
from bakeoff.experiment.run import Run, Setup, extend, facts_of, splits_fact
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.stage import MAIN, Stage, permuted, split_by
from bakeoff.metrics import METRICS
from bakeoff.read.run_store import RunStore


@dataclass(frozen=True, kw_only=True, eq=False)
class Conducted:
    """An experiment whose cells are all there: one run for each data set, by the choice for it.

    ``randomizations`` are of permuted labels, each with the name of its data set.
    """

    experiment: Experiment
    runs: tuple[Run, ...]
    choices: tuple[Choice, ...]
    store: RunStore | None = None
    randomizations: tuple[tuple[str, Randomization], ...] = ()


def conduct(experiment: Experiment, setup: Setup) -> Conducted:
    """Run all cells of an experiment that are not in the store yet."""
    splits = [split_by(experiment.design, data, experiment.rng) for data in experiment.data]
    # All data sets are settled first: one that is too small is told of before another is trained on.
    choices = [_settled(experiment, *each) for each in zip(experiment.data, splits, strict=True)]
    mains = [Stage(key=MAIN, splits=each) for each in splits]
    if setup.store is not None:
        facts = facts_of(splits[0].design, experiment.rng, experiment.data, experiment.learners)
        pairs = zip(mains, experiment.data, strict=True)
        setup.store.hold_to([*facts, *(splits_fact(main, data) for main, data in pairs)])
    runs = []
    for data, main, choice in zip(experiment.data, mains, choices, strict=True):
        run = Run(data=data, learners=experiment.learners, rng=experiment.rng)
        measure = measure_for(METRICS[experiment.metrics[0]], data, experiment.positive)
        look = interim_of(*experiment.pairs[0], measure, experiment.level)
        extend(run, [main, *choice.halves], setup, interim=look)
        runs.append(run)
    found = tuple(each for run in runs for each in _randomizations(experiment, run, setup))
    return Conducted(
        experiment=experiment,
        runs=tuple(runs),
        choices=tuple(choices),
        store=setup.store,
        randomizations=found,
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
    draws = experiment.permutations
    return [
        (run.data.name, randomization_of(run, name, measure, experiment.design, draws, setup))
        for name in experiment.names
    ]
