"""Dietterich's set-ups with real learners: C4.5 and 1-NN, one of them damaged (SIM-5)."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import generator
from bakeoff.lab.layout import Layout
from bakeoff.lab.papers import _dietterich as simulated
from bakeoff.lab.population import Labels
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._damage import CODED, DAMAGED
from bakeoff.lab.populations._settings import setting

BLOCK = 100  # data sets that are drawn and run together
Flags = npt.NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True)
class Task:
    """One of his three tasks, and the population that replaces it.

    ``turned`` says that the tree is damaged, by flipping its answers, and not the metric of 1-NN.
    """

    name: str
    population: str
    turned: bool = False


TASKS = (
    Task(name="EXP6", population="diagonal-bands"),
    Task(name="letter", population="digits-pool"),
    Task(name="Pima", population="diabetes-pool", turned=True),
)


# The training size of a test decides the damage that makes the learners equal.
DESIGNS = {
    **dict.fromkeys(simulated.HOLDOUT, Layout(runs=1, folds=simulated.PARTS)),
    "10-fold t": Layout(runs=1, folds=simulated.FOLDS),
    "5x2cv t": Layout(runs=5, folds=2),
}
MOST_TURNED = 0.2  # at part 1, beyond the rate that makes the learners equal


def rejected(task: Task, test: str, part: float, draws: int, rng: int) -> float:
    """The share of data sets on which a test rejects, ``part`` of the way from equal learners."""
    dealt = DESIGNS[test]
    if test in simulated.HOLDOUT:
        tree, neighbour = wrong(task, dealt, part, draws, rng)
        tested = _folds(task, dealt, draws, rng)[:, 0] == 0
        return simulated.item_alarms(
            test, [simulated.items_of(each) for each in _counts(tree[:, 0], neighbour[:, 0], tested)]
        )
    key, df = ("kfold-t", simulated.FOLDS - 1) if dealt.runs == 1 else ("five-by-two-t", 5)
    return simulated.fold_alarms(key, differences(task, test, part, draws, rng), df)


def differences(task: Task, test: str, part: float, draws: int, rng: int) -> Ints:
    """Errors of 1-NN minus those of the tree: (data sets, runs, folds)."""
    dealt = DESIGNS[test]
    folds = _folds(task, dealt, draws, rng)
    tree, neighbour = wrong(task, dealt, part, draws, rng)
    more = neighbour.astype(np.int64) - tree
    return np.stack([np.where(folds == fold, more, 0).sum(axis=2) for fold in range(dealt.folds)], axis=2)


def wrong(task: Task, dealt: Layout, part: float, draws: int, rng: int) -> tuple[Flags, Flags]:
    """Items (data sets, runs, items) that the tree, and that 1-NN, gets wrong."""
    amount = _damage(task, dealt, part)
    tree = _flags(task, "c45", 0.0, dealt, draws, rng)
    neighbour = _flags(task, "1-nn", 0.0 if task.turned else amount, dealt, draws, rng)
    if task.turned:
        # The same random numbers for every amount: what is flipped at one is flipped at any larger one.
        throws = generator(rng, "turned", task.name, dealt.folds).random(tree.shape)
        tree = tree ^ (throws < amount).astype(np.uint8)
    return tree, neighbour


def _damage(task: Task, dealt: Layout, part: float) -> float:
    """The amount of damage: as stored for equal learners and half way, interpolated in between."""
    train = simulated.ITEMS - simulated.ITEMS // dealt.folds
    equal = setting(f"{task.population}:train-{train}:equal")
    if task.turned:
        return equal.a.error_rate + MOST_TURNED * part
    half = setting(f"{task.population}:train-{train}:part-0.5")
    amounts = (equal.parameters["damage"], half.parameters["damage"], 0.0)
    return float(np.interp(part, (0.0, 0.5, 1.0), amounts))


def _flags(task: Task, learner: str, damage: float, dealt: Layout, draws: int, rng: int) -> Flags:
    blocks = range(0, draws, BLOCK)
    return np.concatenate(
        [_block(task, learner, damage, dealt, first, min(BLOCK, draws - first), rng) for first in blocks]
    )


@cache
def _block(task: Task, learner: str, damage: float, dealt: Layout, first: int, count: int, rng: int) -> Flags:
    from bakeoff.lab.item_errors import item_errors  # it loads scikit-learn

    population = POPULATIONS[task.population]
    X, _ = population.draw_many(count, simulated.ITEMS, rng, first=first)
    y, seeds = _labelled(task, first, count, rng)
    # Of the undamaged population, so that any damage applies to the same data sets.
    view = population.view(CODED) if learner == "c45" else population.vary(damage=damage).view(DAMAGED)
    return item_errors(view(X), y, learner=learner, runs=dealt.runs, folds=dealt.folds, seeds=seeds)


@cache
def _labelled(task: Task, first: int, count: int, rng: int) -> tuple[Labels, Any]:
    """Labels, and the seeds of the folds: attributes would need too much memory."""
    from bakeoff.lab.item_errors import data_seeds

    X, y = POPULATIONS[task.population].draw_many(count, simulated.ITEMS, rng, first=first)
    return y, data_seeds(X, y, rng)


def _folds(task: Task, dealt: Layout, draws: int, rng: int) -> Ints:
    from bakeoff.lab.item_errors import fold_of

    every = []
    for first in range(0, draws, BLOCK):
        y, seeds = _labelled(task, first, min(BLOCK, draws - first), rng)
        every.append(fold_of(y, runs=dealt.runs, folds=dealt.folds, seeds=seeds))
    return np.concatenate(every)


def _counts(tree: Flags, neighbour: Flags, tested: npt.NDArray[np.bool_]) -> Ints:
    """(data sets, 4): tested items that the tree alone, 1-NN alone, both and neither get right."""
    a, b = tree == 0, neighbour == 0
    cells = (a & ~b, b & ~a, a & b, ~a & ~b)
    return np.stack([(cell & tested).sum(axis=1) for cell in cells], axis=1)
