"""What tests on repeated folds are made of, for one data set: the mean, items, folds and halves."""

from collections.abc import Iterable

import numpy as np
from studies._batched import Array, Learner
from studies._families import Drawn, World

RUNS, FOLDS = 10, 10
FEW_RUNS = 5
HALVINGS, FOLDS_OF_A_HALF = 5, 5
TRAIN = 0.9
HALVED = ("many classes", "rival attributes", "screening")  # families in which halvings were tried
COLUMNS = ("mean", "items", "folds", "mean of few", "items of few", "folds of few", "halves", "least")


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


def summary(differences: Array, fold: Array, folds: int = FOLDS) -> tuple[float, float, float]:
    """D, the variance from the items and that from the folds (Nadeau and Bengio)."""
    x = by_fold(differences, fold, folds)
    items = differences.mean(axis=0).var(ddof=1) / differences.shape[1]
    return float(x.mean()), float(items), float((1 / x.size + 1 / (folds - 1)) * x.var(ddof=1))


def halved(world: World, drawn: Drawn, rng: np.random.Generator, *, stratified: bool) -> float:
    """The variance by a few halvings: the mean of (D1 - D2)^2 / 4 (HS-1)."""
    halves = deal(drawn[2], HALVINGS, 2, rng, stratified=stratified)
    squares = []
    for half in halves:
        means = []
        for side in (0, 1):
            a, b, y = (part[half == side] for part in drawn)
            fold = deal(y, 1, FOLDS_OF_A_HALF, rng, stratified=stratified)
            differences = apart(world, (a, b, y), fold, FOLDS_OF_A_HALF)
            means.append(by_fold(differences, fold, FOLDS_OF_A_HALF).mean())
        squares.append((means[0] - means[1]) ** 2 / 4)
    return float(np.mean(squares))


def of_world(world: World, rng: np.random.Generator, *, stratified: bool = True) -> list[float]:
    """D, items and folds with ten runs, the same with five, halves, and the least variance (`COLUMNS`)."""
    drawn = world.draw(world.n, rng)
    stratified = stratified and drawn[2].dtype.kind == "i"
    found = partitioned(world, drawn, rng, stratified=stratified)
    halves = halved(world, drawn, rng, stratified=stratified) if world.family in HALVED else np.nan
    return [*found, halves, least_variance(drawn[2])]


def least_variance(y: Array) -> float:
    """What one item that differs either way contributes; none where errors are numbers."""
    return 2 / len(y) ** 2 if y.dtype.kind == "i" else 0.0


def partitioned(world: World, drawn: Drawn, rng: np.random.Generator, *, stratified: bool) -> list[float]:
    """D, items and folds with ten runs, and the same with the first five."""
    fold = deal(drawn[2], RUNS, FOLDS, rng, stratified=stratified)
    differences = apart(world, drawn, fold, FOLDS)
    few = summary(differences[:FEW_RUNS], fold[:FEW_RUNS])
    return [*summary(differences, fold), *few]


def repeated(world: World, rng: np.random.Generator, times: int) -> list[list[float]]:
    """The same of one data set under several partitions, without halves."""
    drawn = world.draw(world.n, rng)
    stratified, least = drawn[2].dtype.kind == "i", least_variance(drawn[2])
    return [[*partitioned(world, drawn, rng, stratified=stratified), np.nan, least] for _ in range(times)]


def of_flags(differences: Array, folds: Array) -> Iterable[list[float]]:
    """The same from compiled learners: differences and folds (data sets, runs, n)."""
    least = 2 / differences.shape[-1] ** 2
    for rows, fold in zip(differences, folds, strict=True):
        yield [*summary(rows, fold), *summary(rows[:FEW_RUNS], fold[:FEW_RUNS]), np.nan, least]


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
