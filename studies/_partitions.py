"""Data sets of a world under several partitions, whose runs are drawn as they are needed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit
from studies._families import WORLDS, World
from studies._material import FOLDS, apart, deal

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.designs import RepeatedKFold
from bakeoff.lab.answers import Sets, draw_sets, wrong
from bakeoff.lab.item_errors import fold_of
from bakeoff.lab.layout import Layout
from bakeoff.lab.populations._settings import setting

Array = npt.NDArray[Any]
Runs = Callable[[int], tuple[Array, Array]]  # differences and folds (runs, n) of the first runs
BY_KEY = {world.key: world for world in WORLDS}


def is_null(key: str) -> bool:
    """Whether the learners of a world are equally good."""
    return BY_KEY[key].null if key in BY_KEY else setting(key).null


def counts_errors(key: str) -> bool:
    """Whether an answer is right or wrong, and not a number."""
    return key not in BY_KEY or BY_KEY[key].family != "regression"


def partitions(key: str, at: int, *, rng: int, count: int, most: int) -> Iterator[Runs]:
    """One data set of a world under several partitions, each of up to ``most`` runs."""
    if key in BY_KEY:
        yield from _of_family(BY_KEY[key], generator(rng, "partitions", key, at), count, most)
    else:
        drawn = (draw_sets(setting(key), first=at, count=1, rng=rng, repetition=r) for r in range(count))
        yield from map(_of_lab, drawn)


def _of_family(world: World, draws: np.random.Generator, count: int, most: int) -> Iterator[Runs]:
    drawn = world.draw(world.n, draws)
    stratified = drawn[2].dtype.kind == "i"
    for _ in range(count):
        fold = deal(drawn[2], most, FOLDS, draws, stratified=stratified)
        yield _kept(lambda first, last, fold=fold: (apart(world, drawn, fold[first:last], FOLDS), fold))


def _kept(draw: Callable[[int, int], tuple[Array, Array]]) -> Runs:
    """Runs of which those that were drawn before are not drawn again."""
    known: list[Array] = []

    def first(runs: int) -> tuple[Array, Array]:
        have = sum(map(len, known))
        differences, fold = draw(have, runs)
        known.append(differences)
        return np.concatenate(known), fold[:runs]

    return first


def _of_lab(sets: Sets) -> Runs:
    def first(runs: int) -> tuple[Array, Array]:
        flags = wrong(sets, Layout(runs=runs, folds=FOLDS))
        folds = fold_of(sets.y, runs=runs, folds=FOLDS, seeds=sets.seeds)
        return flags["b"][0].astype(np.float64) - flags["a"][0], folds[0]

    return first


def fold_scores(differences: Array, fold: Array, *, answers: bool) -> FoldScores:
    """The differences of items (runs, n) as outcomes, as `bakeoff.experiment` has them."""
    x, by_run = by_run_and_fold(differences.astype(np.float64), fold.astype(np.int64), FOLDS)
    found = FoldScores(
        a=x,
        b=np.zeros_like(x),
        design=RepeatedKFold(runs=len(x), folds=FOLDS),
        items=differences.mean(axis=0),
        right_or_wrong=answers,
    )
    return replace(
        found,
        models=float(by_run.mean()),
        models_error=float(by_run.std(ddof=1) / np.sqrt(len(by_run))),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def by_run_and_fold(differences: Array, fold: Array, folds: int) -> tuple[Array, Array]:
    """The mean of each run and fold, and the variance between models of each run."""
    runs, n = differences.shape
    x, means, found, pairs = np.zeros((runs, folds)), np.zeros(n), np.zeros(runs), 0.0
    for j in range(runs):
        means += differences[j] / runs
    for j in range(runs):
        sums, sizes, squares = np.zeros(folds), np.zeros(folds), 0.0
        for i in range(n):
            e = differences[j, i] - means[i]
            x[j, fold[j, i]] += differences[j, i]
            sums[fold[j, i]] += e
            sizes[fold[j, i]] += 1
            squares += e * e
        x[j] /= sizes
        found[j] = np.sum(sums**2) - squares
        pairs += np.sum(sizes * (sizes - 1))
    return x, found * runs / pairs * runs**2 / ((runs - 1) * (runs - 1 + 1 / folds))
