"""What tests on repeated folds are computed from, for one data set: the mean, items, folds and models."""

from collections.abc import Iterable

import numpy as np
from studies._batched import Array, Learner
from studies._families import Drawn, World

RUNS, FOLDS = 10, 10
FEW_RUNS = 5
TRAIN = 0.9
PARTS = ("mean", "items", "folds", "models")
COLUMNS = (*PARTS, *(f"{part} of few" for part in PARTS), "n", "least")


def deal(y: Array, runs: int, folds: int, rng: np.random.Generator, *, stratified: bool) -> Array:
    """The fold of each item in each run: shuffled, put in the order of classes, dealt round robin (EST-3)."""
    found = np.empty((runs, len(y)), dtype=np.int64)
    for run in found:
        order = rng.permutation(len(y))
        if stratified:
            order = order[np.argsort(y[order], kind="stable")]
        run[order] = np.arange(len(y)) % folds
    return found


def losses(learner: Learner, X: Array, y: Array, weights: Array) -> Array:
    """Squared errors of numbers, wrong answers of classes: (fits, n)."""
    said = learner(X, y, weights)
    return (said - y) ** 2 if y.dtype.kind == "f" else (said != y).astype(float)


def apart(world: World, drawn: Drawn, fold: Array, folds: int) -> Array:
    """Loss of B minus loss of A on each item when its fold is tested: (runs, n)."""
    shown_a, shown_b, y = drawn
    weights = (fold[:, None, :] != np.arange(folds)[:, None]).reshape(-1, len(y)).astype(float)
    found = losses(world.b, shown_b, y, weights) - losses(world.a, shown_a, y, weights)
    return np.take_along_axis(found.reshape(len(fold), folds, len(y)), fold[:, None, :], axis=1)[:, 0]


def by_fold(differences: Array, fold: Array, folds: int) -> Array:
    """Mean difference of each fold: (runs, folds)."""
    return np.stack(
        [
            np.bincount(where, weights=row, minlength=folds) / np.bincount(where, minlength=folds)
            for row, where in zip(differences, fold, strict=True)
        ]
    )


def summary(differences: Array, fold: Array, folds: int = FOLDS) -> tuple[float, float, float, float]:
    """D, its variance from the items and from the folds (Nadeau and Bengio), and that between models."""
    x = by_fold(differences, fold, folds)
    items = differences.mean(axis=0).var(ddof=1) / differences.shape[1]
    nadeau_bengio = (1 / x.size + 1 / (folds - 1)) * x.var(ddof=1)
    return float(x.mean()), float(items), float(nadeau_bengio), between_models(differences, fold, folds)


def between_models(differences: Array, fold: Array, folds: int) -> float:
    """The mean product of what two items of a fold deviate by, as `bakeoff.experiment.item_values` has it."""
    runs, apart = len(differences), differences - differences.mean(axis=0)
    sizes = np.bincount(fold[0], minlength=folds)
    totals = by_fold(apart, fold, folds) * sizes
    products = (np.sum(totals**2) - np.sum(apart**2)) / (runs * np.sum(sizes * (sizes - 1)))
    return float(products * runs**2 / ((runs - 1) * (runs - 1 + 1 / folds)))


def of_world(world: World, rng: np.random.Generator, *, stratified: bool = True) -> list[float]:
    """The parts with ten runs, the same with five, n, and the least variance (`COLUMNS`)."""
    drawn = world.draw(world.n, rng)
    return partitioned(world, drawn, rng, stratified=stratified and drawn[2].dtype.kind == "i")


def repeated(world: World, rng: np.random.Generator, times: int) -> list[list[float]]:
    """The same of one data set under several partitions."""
    drawn = world.draw(world.n, rng)
    stratified = drawn[2].dtype.kind == "i"
    return [partitioned(world, drawn, rng, stratified=stratified) for _ in range(times)]


def partitioned(world: World, drawn: Drawn, rng: np.random.Generator, *, stratified: bool) -> list[float]:
    """The columns of one partition."""
    y = drawn[2]
    fold = deal(y, RUNS, FOLDS, rng, stratified=stratified)
    return columns(apart(world, drawn, fold, FOLDS), fold, answers=y.dtype.kind == "i")


def columns(differences: Array, fold: Array, *, answers: bool) -> list[float]:
    """The parts of ten runs, of the first five, n, and what one item that differs either way contributes."""
    n = differences.shape[1]
    few = summary(differences[:FEW_RUNS], fold[:FEW_RUNS])
    return [*summary(differences, fold), *few, n, 2 / n**2 if answers else 0.0]


def of_flags(differences: Array, folds: Array) -> Iterable[list[float]]:
    """The same from compiled learners: differences and folds (data sets, runs, n)."""
    return (columns(rows, fold, answers=True) for rows, fold in zip(differences, folds, strict=True))


def truth(world: World, rng: np.random.Generator, draws: int = 300, tested: int = 500) -> float:
    """The expected difference over random training sets of nine tenths of the items, as measured."""
    if world.null:
        return 0.0
    train, found = round(TRAIN * world.n), []
    for _ in range(draws):
        a, b, y = world.draw(train + tested, rng)
        weights = (np.arange(len(y)) < train).astype(float)[None]
        rest = (losses(world.b, b, y, weights) - losses(world.a, a, y, weights))[0, train:]
        found.append(rest.mean())
    return float(np.mean(found))
